/**
 * What of Spell-a-Spell is played on the stage, and for how long: the word laid letter by letter, effects and who dodges
 * them, whom the spell catches. Each event says what it changed, so positions between are booked from the events alone.
 *
 * @typedef {import("../picture.js").Told<"spell-a-spell">["view"]["state"]} State
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {State["players"][number]} Player
 */

import { faultOf } from "./laying.js";

/** Milliseconds of a word, and of each of its letters. */
const WORD = 900, LETTER = 260;

/** @type {Record<string, import("../picture.js").Beat>} */
const BEATS = {
  word_refused: { scene: "word", milliseconds: 1500, opens: true },
  vote_closed: { scene: "vote", milliseconds: 1800, opens: true },
  extra_turn: { scene: "word", milliseconds: 900 },
  spell_standing: { scene: "word", milliseconds: 700 },
  spell_ended: { scene: "word", milliseconds: 700 },
  seat_bewitched: { scene: "caught", milliseconds: 1600, opens: true },
  free_pass: { scene: "pass", milliseconds: 1000, opens: true },
  effect_played: { scene: "effect", milliseconds: 1300, opens: true },
  hands_rotated: { scene: "effect", milliseconds: 1500 },
  snowball_thrown: { scene: "effect", milliseconds: 1000 },
  window_declined: { scene: "effect", milliseconds: 500 },
  cards_stolen: { scene: "effect", milliseconds: 1300 },
  run_ended: { scene: "run", milliseconds: 1800, opens: true },
};

/** @type {import("../picture.js").Script} */
export const script = {
  beat: (event) => {
    if (event.type === "word_cast" || event.type === "word_proposed") return laid(event);
    // Whom it has caught is told by a scene of its own.
    return event.type === "spell_ended" && event.data.reason === "bewitched" ? null : BEATS[event.type] ?? null;
  },
  advance: (state, event) => {
    const book = BOOKED[event.type];
    return book ? book(/** @type {State} */ (state), /** @type {any} */ (event.data), event) : state;
  },
  faultOf: (told, move) => faultOf(/** @type {any} */ (told), move),
};

/** @param {MatchEvent} event @returns {import("../picture.js").Beat} */
function laid({ data }) {
  const letters = "word" in data && typeof data.word === "string" ? [...data.word].length : 0;
  return { scene: "word", milliseconds: WORD + letters * LETTER, opens: true };
}

/** @type {Record<string, (state: State, data: any, event: MatchEvent) => State>} */
const BOOKED = {
  run_started: (state, { run, dealer }) => ({
    ...state, run, dealer, phase: "dealing", turn: null, spell: null, words: [], discard: { sandstorm: 0, firewall: 0, snowball: 0 },
    // All cards are the deck again.
    deck_size: state.deck_size + sum(Object.values(state.discard)) + sum(state.players.map((one) => one.hand_size + one.score_pile_size)),
    players: state.players.map((one) =>
      ({ ...one, hand_size: 0, hand: one.hand && [], score_pile_size: 0, score_pile: one.score_pile && [], bewitched: false })),
  }),
  turn_started: (state, _, { seat }) => ({ ...player(state, seat, { bewitched: false }), turn: seat, phase: "turn" }),
  extra_turn: (state, _, { seat }) => ({ ...state, turn: seat, phase: "turn" }),
  word_proposed: (state, { word, key, fogs, voters }, event) => ({
    ...parted(state, event, length(key)), phase: "word_vote",
    proposed: { seat: event.seat ?? 0, word, length: length(key), fogs, voters, voted: [] },
  }),
  vote_cast: (state, _, { seat }) => ({ ...state, proposed: state.proposed && voted(state.proposed, seat) }),
  word_refused: (state) => {
    const open = state.proposed;
    if (!open) return state;
    return { ...player(state, open.seat, { hand_size: sizeOf(state, open.seat) + open.length }), proposed: null, phase: "turn" };
  },
  word_cast: (state, { word, key, fogs }, event) => {
    const before = state.proposed ? { ...state, proposed: null } : parted(state, event, length(key));
    const one = before.players[event.seat ?? -1];
    return {
      ...player(before, event.seat, {
        score: (one?.score ?? 0) + length(key), score_pile_size: (one?.score_pile_size ?? 0) + length(key),
        score_pile: one?.score_pile ? [...one.score_pile, ...cardsOf(event)] : null,
      }),
      words: [...state.words, { seat: event.seat ?? 0, word, length: length(key), fogs }], phase: "turn",
    };
  },
  cards_dealt: (state, { count, open_cards }, event) => drawn(state, event, count, open_cards),
  cards_drawn: (state, { count, open_cards }, event) => drawn(state, event, count, open_cards),
  spell_standing: (state, { on, word, key }, { seat }) => ({ ...state, spell: { word, length: length(key), caster: seat ?? 0, on } }),
  spell_ended: (state) => ({ ...state, spell: null }),
  seat_bewitched: (state, _, { seat }) => player(state, seat, { bewitched: true }),
  effect_played: (state, { effect }, event) => {
    const known = /** @type {keyof State["discard"]} */ (effect);
    return { ...parted(state, event, 1), discard: { ...state.discard, [known]: state.discard[known] + 1 } };
  },
  hands_rotated: (state, { givers, receivers }) => ({
    ...state, players: state.players.map((one) => {
      const giver = state.players[givers[receivers.indexOf(one.seat)]];
      // What of them one's own seat was given, the present shows.
      return giver ? { ...one, hand_size: giver.hand_size, hand: giver.hand ?? (one.hand ? [] : null) } : one;
    }),
  }),
  snowball_thrown: (state, { number, takes, target }, { seat }) => ({
    ...state, phase: "snowball", snowball: { initiator: state.snowball?.initiator ?? seat ?? 0, thief: seat ?? 0, target, number, takes },
  }),
  window_opened: (state, { window }) => ({ ...state, phase: window === "defence" ? "snowball_defence" : "snowball_reply" }),
  window_declined: (state) => ({ ...state, phase: "snowball" }),
  cards_stolen: (state, { target, count, open_cards }, event) => {
    const moved = open_cards ?? cardsOf(event), hand = state.players[target]?.hand?.filter((id) => !moved.includes(id)) ?? null;
    return given(player(state, target, { hand_size: sizeOf(state, target) - count, hand }), event.seat, count, moved);
  },
  snowball_round_ended: (state, _, { seat }) => ({ ...state, snowball: null, phase: "turn", turn: seat }),
  seat_resigned: (state, _, { seat }) => player(state, seat, { resigned: true, bewitched: false }),
};

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/** @param {string} key */
const length = (key) => [...key].length;

/** The cards that this viewer was told of an event. @param {MatchEvent} event */
const cardsOf = (event) => event.private.flatMap(({ part }) => ("cards" in part && Array.isArray(part.cards) ? part.cards.map(String)
  : "card" in part ? [String(part.card)] : []));

/** @param {NonNullable<State["proposed"]>} proposed @param {number | null} seat */
const voted = (proposed, seat) => ({
  ...proposed, voted: proposed.voters.filter((one) => one === seat || proposed.voted.includes(one)),
});

/** @param {State} state @param {number} seat */
const sizeOf = (state, seat) => state.players[seat]?.hand_size ?? 0;

/** @param {State} state @param {number | null} seat @param {Partial<Player>} change @returns {State} */
const player = (state, seat, change) =>
  ({ ...state, players: state.players.map((one) => (one.seat === seat ? { ...one, ...change } : one)) });

/** Cards have left the hand of who acts. @param {State} state @param {MatchEvent} event @param {number} count @returns {State} */
function parted(state, event, count) {
  const one = state.players[event.seat ?? -1], cards = cardsOf(event);
  const hand = one?.hand?.filter((id) => !cards.includes(id)) ?? null;
  return player(state, event.seat, { hand_size: (one?.hand_size ?? 0) - count, hand });
}

/** @param {State} state @param {number | null} seat @param {number} count @param {string[]} cards @returns {State} */
function given(state, seat, count, cards) {
  const one = state.players[seat ?? -1];
  return player(state, seat, { hand_size: (one?.hand_size ?? 0) + count, hand: one?.hand ? [...one.hand, ...cards] : null });
}

/** @param {State} state @param {MatchEvent} event @param {number} count @param {string[] | null} open @returns {State} */
const drawn = (state, event, count, open) =>
  ({ ...given(state, event.seat, count, open ?? cardsOf(event)), deck_size: state.deck_size - count });
