// Which events stand together in one append (docs/format.md, "What stands together").
import type { Envelope } from "./chain.js";
import { timeOf, type Standing } from "./standing.js";

/** What may come next in an append: a type and a seat, or its end. */
export const END = "the end of the append";
export const next = (type: string, seat: number | null): string => `${type} of ${seat === null ? "nobody" : `seat ${seat}`}`;
export const ALONE: readonly string[] = [END];

const ofSeats = (type: string, seats: Iterable<number>): string[] => [...seats].map((seat) => next(type, seat));
const players = (standing: Standing): number[] => [...standing.seated.keys()].filter((seat) => standing.isPlayers(seat));

/** After `match_created`: the creator sits down. */
export const afterCreation = (standing: Standing): readonly string[] => ofSeats("seat_taken", standing.free);

/** After `match_started` and the rules' set-up: what the players' wishes mean for their clocks. */
export const afterStart = (standing: Standing): readonly string[] =>
  standing.fork ? ALONE : [END, ...ofSeats("clock_changed", players(standing))];

/** After an event of the table that is no part of a move; `standing` is how the match stood before it. */
export function after(standing: Standing, envelope: Envelope): readonly string[] {
  const seat = envelope.seat ?? -1, { type, data } = envelope;
  switch (type) {
    case "seat_taken":
      return standing.status === "active" ? [next("autopilot_off", seat)] : afterSeat(standing, envelope, seat);
    case "seat_left":
      return players(standing).every((one) => one === seat) ? [next("match_cancelled", null)] : ALONE;
    case "pause_agreed":
    case "resume_agreed":
      return consented(standing, standing.agreed, seat, type === "pause_agreed" ? "paused" : "resumed");
    case "take_back_asked":
    case "take_back_agreed":
      return consented(standing, standing.wish?.agreed ?? new Set(), seat, "moves_taken_back");
    case "autopilot_off":
      if (data["reason"] === "replaced") return [END, next("clock_changed", seat)];
      if (data["reason"] !== "agreed") return ALONE;
      return [
        ...["pause_agreed", "resume_agreed", "replacement_agreed"].map((one) => next(one, seat)),
        next("paused", null),
        next("resumed", null),
      ];
    case "clock_changed":
      if (data["reason"] !== "started") return ALONE;
      return [END, ...ofSeats(type, players(standing).filter((one) => one > seat))];
    case "beacon_missed":
      return standing.beacon?.otherwise === "go_on" ? [END, next("match_started", null)] : ALONE;
    default:
      return ALONE;
  }
}

function afterSeat(standing: Standing, envelope: Envelope, seat: number): readonly string[] {
  const free = standing.free.filter((one) => one !== seat);
  if (free.length === 0) return [END, next("match_started", null), next("beacon_missed", null)];
  if (envelope.by === "clock") return [next("seat_taken", free[0] as number)];
  if (timeOf(envelope) !== standing.createdAt) return ALONE;
  return [END, ...ofSeats("seat_taken", free.filter((one) => one > seat || standing.seated.size === 0))];
}

function consented(standing: Standing, agreed: ReadonlySet<number>, seat: number, done: string): readonly string[] {
  return standing.attended.every((one) => one === seat || agreed.has(one)) ? [next(done, null)] : ALONE;
}
