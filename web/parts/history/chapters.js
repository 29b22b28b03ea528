/**
 * What a match falls into: where it begins, its chapters, its moves. `events` are those from version 1 on, without a gap.
 *
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {{ event: MatchEvent, depth: number }} Chapter
 */

/** The events that open a chapter, by game, the wider first. */
const HEADS = /** @type {Record<string, string[][]>} */ ({
  "rock-paper-wizard": [["round_begun"]],
  "spell-a-spell": [["run_started"], ["turn_started", "extra_turn"]],
  cave: [["turn_started"], ["fight_decided", "duel_decided"]],
});
/** Of a game that is not known here. */
const LIKELY = /_(?:begun|started)$/;

/**
 * @param {string} game
 * @param {MatchEvent[]} events
 * @returns {Chapter[]}
 */
export function chapters(game, events) {
  return events.flatMap((event) => {
    const depth = depthOf(game, event.type);
    return depth < 0 ? [] : [{ event, depth }];
  });
}

/**
 * @param {string} game
 * @param {string} type
 */
function depthOf(game, type) {
  const known = HEADS[game];
  if (known) return known.findIndex((types) => types.includes(type));
  return LIKELY.test(type) && type !== "match_started" ? 0 : -1;
}

/**
 * The version in which all is laid out and nobody has moved; 1 while a match has not started.
 * @param {MatchEvent[]} events
 */
export function beginning(events) {
  const started = events.findIndex((event) => event.type === "match_started");
  if (started < 0) return 1;
  const at = events[started]?.at;
  const after = events.slice(started).findIndex((event) => event.at !== at || event.move !== null);
  return after < 0 ? events.length : started + after;
}

/**
 * The number of the last move that was made up to a version; 0 before the first.
 * @param {MatchEvent[]} events
 * @param {number} version
 */
export function moveAt(events, version) {
  for (let at = Math.min(version, events.length) - 1; at >= 0; at -= 1) {
    const move = events[at]?.move;
    if (typeof move === "number") return move;
  }
  return 0;
}

/**
 * The version in which a move, and all that followed from it, is done; of no move the beginning.
 * @param {MatchEvent[]} events
 * @param {number} move
 */
export function versionOf(events, move) {
  if (move < 1) return beginning(events);
  const done = events.filter((event) => typeof event.move === "number" && event.move <= move);
  return done.at(-1)?.version ?? beginning(events);
}
