/**
 * The history in words, with the clauses behind each event one tap away.
 *
 * @typedef {import("../types.js").MatchEvent} MatchEvent
 * @typedef {import("../types.js").Piece} Piece
 * @typedef {{ events: MatchEvent[], say: (pieces: Piece[]) => unknown, clauses: Record<string, Record<string, string>> | null,
 *             language: import("../types.js").Language, said: import("../words.js").Words, want: () => void,
 *             link?: (version: number) => string, now?: number, since?: number, known?: MatchEvent[] }} Log
 *   `known` are all events that are here, where fewer are shown; `now` is the version that a replay shows; what came after `since`,
 *   if that is told, is marked
 */
import { html, nothing } from "../vendor/lit-html.js";
import { inTheirTime } from "./sitters.js";

/** One for each language: to make one takes as long as to draw the line. @type {Map<string, Intl.DateTimeFormat>} */
const times = new Map();

/** @param {string} at @param {string} language */
function time(at, language) {
  const format = times.get(language) ?? new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" });
  times.set(language, format);
  return format.format(new Date(at));
}

/** The ids of the clauses that an event goes by. @param {MatchEvent} event */
export function clausesOf(event) {
  const data = /** @type {{ rules?: unknown, rule?: unknown, clause?: unknown }} */ (event.data ?? {});
  return [data.rules, data.rule, data.clause].flat().filter((one) => typeof one === "string" && /^[A-Z]+-/.test(one)).map(String);
}

/** @param {Log} log */
export function history({ events, say, clauses, language, said, want, link, now, since = 0, known = events }) {
  const spoken = inTheirTime(known, said.seat);
  return html`<ol class="log ${now === undefined ? "newest-last" : ""}" tabindex="0" aria-label=${said.log}>${events.map((event) => {
    const found = clausesOf(event);
    const text = say(spoken(event));
    return html`<li class=${since && event.version > since ? "new" : ""} value=${event.version}
      aria-current=${event.version === now ? "step" : nothing}><time datetime=${event.at}>${time(event.at, language)}</time>
      ${link ? html`<a href=${link(event.version)}>${text}</a>` : html`<span>${text}</span>`}
      ${found.length ? html`<details @toggle=${want}><summary aria-label=${said.clause}>§</summary>
        <dl>${found.map((id) => html`<dt><bdi>${id}</bdi></dt><dd>${clauses?.[id]?.[language] ?? said.loading}</dd>`)}</dl></details>`
          : nothing}</li>`;
  })}</ol>`;
}
