/**
 * A match in passages that are played one after the other: from where each of its chapters opens to the next.
 *
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {{ from: number, events: MatchEvent[] }} Passage `from` is the version before the first of its events
 */
import { chapters } from "../../parts/history/chapters.js";

/** So many events of a passage are played at most: what comes after is left out. */
const MOST = 120;

/** @param {string} game @param {MatchEvent[]} events from version 1 on, without a gap @returns {Passage[]} */
export function partsOf(game, events) {
  const opened = chapters(game, events).filter(({ depth }) => depth === 0).map(({ event }) => event.version);
  return opened.map((from, at) => ({ from, events: events.slice(from, (opened[at + 1] ?? events.length + 1) - 1).slice(0, MOST) }))
    .filter((one) => one.events.length > 0);
}
