/**
 * What of Rock Paper Wizard is played on the stage, and for how long: the reveal, cast by cast, the gold, the new round. Each
 * event says what it changed, so the position within a round is booked from the events alone.
 *
 * @typedef {import("../picture.js").Told<"rock-paper-wizard">["view"]["state"]} State
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {State["gestures"][number]} Gesture
 * @typedef {{ wizard: number, of: string, after: number }} Change
 */

/** Milliseconds that each event is shown for, and the scene that it belongs to. @type {Record<string, import("../picture.js").Beat>} */
const BEATS = {
  gestures_revealed: { scene: "reveal", milliseconds: 2400 },
  wild_pair_formed: { scene: "reveal", milliseconds: 900 },
  spell_begun: { scene: "cast", milliseconds: 900, opens: true },
  effect_applied: { scene: "cast", milliseconds: 1100 },
  gesture_redirected: { scene: "cast", milliseconds: 1100 },
  gesture_cancelled: { scene: "cast", milliseconds: 1100 },
  gesture_made_wild: { scene: "cast", milliseconds: 1100 },
  receiver_chosen: { scene: "cast", milliseconds: 900 },
  gold_scored: { scene: "gold", milliseconds: 1800 },
  wizard_reentered: { scene: "round", milliseconds: 600 },
  book_card_retired: { scene: "round", milliseconds: 600 },
  marker_passed: { scene: "round", milliseconds: 900 },
};

/** @type {Gesture} */
const NONE = { source: null, card: null, aim: null, state: "none" };

/** @type {import("../picture.js").Script} */
export const script = {
  beat: (event) => BEATS[event.type] ?? null,
  advance: (state, event) => {
    const book = BOOKED[event.type];
    return book ? book(/** @type {State} */ (state), /** @type {any} */ (event.data), event) : state;
  },
};

/** @type {Record<string, (state: State, data: any, event: MatchEvent) => State>} */
const BOOKED = {
  first_player_drawn: (state, { first_player }) => ({ ...state, first_player }),
  choice_made: (state, _, { seat }) => wizard(state, seat, { ready: true }),
  choice_defaulted: (state, _, { seat }) => wizard(state, seat, { ready: true, defaulted: true }),
  seat_resigned: (state, _, { seat }) => wizard(state, seat, { resigned: true, ready: false, defaulted: false }),
  gestures_revealed: (state, { gestures }) => ({
    ...state, step: "reveal", your_choice: null,
    wizards: state.wizards.map((one) => ({ ...one, ready: false, defaulted: !gestures[one.seat] && !one.resigned })),
    gestures: gestures.map((/** @type {{ spell: string, target: number } | null} */ one) =>
      one ? { source: "book", card: one.spell, aim: one.target, state: "pointing" } : NONE),
  }),
  wild_card_drawn: (state, _, { seat }) => ({ ...gesture(state, seat, { source: "wild", card: null }), deck_size: state.deck_size - 1 }),
  spell_begun: (state, { card }, { seat }) => ({ ...gesture(state, seat, { card, state: "released" }), step: "resolve", caster: seat }),
  effect_applied: (state, { changes }) => changes.reduce(changed, state),
  gesture_redirected: (state, { wizard: seat, after }) => gesture(state, seat, { aim: after }),
  gesture_cancelled: (state, { wizard: seat, card }) =>
    discarded(gesture(state, seat, card ? { state: "cancelled", card } : { state: "cancelled" }), card),
  gesture_made_wild: (state, { wizard: seat }) =>
    ({ ...gesture(state, seat, { source: "wild", card: null }), deck_size: state.deck_size - 1 }),
  wild_card_discarded: (state, { card }) => discarded(state, card),
  gold_scored: (state, { amounts }) => ({
    ...state, step: "score", caster: null,
    wizards: state.wizards.map((one) => ({ ...one, gold: one.gold + (amounts[one.seat] ?? 0) })),
  }),
  win_checked: (state, { result }) => (result === "play_on" ? rested({ ...state, step: "refresh" }) : state),
  wizard_reentered: (state, { wizard: seat, after }) => wizard(state, seat, { pos: after }),
  book_card_retired: (state, { card }) => discarded({ ...state, book: state.book.slice(0, -1) }, card),
  card_placed: (state, { card }) => ({ ...state, book: [card, ...state.book], deck_size: state.deck_size - 1 }),
  card_rejected: (state, { card }) => ({ ...discarded(state, card), deck_size: state.deck_size - 1 }),
  discard_became_deck: (state, { count }) => ({ ...state, discard: [], deck_size: count }),
  marker_passed: (state, { first_player }) => ({ ...state, first_player }),
  round_begun: (state, { round }) => rested({ ...state, step: "learn", round }),
};

/** Nobody points any more. @param {State} state @returns {State} */
const rested = (state) => ({ ...state, gestures: [], wizards: state.wizards.map((one) => ({ ...one, defaulted: false })) });

/** @param {State} state @param {Change} change @returns {State} */
const changed = (state, { wizard: seat, of, after }) => wizard(state, seat, { [of]: after });

/** @param {State} state @param {number | null} seat @param {Partial<State["wizards"][number]>} change @returns {State} */
const wizard = (state, seat, change) =>
  ({ ...state, wizards: state.wizards.map((one) => (one.seat === seat ? { ...one, ...change } : one)) });

/** @param {State} state @param {number | null} seat @param {Partial<Gesture>} change @returns {State} */
const gesture = (state, seat, change) =>
  ({ ...state, gestures: state.gestures.map((one, at) => (at === seat ? { ...one, ...change } : one)) });

/** @param {State} state @param {string | null} card @returns {State} */
const discarded = (state, card) => (card ? { ...state, discard: [...state.discard, card] } : state);
