// What each event of the table changes (docs/format.md, "The table"). That it may stand there was checked before.
import type { Envelope } from "./chain.js";
import { timeOf, type Standing } from "./standing.js";
import { Stops } from "./stops.js";

type Booking = (standing: Standing, envelope: Envelope, seat: number) => void;

/** Book an event that the table's rules have allowed. */
export function bookTold(standing: Standing, envelope: Envelope): void {
  const { lastMove } = standing;
  BOOKINGS[envelope.type]?.(standing, envelope, envelope.seat ?? -1);
  standing.now = timeOf(envelope);
  standing.noteTold(envelope);
  if (envelope.type === "move_taken_back" || envelope.type === "moves_taken_back") standing.rewoundAt = envelope.version;
  if (envelope.type === "move_taken_back") standing.undo(lastMove);
  if (envelope.type === "moves_taken_back") standing.rewind(envelope.data["first"] as number);
}

const seatTaken: Booking = (standing, { data, version }, seat) => {
  standing.seated.delete(seat);
  standing.seated.set(seat, version);
  if (standing.status === "open") {
    if (typeof data["bot"] === "string") standing.bots.set(seat, data["bot"]);
    standing.entropies.set(seat, data["entropy"] as string | null);
    return;
  }
  standing.agreed.delete(seat);
  standing.keys.delete(seat);
  standing.consents = new Set([...standing.consents].filter((one) => !one.split(" ").includes(String(seat))));
  standing.invited = new Set([...standing.invited].filter((one) => one.split(" ")[1] !== String(seat)));
  standing.earlier = [];
};

const seatLeft: Booking = (standing, _, seat) => {
  standing.keys.delete(seat);
  standing.seated.delete(seat);
  standing.bots.delete(seat);
  standing.entropies.delete(seat);
};

const started: Booking = (standing, envelope) => {
  standing.status = "active";
  standing.startedAt = timeOf(envelope);
  const { beacon } = envelope.data;
  standing.signature = typeof beacon === "string" ? beacon : undefined;
};

const over: Booking = (standing) => {
  standing.status = "over";
};

const timedOut: Booking = (standing, _, seat) => {
  standing.strikes.set(seat, (standing.strikes.get(seat) ?? 0) + 1);
};

const autopilotOff: Booking = (standing, _, seat) => {
  standing.autopilot.delete(seat);
  standing.strikes.delete(seat);
  standing.consents = new Set([...standing.consents].filter((one) => one.split(" ")[0] !== String(seat)));
};

const agreed: Booking = (standing, _, seat) => {
  standing.agreed.add(seat);
};

const replacementAgreed: Booking = (standing, { data }, seat) => {
  const pair = `${data["replaces"]} ${data["invited_by"]}`;
  standing.consents.add(`${pair} ${seat}`);
  standing.invited.add(pair);
};

const clockChanged: Booking = (standing, envelope, seat) => {
  standing.stops.set(seat, Stops.read(envelope.data, timeOf(envelope)) ?? Stops.NONE);
};

const BOOKINGS: Readonly<Record<string, Booking>> = {
  seat_taken: seatTaken,
  seat_left: seatLeft,
  match_started: started,
  match_cancelled: over,
  match_ended: over,
  timed_out: timedOut,
  autopilot_on: (standing, _, seat) => standing.autopilot.add(seat),
  autopilot_off: autopilotOff,
  pause_agreed: agreed,
  resume_agreed: agreed,
  paused: (standing, envelope) => {
    standing.pausedAt = timeOf(envelope);
    standing.agreed = new Set();
  },
  resumed: (standing) => {
    standing.pausedAt = undefined;
    standing.agreed = new Set();
  },
  clock_changed: clockChanged,
  replacement_agreed: replacementAgreed,
  take_back_asked: (standing, { data }, seat) => {
    standing.wish = { first: data["first"] as number, knowing: data["knowing"] as boolean, agreed: new Set([seat]) };
  },
  take_back_agreed: (standing, _, seat) => standing.wish?.agreed.add(seat),
  take_back_refused: (standing) => {
    standing.wish = undefined;
  },
  moves_taken_back: (standing, { data }) => {
    standing.wish = undefined;
    standing.knowing ||= data["knowing"] === true;
  },
  beacon_missed: (standing) => {
    standing.missed = true;
  },
  key_bound: (standing, { data }, seat) => {
    standing.keys.set(seat, [...(standing.keys.get(seat) ?? []), data["key"] as string]);
  },
};
