/**
 * The history in words: a line for each turn below the heading of its round, its events behind a tap, and behind each event
 * the clauses that it goes by. Steps on the way, as questions and decisions, are there on a wish.
 *
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {import("../../types.js").Piece} Piece
 * @typedef {import("./stories.js").Story} Story
 * @typedef {{ game: string, events: MatchEvent[], say: (pieces: Piece[], page?: (seat: number) => string | null) => unknown,
 *             clauses: Record<string, Record<string, string>> | null,
 *             language: import("../../types.js").Language, said: import("../../words.js").Words, want: () => void,
 *             link?: (version: number) => string, page?: (seat: number) => string | null, now?: number, since?: number,
 *             known?: MatchEvent[] }} Log
 *   `page` tells where the page about a player is; `known` are all events that are here, where fewer are shown; `now` is the
 *   version that a replay shows; what came after `since`, if that is told, is marked
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { filled } from "../../messages.js";
import { spokenIn } from "../../words.js";
import { instant } from "../instants.js";
import { inTheirTime } from "../seats/sitters.js";
import { isFolded, parts } from "./stories.js";

/** The ids of the clauses that an event goes by. @param {MatchEvent} event */
export function clausesOf(event) {
  const data = /** @type {{ rules?: unknown, rule?: unknown, clause?: unknown }} */ (event.data ?? {});
  return [data.rules, data.rule, data.clause].flat().filter((one) => typeof one === "string" && /^[A-Z]+-/.test(one)).map(String);
}

/** @param {Log} log */
export function history(log) {
  const { game, events, said, now, language } = log, spoken = inTheirTime(log.known ?? events, said.seat);
  const found = parts(game, events), last = events.at(-1);
  // A replay has open what it shows, a table what is going on, if that is more than its line says.
  const isOpen = (/** @type {Story} */ story) => (now !== undefined || story.events.length > 1)
    && story.events.some(({ version }) => version === (now ?? last?.version));
  return html`<label class="steps"><input type="checkbox"> ${said.stories.steps}</label>
    <div class="log ${now === undefined ? "newest-last" : ""}" tabindex="0" role="group" aria-label=${said.log}>
    ${found.map(({ round, stories }) => html`<section>
      ${round === null ? nothing : html`<h3>${filled(said.stories.round, { round }, spokenIn(language))}</h3>`}
      ${stories.map((story) => told(log, spoken, story, isOpen(story)))}</section>`)}</div>`;
}

/** @param {Log} log @param {(event: MatchEvent) => Piece[]} spoken @param {Story} story @param {boolean} isOpen */
function told(log, spoken, story, isOpen) {
  const { say, since = 0, language } = log, [first] = story.events;
  // Where there is nothing but steps on the way, they are what there is to read.
  const hides = story.events.some((event) => !isFolded(event));
  const isNew = since > 0 && story.events.some(({ version }) => version > since);
  return html`<details class="story ${isNew ? "new" : ""}" ?open=${isOpen}><summary>${first ? time(first.at, language) : nothing}
      <span>${story.told.map((event, at) => html`${at ? " " : ""}${say(spoken(event))}`)}</span></summary>
    <ol>${story.events.map((event) => line(log, spoken, event, hides && isFolded(event)))}</ol></details>`;
}

/**
 * @param {Log} log @param {(event: MatchEvent) => Piece[]} spoken @param {MatchEvent} event @param {boolean} folds
 */
function line({ say, clauses, language, said, want, link, page, now, since = 0 }, spoken, event, folds) {
  const found = clausesOf(event), at = time(event.at, language);
  return html`<li class="${since && event.version > since ? "new" : ""} ${folds ? "folded" : ""}" value=${event.version}
    aria-current=${event.version === now ? "step" : nothing}>${link ? html`<a class="step" href=${link(event.version)}>${at}</a>` : at}
    <span>${say(spoken(event), page)}</span>
    ${found.length ? html`<details class="clauses" @toggle=${want}><summary aria-label=${said.clause}>§</summary>
      <dl>${found.map((id) => html`<dt><bdi>${id}</bdi></dt><dd>${clauses?.[id]?.[language] ?? said.loading}</dd>`)}</dl></details>`
        : nothing}</li>`;
}

/** @param {string} at @param {string} language */
const time = (at, language) => html`<time datetime=${at} title=${instant(at, language)}>${instant(at, language, "time")}</time>`;
