/**
 * What a player may want to look up at the table: the rules in short clauses, and whether a word counts. Fetched when opened.
 *
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Names} Names
 * @typedef {import("../app.js").App} App
 */
import { html, nothing } from "../vendor/lit-html.js";
import { get } from "../api.js";
import { filled } from "./forms.js";
import { route } from "../paths.js";

/**
 * @param {{ app: App, clauses: Record<string, Record<string, string>> | null, want: () => void }} table `want` has the clauses fetched
 */
export const rules = ({ app, clauses, want }) => html`<details class="rules" @toggle=${want}><summary>${app.words.rules}</summary>
  ${clauses ? html`<dl>${Object.entries(clauses).map(([id, texts]) => html`<dt><bdi>${id}</bdi></dt><dd>${texts[app.language]}</dd>`)}</dl>`
  : html`<p class="faint">${app.words.loading}</p>`}</details>`;

/** Nothing in games without words. @param {{ app: App, game: Game }} table */
export function lookUp({ app, game }) {
  /** @type {{ word: string, in: boolean, why: Names } | null} */
  let found = null;
  if (!game.links.lexicon) return () => nothing;
  const look = (/** @type {SubmitEvent} */ event) => {
    const { word = "" } = filled(event);
    return app.attempt(async () => {
      found = null;
      found = await get(route`/games/${game.game}/words/${word}`);
    });
  };
  return () => html`<details class="words"><summary>${app.words.look_up}</summary><form class="line" @submit=${look}>
      <label class="field"><span>${app.words.word}</span><input name="word" dir="auto" required
        autocomplete="off"></label><button type="submit">${app.words.look_up}</button></form>
    ${found ? html`<p role="status"><strong>${found.in ? "✓" : "✗"} <bdi>${found.word}</bdi></strong>
      ${found.why[/** @type {"en"} */ (app.language)]}</p>` : nothing}</details>`;
}
