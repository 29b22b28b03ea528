/**
 * What happened, told as stories: events of one turn belong together, turns of one round stand below its heading, and of each
 * story the events that tell it are known. `events` follow each other without a gap, and may begin anywhere.
 *
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {{ events: MatchEvent[], told: MatchEvent[] }} Story `told`: those that say in a line what the story was
 * @typedef {{ round: number | null, stories: Story[] }} Part
 */

/** What opens a story, by game. @type {Record<string, string[]>} */
const OPENS = {
  "rock-paper-wizard": ["match_started", "round_begun", "gestures_revealed", "spell_begun", "gold_scored"],
  "spell-a-spell": ["match_started", "run_started", "turn_started", "extra_turn", "run_ended"],
  cave: ["match_started", "turn_started", "turn_skipped"],
};
/** Of a game that is not known here. */
const LIKELY = /_(?:begun|started)$/;

/** What opens a round, by the field that numbers it. @type {Record<string, string>} */
const ROUNDS = { round_begun: "round", turn_started: "round", turn_skipped: "round", run_started: "run" };

/** Steps on the way that nobody tells a friend. */
const ASKED = ["question_put", "question_closed", "choice_made", "choice_defaulted", "reaction_passed", "window_opened", "window_declined",
  "hand_passed", "clock_changed"];
const FOLDED = new Set([...ASKED, "move_taken_back", "turn_ended", "cards_drawn", "spell_standing", "spell_ended",
  "cave_cards_counted", "win_checked", "card_discarded", "die_rolled"]);

/** What tells a story, the weightiest first. Where nothing of it has happened, all that is not folded away does. */
const TELLING = ["match_ended", "adventurer_died", "seat_eliminated", "seat_resigned", "run_ended", "crystal_taken",
  "crystal_chamber_found", "duel_decided", "fight_decided", "trial_decided", "word_cast", "spell_begun", "gold_scored", "effect_played",
  "vote_closed", "gate_opened", "gestures_revealed", "spell_cast", "cards_stolen", "evaded", "seat_bewitched", "free_pass",
  "effect_applied", "chamber_identified", "gold_seized", "object_seized", "carried", "card_drawn", "gold_taken", "stat_changed",
  "turn_skipped", "gesture_cancelled", "gesture_redirected", "word_refused", "move_stopped", "gate_tried", "stat_tested", "step_taken"];
/** So many sentences are one line. */
const SENTENCES = 2;

/** Whether an event is a step on the way. @param {MatchEvent} event */
export const isFolded = (event) => FOLDED.has(event.type);

/** @param {Record<string, string[]>} types by game @param {string} game @param {MatchEvent} event */
const isOf = (types, game, { type }) => types[game]?.includes(type) ?? LIKELY.test(type);

/**
 * The stories, in order; every event is in one of them.
 * @param {string} game @param {MatchEvent[]} events @returns {Part[]}
 */
export function parts(game, events) {
  /** @type {Part[]} */
  const found = [];
  for (const event of events) {
    const part = found.at(-1), round = roundOf(event);
    if (!part || (round !== null && round !== part.round)) found.push({ round: round ?? null, stories: [] });
    const { stories } = /** @type {Part} */ (found.at(-1)), story = stories.at(-1);
    if (story && !isOf(OPENS, game, event)) story.events.push(event);
    else stories.push({ events: [event], told: [] });
  }
  for (const { stories } of found) for (const story of stories) story.told = telling(story.events);
  return found;
}

/** The number of the round that an event opens. @param {MatchEvent} event @returns {number | null} */
function roundOf({ type, data }) {
  const number = /** @type {Record<string, unknown> | null} */ (data)?.[ROUNDS[type] ?? ""];
  return typeof number === "number" ? number : null;
}

/** @param {MatchEvent[]} events of a story @returns {MatchEvent[]} */
function telling(events) {
  const weight = (/** @type {MatchEvent} */ { type }) => TELLING.indexOf(type);
  const weighty = events.filter((event) => weight(event) >= 0)
    // Of the steps of a path the last one tells where it led.
    .filter(({ type }, at, all) => type !== "step_taken" || !all.slice(at + 1).some((one) => one.type === type));
  const best = [...weighty].sort((one, other) => weight(one) - weight(other)).slice(0, SENTENCES);
  if (best.length) return weighty.filter((event) => best.includes(event));
  const plain = events.filter((event) => !isFolded(event));
  return (plain.length ? plain : events).slice(0, 1);
}

/**
 * The versions at which a story is told to its end, in order: where a replay rests that goes by turns.
 * @param {string} game @param {MatchEvent[]} events
 */
export const ends = (game, events) =>
  parts(game, events).flatMap(({ stories }) => stories.map((story) => story.events.at(-1)?.version ?? 0));

/** Where what leads to a moment begins, by game: all casts of a round, one turn. @type {Record<string, string[]>} */
const LEADS = {
  "rock-paper-wizard": ["round_begun", "gestures_revealed"], "spell-a-spell": ["run_started", "turn_started", "extra_turn"],
  cave: ["turn_started"],
};

/**
 * The version from which a moment is watched: what led to it is seen too.
 * @param {string} game @param {MatchEvent[]} events @param {number} version of the moment
 */
export const leadsTo = (game, events, version) => events
  .filter((event) => event.version <= version && isOf(LEADS, game, event)).at(-1)?.version ?? version;

/**
 * What is to be heard of events that have come: all that happened, one's own first; of questions and decisions only where
 * there is nothing else the last.
 * @param {MatchEvent[]} events @param {number | null} me
 */
export function heard(events, me) {
  const happened = events.filter(({ type }) => !ASKED.includes(type));
  const isMine = (/** @type {MatchEvent} */ { seat, text }) => me !== null && (seat === me || text.some((piece) => piece.seat === me));
  return happened.length ? [...happened.filter(isMine), ...happened.filter((event) => !isMine(event))] : events.slice(-1);
}
