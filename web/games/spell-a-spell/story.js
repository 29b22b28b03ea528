/**
 * What has happened since the last drawing: a line for each word and effect, and what has changed hands.
 *
 * @typedef {import("../picture.js").Told<"spell-a-spell">} Told
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { backs, pointer, row, shape, who } from "./cards.js";

/** @param {Told} told */
const events = (told) => /** @type {MatchEvent[]} */ (told.changes);

/** A spell that has ended so was answered. */
const WARDED = ["resisted", "special", "firewall"];

/** @param {Told} told */
export function story(told) {
  const found = events(told).map((event) => line(told, event)).filter((one) => one !== null);
  // There though it is empty, so that nothing below it moves.
  return html`<div class="story">${found.map((one) => html`<span class="line">${one}</span>`)}</div>`;
}

/**
 * The latest of it, in a place of its own: a word is laid there letter by letter, an effect shows its sign.
 * @param {Told} told
 */
export function latest(told) {
  const last = events(told).filter((event) => line(told, event) !== null).at(-1);
  return html`<div class="latest">${last ? line(told, last, `laid turn-${told.view.state.words.length % 2}`) : nothing}</div>`;
}

/**
 * @param {Told} told
 * @param {MatchEvent} event
 * @param {string} size of a word
 */
function line({ seats, term }, event, size = "small") {
  const seat = who(seats[event.seat ?? -1]);
  switch (event.type) {
    case "word_proposed": return size === "small" ? null : html`${seat}${row(event.data.word, event.data.fogs, size)}`;
    case "word_cast": return html`${seat}${row(event.data.word, event.data.fogs, size)}${event.data.special
      ? mark("special_word", "star") : nothing}`;
    case "word_refused": return html`${seat}<s>${row(event.data.word, [], "small")}</s>`;
    case "effect_played": return "effect" in event.data
      ? html`${seat}${mark(event.data.effect)}${size === "small" ? nothing : html`<span>${term(event.data.effect)}</span>`}` : null;
    case "spell_ended": return WARDED.includes(event.data.reason) ? html`${seat}${mark("resisted")}` : null;
    case "cards_stolen": return html`${who(seats[event.data.target])}${pointer()}${backs()}<b>${event.data.count}</b>${pointer()}${seat}`;
    case "seat_bewitched": return html`${seat}${mark("bewitched")}`;
    case "free_pass": return html`${seat}<span>${term("free_pass")}</span>`;
    case "vote_closed": return html`${event.data.voters.map((voter, at) =>
      html`${who(seats[voter])}${mark(event.data.votes[at] ?? "")}`)}`;
    default: return null;
  }
}

/** A sign that says what it means. @param {string} key @param {string} [name] */
const mark = (key, name = key) => html`<span data-about=${key}>${shape(name)}</span>`;

/**
 * By how many cards a hand has grown or shrunk by drawing and stealing since the last drawing.
 * @param {Told} told
 * @param {number} seat
 */
export function drawn(told, seat) {
  return events(told).reduce((sum, event) => {
    if (event.type === "cards_drawn" && event.seat === seat && "count" in event.data) return sum + event.data.count;
    if (event.type !== "cards_stolen") return sum;
    return sum + (event.seat === seat ? event.data.count : event.data.target === seat ? -event.data.count : 0);
  }, 0);
}

/**
 * The cards that the viewer was shown since the last drawing: drawn, stolen, passed on by a sandstorm.
 * @param {Told} told
 * @returns {Set<string>}
 */
export const fresh = (told) => new Set(events(told).filter((event) => event.type !== "word_cast").flatMap((event) =>
  event.private.flatMap(({ part }) => "cards" in part && Array.isArray(part.cards) ? part.cards.map(String) : [])));

/**
 * How many cards a seat has put onto its score pile since the last drawing.
 * @param {Told} told
 * @param {number} seat
 */
export const scored = (told, seat) => events(told).reduce((sum, event) =>
  event.type === "word_cast" && event.seat === seat ? sum + [...event.data.key].length : sum, 0);
