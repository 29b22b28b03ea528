// Where each event of the table may stand, and what it means for the table (docs/format.md, "The table").
import { isSame } from "./canonical.js";
import type { Envelope } from "./chain.js";
import {
  hasFields, isAudience, isCount, isDigest, isFields, isMatchId, isSignature, isText, need, type Fields, type Json,
} from "./claims.js";
import { firstOf, isClock } from "./clocks.js";
import type { Outcome } from "./judging.js";
import { BOTS, kindOf } from "./kinds.js";
import { isSignatureOfKey, MOST_KEYS } from "./signatures.js";
import { timeOf, type Standing } from "./standing.js";
import { Stops } from "./stops.js";
import { DAY, later, seconds } from "./times.js";

const MOST_ENTROPY = 64;
const MOST_PACE = 10;
const [LEAST_FILL, MOST_FILL] = [10, 30 * 24 * 3600];
const LONGEST_PAUSE = 30n * DAY;

/** What stands in `data` besides, by type: exactly these fields. */
const FIELDS: Readonly<Record<string, string[]>> = {
  seat_taken: ["entropy", "bot?", "invited_by?"],
  seat_left: [],
  match_started: ["entropies", "beacon?"],
  match_cancelled: [],
  match_ended: ["ranking", "reason", "winners", "knowing?"],
  timed_out: ["prompt"],
  autopilot_on: ["reason", "strikes"],
  autopilot_off: ["reason"],
  pause_agreed: [],
  paused: ["reason"],
  resume_agreed: [],
  resumed: ["reason"],
  clock_changed: ["reason", "quiet_hours", "vacation"],
  replacement_agreed: ["replaces", "invited_by"],
  move_taken_back: ["taken_back"],
  take_back_asked: ["first", "knowing"],
  take_back_agreed: [],
  take_back_refused: [],
  moves_taken_back: ["first", "knowing"],
  beacon_missed: ["reason"],
  key_bound: ["key", "proof", "vouched?"],
};

type Rule = (standing: Standing, envelope: Envelope, seat: number) => void;

/** `Broken` unless the table allows this event now. */
export function checkTold(standing: Standing, envelope: Envelope): void {
  need(standing.status !== "over", "an event comes after the end");
  const rule = RULES[envelope.type], fields = FIELDS[envelope.type];
  need(rule !== undefined && fields !== undefined, "a match is created once");
  need(envelope.draws === null, "the table draws nothing");
  // No seat has this number: what is asked of an event's seat does not hold where it names none.
  rule(standing, envelope, envelope.seat ?? -1);
  const begins = envelope.move !== null && envelope.move === standing.moves + 1;
  const audiences: Json = envelope.seals.map(({ audience }) => audience);
  need(isSame(audiences, begins ? [[envelope.seat]] : []), "the table seals nothing here");
  need(hasFields(envelope.data, ...fields), `${envelope.type} has other fields`);
  need(fields.every((name) => !name.endsWith("?") || envelope.data[name.slice(0, -1)] !== null), "a field is null that may only be missing");
  need(envelope.schema === 1, "the table knows one schema");
}

/** `Broken` unless event 1 is of a game that there is, and commits to a seed. */
export function checkFounded(envelope: Envelope): void {
  isTheSystems(envelope, "match_created");
  const { data, seals } = envelope, kind = kindOf(data["game"], data["rules"]);
  need(kind !== undefined, "there is no such game, or no such version of its rules");
  need(isCount(data["seats"]) && data["seats"] >= kind.least && data["seats"] <= kind.most, "the game has other numbers of seats");
  need(isDigest(data["commitment"]), "nothing is committed to", "chance");
  const wanted: Json = (data["forked_from"] ?? null) === null ? [[]] : [[], []];
  need(isSame(seals.map(({ audience }) => audience), wanted), "the seed is not sealed for the server alone", "chance");
}

/** `Broken` unless a founded match can begin like this; `hasOptions` asks the rules, where they are known. */
export function checkCreated(envelope: Envelope, hasOptions: (options: Json) => boolean): void {
  const { data } = envelope;
  const fields = ["game", "rules", "seats", "options", "clock", "commitment", "fill?", "pace?", "forked_from?", "beacon?", "open_draws?"];
  need(hasFields(data, ...fields), "match_created has other fields");
  const { options, clock, fill, pace, forked_from: origin, beacon, open_draws: root, seats } = data;
  need(isFields(options) && hasOptions(options), "the game has no such options");
  need(isClock(clock), "there is no such clock");
  need(fill === undefined || isFill(fill), "bots do not fill the lobby so");
  need(pace === undefined || (isCount(pace) && pace >= 1 && pace <= MOST_PACE), "bots do not pause so");
  need(beacon === undefined || (isBeacon(beacon) && origin === undefined), "a beacon is a chain, a round, and what happens otherwise");
  need(root === undefined || (isDigest(root) && origin === undefined), "the tree of the draws' secrets has no root", "chance");
  need(origin === undefined || isOrigin(origin, seats as number, envelope.match), "a fork does not begin so");
}

const isFill = (value: Json): boolean =>
  isFields(value) && hasFields(value, "after", "bot") && isCount(value["after"]) && value["after"] >= LEAST_FILL &&
  value["after"] <= MOST_FILL && isBot(value["bot"]);

const isBot = (value: Json | undefined): boolean => isText(value) && BOTS.has(value);

const isBeacon = (value: Json): boolean =>
  isFields(value) && hasFields(value, "chain", "round", "otherwise") && isDigest(value["chain"]) &&
  isCount(value["round"]) && value["round"] >= 1 && (value["otherwise"] === "wait" || value["otherwise"] === "go_on");

function isOrigin(value: Json, seats: number, match: string): boolean {
  if (!isFields(value) || !hasFields(value, "match", "version", "head", "resigned", "eliminated")) return false;
  const { match: from, version, head, resigned, eliminated } = value;
  const areSeats = [resigned, eliminated].every((one) => isAudience(one) && one.every((seat) => seat < seats));
  return areSeats && isMatchId(from) && from !== match && isDigest(head) && isCount(version) && version >= 1;
}

function isTheSystems(envelope: Envelope, type: string): void {
  const isSo = envelope.type === type && envelope.seat === null && envelope.by === "system" && envelope.move === null;
  need(isSo && envelope.draws === null && envelope.schema === 1, `this is not how ${type} looks`);
}

function isByPlayer({ by, move }: Envelope): void {
  need(move === null, "this is no move");
  need(by === "player", "a player does this");
}

/** In a running match, by a player who is there; `paused` where it matters. */
function isByAttending(standing: Standing, envelope: Envelope, seat: number): void {
  need(standing.status === "active", "the match is not running");
  isByPlayer(envelope);
  need(standing.attended.includes(seat), "the seat has no say");
}

const seatTaken: Rule = (standing, envelope, seat) => {
  const { by, data, move } = envelope, { entropy, bot } = data, isBots = Object.hasOwn(data, "bot");
  need(move === null, "this is no move");
  if (by === "clock") isFilled(standing, envelope);
  else need(by === "player", "a seat is taken by a player");
  if (standing.status === "active") return takenOver(standing, envelope, seat);
  need(standing.status === "open" && standing.free.includes(seat), "the seat is not free");
  need(!Object.hasOwn(data, "invited_by"), "in a lobby nobody is replaced");
  need(!isBots || (isBot(bot) && entropy === null), "there is no such bot, or it gives to the chance");
  need(entropy === null || (isText(entropy) && [...entropy].length <= MOST_ENTROPY), "what a seat gives to the chance is too long, or no text");
  const hasPlayer = [...standing.seated.keys()].some((one) => standing.isPlayers(one));
  need(!isBots || hasPlayer, "a player sits down before any bot");
  need(isBots || standing.seated.size === 0 || timeOf(envelope) !== standing.now, "one player sits down at a time");
};

function isFilled(standing: Standing, envelope: Envelope): void {
  const fill = standing.data["fill"] as { after: number; bot: string } | undefined;
  need(fill !== undefined && standing.status === "open" && standing.free.length > 0, "no bot sits down there by itself");
  need(timeOf(envelope) >= later(standing.createdAt, seconds(fill.after)), "no bot sits down there by itself yet");
  need(envelope.data["bot"] === fill.bot, "the lobby is filled by another bot");
}

function takenOver(standing: Standing, { data }: Envelope, seat: number): void {
  const inviting = data["invited_by"];
  need(isAway(standing, seat) && standing.isPlayers(seat), "nobody can be replaced there");
  need(isCount(inviting) && standing.isPlayers(inviting), "a seat that a player holds invites");
  need(standing.undecided(seat, inviting).length === 0, "not every seat has consented");
  need(inviting === seat || standing.invited.has(`${seat} ${inviting}`), "that seat has invited nobody");
  need(data["entropy"] === null && !Object.hasOwn(data, "bot"), "a newcomer is a player, and gives nothing to the chance");
}

const isAway = (standing: Standing, seat: number): boolean => standing.autopilot.has(seat) && !standing.isGone(seat);

const seatLeft: Rule = (standing, envelope, seat) => {
  isByPlayer(envelope);
  need(standing.status === "open" && standing.isPlayers(seat), "no player sits there, or the lobby is closed");
};

const matchStarted: Rule = (standing, envelope) => {
  need(standing.status === "open" && standing.free.length === 0, "a match starts when every seat is taken");
  isTheSystems(envelope, "match_started");
  const { entropies, beacon = null } = envelope.data;
  need(isSame(entropies ?? null, entropiesOf(standing)), "the entropies are not those that the seats gave", "chance");
  need(beacon === null || isSignature(beacon), "the signature is not written in hex", "chance");
  const goesWithout = standing.beacon === undefined || (standing.missed && standing.beacon.otherwise === "go_on");
  need((beacon === null) === goesWithout, "the round is missing, or comes though it was missed", "chance");
};

export const entropiesOf = (standing: Standing): Json[] =>
  Array.from({ length: standing.seats }, (_, seat) => standing.entropies.get(seat) ?? null);

const matchCancelled: Rule = (standing, envelope) => {
  need(standing.status === "open", "the lobby is closed");
  isTheSystems(envelope, "match_cancelled");
};

const beaconMissed: Rule = (standing, { seat, by, move, data }) => {
  need(standing.status === "open" && standing.free.length === 0, "nothing begins yet");
  need(standing.beacon !== undefined && !standing.missed, "there is no beacon, or it was missed before");
  need(seat === null && by === "system" && move === null, "this is not how beacon_missed looks");
  need(data["reason"] === "unreachable" || data["reason"] === "invalid", "a beacon is missed for no such reason");
};

const timedOut: Rule = (standing, envelope, seat) => {
  need(standing.status === "active" && standing.clock.mode !== "none", "no clock runs");
  need(envelope.by === "clock" && envelope.move === standing.moves + 1, "the clock calls time, and that begins a move");
  const { prompt } = envelope.data;
  need(standing.seated.has(seat) && isText(prompt), "nobody sits there, or no question is named");
  if (standing.isBlind) return;
  need(standing.questions.get(seat)?.id === prompt, "the seat was not asked this");
  const { deadlines } = standing, first = firstOf(deadlines);
  const due = deadlines.find((one) => one.seat === seat && one.prompt === prompt);
  need(due !== undefined, "the clock of this question stood still");
  need(due.at <= timeOf(envelope), "the time of this question was not up");
  need(due === first || (due.seat === first?.seat && due.at === first.at), "the time of another question was up before");
};

const matchEnded: Rule = (standing, envelope) => {
  need(standing.status === "active", "the match is not running");
  isTheSystems(envelope, "match_ended");
  const { ranking, winners, knowing } = envelope.data;
  if (standing.isBlind) {
    need(Array.isArray(ranking) && ranking.every((one) => Array.isArray(one)) && Array.isArray(winners), "this is no end");
    need(knowing === undefined || knowing === true, "knowing is true, or missing");
    return;
  }
  const outcome = standing.rules?.outcome(standing.state) ?? abandoned(standing);
  need(outcome !== undefined, "by the rules the match goes on");
  const expected: Fields = { ...outcome, ...(standing.knowing ? { knowing: true } : {}) };
  need(isSame(envelope.data, expected), "by the rules the match ends otherwise");
};

/** The end of a match that nobody is left to play. */
function abandoned(standing: Standing): Outcome | undefined {
  const plays = (seat: number): boolean => standing.bots.has(seat) && !standing.isGone(seat);
  if (standing.attended.length > 0 || [...standing.seated.keys()].some(plays)) return undefined;
  return { reason: "abandoned", ranking: [Array.from({ length: standing.seats }, (_, seat) => seat)], winners: [] };
}

const autopilotOn: Rule = (standing, { by, move, data }, seat) => {
  const strikes = standing.clock["strikes"];
  need(by === "clock" && move === standing.moves && move > 0, "autopilot comes in the move of a timeout");
  need(standing.seated.has(seat) && !standing.autopilot.has(seat), "the seat cannot go on autopilot");
  need(standing.isBlind || standing.strikes.get(seat) === strikes, "there were not so many strikes");
  need(isCount(strikes) && isSame(data, { reason: "strikes", strikes }), "autopilot comes by so many strikes");
};

const autopilotOff: Rule = (standing, envelope, seat) => {
  need(standing.status === "active" && envelope.by === "player", "a player comes back in a running match");
  need(standing.autopilot.has(seat), "the seat is not on autopilot");
  need(envelope.move === null || envelope.move === standing.moves + 1, "another move comes next");
  const isNew = standing.seated.get(seat) === envelope.version - 1 && standing.now === timeOf(envelope);
  const reasons = envelope.move !== null ? ["played"] : isNew ? ["replaced"] : ["taken_back", "agreed"];
  need(reasons.includes(envelope.data["reason"] as string), "this is not how a player comes back");
};

const agreesToPause = (isPaused: boolean): Rule => (standing, envelope, seat) => {
  isByAttending(standing, envelope, seat);
  need((standing.pausedAt !== undefined) === isPaused, "the match is paused, or is not");
  need(!standing.agreed.has(seat), "the seat has agreed");
};

const pauses = (isPaused: boolean): Rule => (standing, envelope) => {
  const { by, seat, move, data, type } = envelope;
  need(standing.status === "active" && move === null, "the match is not running, or this is no move");
  need((standing.pausedAt !== undefined) === isPaused, "the match is paused, or is not");
  if (type === "resumed" && by === "clock") {
    need(seat === null && data["reason"] === "pause_limit", "this is not how resumed looks");
    need(timeOf(envelope) >= later(standing.pausedAt as bigint, LONGEST_PAUSE), "the pause was not that long");
    return;
  }
  need(seat === null && by === "system" && data["reason"] === "agreed", "this is not how a pause looks");
  const { attended } = standing;
  need(attended.length > 0 && attended.every((one) => standing.agreed.has(one)), "not every seat has agreed");
};

const clockChanged: Rule = (standing, envelope, seat) => {
  const { data } = envelope, { quiet_hours: quiet, vacation, reason } = data;
  need(standing.status === "active", "the match is not running");
  isByPlayer(envelope);
  need(standing.isPlayers(seat) && !standing.resigned.has(seat), "no player sits there");
  need(hasFields(data, "reason", "quiet_hours", "vacation") && quiet !== undefined && vacation !== undefined, "clock_changed has other fields");
  const stops = Stops.read(data, timeOf(envelope));
  need(stops !== undefined, "no player can wish for this");
  need(!stops.hasQuiet || standing.clock["quiet_hours"] === true, "no quiet hours stop the clocks of this match");
  need(!stops.hasVacation || standing.clock["vacation"] === true, "no vacation stops the clocks of this match");
  need(reasonsToChange(standing, envelope, seat, stops).includes(reason as string), "this is not why a clock's stops change");
};

function reasonsToChange(standing: Standing, envelope: Envelope, seat: number, stops: Stops): string[] {
  const before = standing.stops.get(seat) ?? Stops.NONE, now = timeOf(envelope);
  if (stops.isSame(before)) return [];
  if (now !== standing.now) return [stops.quietText === before.quietText ? "vacation" : "quiet_hours"];
  const begins = now === standing.startedAt && !standing.stops.has(seat);
  const comes = envelope.version === (standing.seated.get(seat) as number) + 2;
  return [...(begins ? ["started"] : []), ...(comes ? ["replaced"] : [])];
}

const replacementAgreed: Rule = (standing, envelope, seat) => {
  const { replaces, invited_by: inviting } = envelope.data;
  need(standing.status === "active", "the match is not running");
  isByPlayer(envelope);
  need(isCount(replaces) && isAway(standing, replaces), "nobody can be replaced there");
  const hasInvited = isCount(inviting) && (inviting === seat || standing.consents.has(`${replaces} ${inviting} ${inviting}`));
  need(hasInvited, "that seat has invited nobody");
  need(standing.undecided(replaces, inviting as number).includes(seat), "the seat has no say, or has agreed");
};

function isInPlay(standing: Standing): void {
  need(standing.status === "active" && standing.pausedAt === undefined, "the match is not running, or is paused");
}

const moveTakenBack: Rule = (standing, envelope, seat) => {
  isInPlay(standing);
  isByPlayer(envelope);
  need(isCount(envelope.data["taken_back"]) && envelope.data["taken_back"] === standing.moves, "another move was the last");
  if (standing.isBlind) return;
  const { lastMove: last, rules, questions } = standing;
  need(last !== undefined && last.number === standing.moves && last.seat === seat && rules !== undefined, "the last move stands");
  const asked = rules.questions(last.state);
  for (const one of new Set([...asked.keys(), ...questions.keys()])) {
    const [then, now] = [asked.get(one), questions.get(one)];
    const isAsked = then?.id === now?.id && JSON.stringify(then?.legal) === JSON.stringify(now?.legal);
    need(one === seat || isAsked, "the last move asks another seat");
  }
  const due = standing.deadlinesOf(last.clocks).find((deadline) => deadline.seat === seat);
  need(due === undefined || due.at > timeOf(envelope), "a question's time was up before");
};

const takeBackAsked: Rule = (standing, envelope, seat) => {
  isInPlay(standing);
  isByAttending(standing, envelope, seat);
  const { first, knowing } = envelope.data;
  need(standing.wish === undefined, "a take-back is asked for already");
  need(isCount(first) && typeof knowing === "boolean", "a first move is named, and whether they go on knowing");
  if (standing.isBlind) return;
  need(standing.earlier.some(({ number }) => number === first), "so much cannot be taken back");
  need(knowing === standing.discloses(first), "whether something was opened since is said otherwise");
};

const answersWish = (isFirst: boolean): Rule => (standing, envelope, seat) => {
  isInPlay(standing);
  isByAttending(standing, envelope, seat);
  need(standing.wish !== undefined, "nobody asks for a take-back");
  need(!isFirst || !standing.wish.agreed.has(seat), "the seat has agreed");
};

const movesTakenBack: Rule = (standing, { seat, by, move, data }) => {
  isInPlay(standing);
  need(seat === null && by === "system" && move === null, "this is not how moves_taken_back looks");
  const { wish } = standing;
  need(wish !== undefined && data["first"] === wish.first && data["knowing"] === wish.knowing, "this was not asked for");
  need(standing.attended.every((one) => wish.agreed.has(one)), "not every seat has agreed");
};

/** The form of a binding; its signatures are checked apart. */
const keyBound: Rule = (standing, envelope, seat) => {
  const { key, proof, vouched } = envelope.data, known = standing.keys.get(seat) ?? [];
  isByPlayer(envelope);
  need(standing.isPlayers(seat) && !standing.isGone(seat), "no player sits there");
  need(isDigest(key) && isSignatureOfKey(proof), "a key and its proof are hex");
  need(!known.includes(key) && known.length < MOST_KEYS, "the seat has this key, or has too many");
  if (vouched === undefined) return;
  const isShaped = isFields(vouched) && hasFields(vouched, "key", "signature") && isSignatureOfKey(vouched["signature"]);
  need(isShaped && isText(vouched["key"]) && known.includes(vouched["key"]), "no earlier key of the seat vouches for this one");
};

const RULES: Readonly<Record<string, Rule>> = {
  seat_taken: seatTaken,
  seat_left: seatLeft,
  match_started: matchStarted,
  match_cancelled: matchCancelled,
  match_ended: matchEnded,
  timed_out: timedOut,
  autopilot_on: autopilotOn,
  autopilot_off: autopilotOff,
  pause_agreed: agreesToPause(false),
  paused: pauses(false),
  resume_agreed: agreesToPause(true),
  resumed: pauses(true),
  clock_changed: clockChanged,
  replacement_agreed: replacementAgreed,
  move_taken_back: moveTakenBack,
  take_back_asked: takeBackAsked,
  take_back_agreed: answersWish(true),
  take_back_refused: answersWish(false),
  moves_taken_back: movesTakenBack,
  beacon_missed: beaconMissed,
  key_bound: keyBound,
};
