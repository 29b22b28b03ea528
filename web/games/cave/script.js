/**
 * What of Cave is played on the stage, and for how long: throws, the path along its areas, cards turned up, fights with what
 * they add up to. Where everybody stands and what they are left with is booked from the events alone; the rest of a sheet
 * shows what is true in the end.
 *
 * @typedef {import("../picture.js").Told<"cave">["view"]["state"]} State
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {State["adventurers"][number]} Adventurer
 * @typedef {import("../picture.js").Beat} Beat
 */
import { isGrave } from "./odds.js";
import { isAside } from "./asides.js";

/** @type {Record<string, Beat>} */
const BEATS = {
  turn_started: { scene: "turn", milliseconds: 500, opens: true },
  turn_skipped: { scene: "turn", milliseconds: 1200, opens: true },
  step_taken: { scene: "path", milliseconds: 380 },
  move_stopped: { scene: "path", milliseconds: 900 },
  carried: { scene: "path", milliseconds: 1200 },
  gate_tried: { scene: "gate", milliseconds: 1600, opens: true },
  gate_opened: { scene: "gate", milliseconds: 900 },
  chamber_identified: { scene: "chamber", milliseconds: 2000, opens: true },
  crystal_chamber_found: { scene: "chamber", milliseconds: 1800 },
  trial_decided: { scene: "trial", milliseconds: 2400 },
  stat_tested: { scene: "trial", milliseconds: 1800 },
  card_drawn: { scene: "card", milliseconds: 2200, opens: true },
  fight_decided: { scene: "fight", milliseconds: 2400 },
  duel_decided: { scene: "fight", milliseconds: 2400 },
  armour_rolled: { scene: "fight", milliseconds: 1200 },
  evaded: { scene: "fight", milliseconds: 1400, opens: true },
  trophies_won: { scene: "fight", milliseconds: 900 },
  gold_seized: { scene: "fight", milliseconds: 900 },
  object_seized: { scene: "fight", milliseconds: 900 },
  card_taken: { scene: "card", milliseconds: 900 },
  gold_taken: { scene: "card", milliseconds: 900 },
  stat_changed: { scene: "change", milliseconds: 900 },
  penalty_set: { scene: "change", milliseconds: 900 },
  spell_cast: { scene: "spell", milliseconds: 2200, opens: true },
  spell_cancelled: { scene: "spell", milliseconds: 1400 },
  adventurer_died: { scene: "death", milliseconds: 2400, opens: true },
  seat_eliminated: { scene: "death", milliseconds: 1600 },
  crystal_taken: { scene: "crystal", milliseconds: 2400, opens: true },
};

/** The scenes that a throw belongs to, by its purpose; it opens those of a path and a trial. @type {Record<string, Beat>} */
const THROWS = {
  distance: { scene: "path", milliseconds: 900, opens: true },
  fork: { scene: "path", milliseconds: 700 },
  fight: { scene: "fight", milliseconds: 800 },
  enemy: { scene: "fight", milliseconds: 800 },
  trial: { scene: "trial", milliseconds: 1000 },
  gate: { scene: "gate", milliseconds: 900 },
};
const THROW = { scene: "throw", milliseconds: 900, opens: true };

/** @type {import("../picture.js").Script} */
export const script = {
  isAside,
  isGrave: (state, seat, move) => isGrave(/** @type {State} */ (state), seat, move),
  beat: (event) => (event.type === "die_rolled" ? THROWS[event.data.purpose] ?? THROW : BEATS[event.type] ?? null),
  advance: (state, event) => {
    const book = BOOKED[event.type];
    return book ? book(/** @type {State} */ (state), /** @type {any} */ (event.data), event) : state;
  },
};

/** @type {Record<string, (state: State, data: any, event: MatchEvent) => State>} */
const BOOKED = {
  // What was asked before is not what is played, and the way of the last turn not the one that is gone now.
  choice_made: (state) => ({ ...state, asked: null }),
  spell_cast: (state) => ({ ...state, asked: null }),
  turn_started: (state, { round }, { seat }) => walked({ ...state, turn: seat, round }, () => []),
  turn_ended: (state) => ({ ...state, turn: null }),
  turn_skipped: (state, { round, left }, { seat }) =>
    adventurer({ ...state, turn: null, round }, seat, (one) => ({ penalties: one.penalties && { ...one.penalties, lose_turn: left } })),
  step_taken: (state, { before, after }, { seat }) =>
    walked(adventurer(state, seat, () => ({ area: after, entered_from: before })), (path) => [...(path.length ? path : [before]), after]),
  carried: (state, { after }, { seat }) => adventurer(state, seat, () => ({ area: after, entered_from: null })),
  gate_opened: (state, { gate }) => ({ ...state, gates_open: [...state.gates_open, gate] }),
  stat_changed: (state, { stat, after }, { seat }) => adventurer(state, seat, () => ({ [stat]: after })),
  penalty_set: (state, { penalty, after }, { seat }) =>
    adventurer(state, seat, (one) => ({ penalties: one.penalties && { ...one.penalties, [penalty]: after } })),
  gold_taken: (state, { amount }, { seat }) => adventurer(state, seat, gains(amount)),
  gold_seized: (state, { loser, amount }, { seat }) =>
    adventurer(adventurer(state, loser, gains(-amount)), seat, gains(amount)),
  card_drawn: (state, { deck }) => ({ ...state, stacks: { ...state.stacks, [deck]: (state.stacks[deck] ?? 0) - 1 } }),
};

/**
 * @param {State} state @param {number | null} seat @param {(one: Adventurer) => Partial<Adventurer>} change
 * @returns {State}
 */
const adventurer = (state, seat, change) =>
  ({ ...state, adventurers: state.adventurers.map((one) => (one.seat === seat ? { ...one, ...change(one) } : one)) });

/**
 * @param {State} state @param {(path: readonly string[]) => string[]} change of the way of this turn
 * @returns {State}
 */
const walked = (state, change) =>
  ({ ...state, turn_so_far: state.turn_so_far && { ...state.turn_so_far, path: change(state.turn_so_far.path) } });

/** Who lies dead has no gold. @param {number} amount @returns {(one: Adventurer) => Partial<Adventurer>} */
const gains = (amount) => (one) => ({ gold: one.gold === null ? null : one.gold + amount });
