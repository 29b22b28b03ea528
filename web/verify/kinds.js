/**
 * The types of events that there are, by game and version of its rules, and how many numbers of chance each takes as far as
 * that stands in the event itself. tests/web/test_verify.py holds the types against the games.
 *
 * @typedef {import("../types.js").Json} Json
 * @typedef {import("../types.js").Fields} Fields
 * @typedef {{ sides: number, result: Json | undefined }} Result a number that was drawn, counted from 0, out of `sides`
 * @typedef {object} Told what an event and its place tell
 * @property {Fields} data
 * @property {Json | undefined} cards the cards that a sealed part names, where it is open
 * @property {boolean} isFirst whether no event before it has the same type
 * @typedef {object} Draw
 * @property {(told: Told) => number} least how many numbers it takes at least; NaN where the event cannot say so
 * @property {(told: Told) => number} most
 * @property {((told: Told, seats: number) => Result[])} [results] all that was drawn, where the event tells it
 */

/** The table's own events, the same for every game; they draw nothing. */
export const TABLE = new Set([
  "autopilot_off", "autopilot_on", "beacon_missed", "clock_changed", "key_bound", "match_cancelled", "match_created", "match_ended",
  "match_started", "move_taken_back", "moves_taken_back", "pause_agreed", "paused", "replacement_agreed", "resume_agreed", "resumed",
  "seat_left", "seat_taken", "take_back_agreed", "take_back_asked", "take_back_refused", "timed_out",
]);

/** Those that a lobby has not. */
export const IN_PLAY = new Set([
  "autopilot_off", "autopilot_on", "clock_changed", "move_taken_back", "moves_taken_back", "pause_agreed", "paused",
  "replacement_agreed", "resume_agreed", "resumed", "take_back_agreed", "take_back_asked", "take_back_refused", "timed_out",
]);

/** @param {(told: Told) => number} count */
const exactly = (count) => ({ least: count, most: count });
/** @type {Draw} */
const NOTHING = exactly(() => 0);
/** @type {Draw} */
const ONE = exactly(() => 1);
/** What somebody has chosen or known before takes none. @type {Draw} */
const AT_MOST_ONE = { least: () => 0, most: () => 1 };
/** @type {Draw} */
const AS_MANY_AS_CARDS = exactly(({ data: { count }, cards }) => {
  // A text or a list that reads as a number is none, and cards that are open must be as many as the event says.
  const fits = typeof count === "number" && (cards === undefined || (Array.isArray(cards) && cards.length === count));
  return fits ? count : NaN;
});
/** @type {Draw} */
const AT_MOST_AS_MANY_AS_CARDS = { ...AS_MANY_AS_CARDS, least: () => 0 };
/** @type {Draw} */
const DICE = {
  ...exactly(({ data }) => (Array.isArray(data.dice) && data.dice.length) || NaN),
  results: ({ data: { dice } }) => (Array.isArray(dice) ? dice : [])
    .map((die) => ({ sides: 6, result: typeof die === "number" ? die - 1 : -1 })),
};
/** The seat in a field was drawn out of all. @param {string} field @returns {Draw} */
const seatIn = (field) => ({ ...ONE, results: ({ data }, seats) => [{ sides: seats, result: data[field] }] });
/**
 * The dealer of the first run is drawn, and later ones follow from it. The run's number is not asked: a forger would call the
 * first run the second and name any dealer.
 * @type {Draw}
 */
const DEALER = {
  ...exactly(({ isFirst }) => (isFirst ? 1 : 0)),
  results: ({ data, isFirst }, seats) => (isFirst ? [{ sides: seats, result: data.dealer }] : []),
};

/**
 * @param {[number, number]} seats how many play, at least and at most
 * @param {string} quiet types that draw nothing
 * @param {Record<string, Draw>} drawing
 */
const game = (seats, quiet, drawing) =>
  ({ seats, kinds: new Map([...quiet.split(" ").map((type) => /** @type {[string, Draw]} */ ([type, NOTHING])),
    ...Object.entries(drawing)]) });

const FIRST = new Map([
  ["cave 1", game(
    [2, 6],
    "ability_used adventurer_died armour_rolled bonus_set card_discarded card_left card_taken cave_cards_counted cave_prepared "
    + "chamber_identified choice_made crystal_chamber_found crystal_taken deck_renewed duel_decided effect_applied evaded fight_decided "
    + "gate_opened gate_tried gold_seized gold_taken last_survivor_remained move_stopped object_seized penalty_set question_closed "
    + "question_put reaction_passed round_limit_reached seat_eliminated seat_resigned spell_cancelled spell_cast spell_resolved "
    + "stack_ordered stat_changed stat_tested step_taken trial_decided trophies_exchanged trophies_won turn_ended turn_skipped "
    + "turn_started",
    {
      belonging_discarded: AT_MOST_ONE, card_drawn: AT_MOST_ONE, cards_peeked: AT_MOST_AS_MANY_AS_CARDS, carried: AT_MOST_ONE,
      character_dealt: AT_MOST_ONE, die_rolled: DICE, first_seat_drawn: seatIn("first_seat"), spell_drawn: ONE,
    },
  )],
  ["rock-paper-wizard 1", game(
    [3, 6],
    "book_card_retired choice_defaulted choice_made discard_became_deck effect_applied gesture_cancelled gesture_redirected "
    + "gestures_revealed gold_scored lair_prepared last_seat_remained marker_passed receiver_asked receiver_chosen round_begun "
    + "seat_resigned spell_begun wild_card_discarded wild_pair_formed win_checked wizard_reentered",
    {
      card_placed: ONE, card_rejected: ONE, first_player_drawn: seatIn("first_player"), gesture_made_wild: ONE, wild_card_drawn: ONE,
    },
  )],
  ["spell-a-spell 1", game(
    [2, 5],
    "effect_played extra_turn free_pass hand_passed hands_rotated last_seat_remained run_ended seat_bewitched seat_resigned "
    + "snowball_round_ended snowball_thrown spell_ended spell_standing turn_started vote_cast vote_closed window_declined "
    + "window_opened word_cast word_proposed word_refused",
    { cards_dealt: AS_MANY_AS_CARDS, cards_drawn: AS_MANY_AS_CARDS, cards_stolen: AS_MANY_AS_CARDS, run_started: DEALER },
  )],
]);
// Version 2 of these has the same types.
const GAMES = new Map([...FIRST, ...["cave", "spell-a-spell"].map((slug) =>
  /** @type {[string, ReturnType<typeof game>]} */ ([`${slug} 2`, /** @type {any} */ (FIRST.get(`${slug} 1`))]))]);

/**
 * How many play a game, and the types of its own events, each with what it draws; undefined for rules that are not known here.
 * @param {Json | undefined} slug
 * @param {Json | undefined} rules
 */
export const gameOf = (slug, rules) => (typeof slug === "string" && typeof rules === "string" ? GAMES.get(`${slug} ${rules}`) : undefined);

/** All that is known, for the tests. */
export const known = () =>
  Object.fromEntries([...GAMES].map(([name, { seats, kinds }]) => [name, { seats, types: [...kinds.keys()].sort() }]));
