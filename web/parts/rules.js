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

/** @typedef {Record<string, Record<string, string>>} Clauses by id, by language */

/**
 * The clauses that have every word that is sought, wherever it stands; all where nothing is.
 * @param {Clauses} clauses @param {string} sought @param {string} language
 */
export function matching(clauses, sought, language) {
  const parts = sought.toLocaleLowerCase(language).split(/\s+/).filter(Boolean);
  return Object.entries(clauses).filter(([id, texts]) => {
    const text = `${id} ${texts[language] ?? ""}`.toLocaleLowerCase(language);
    return parts.every((part) => text.includes(part));
  });
}

/**
 * What a game is about and what one does in a turn, and below it the rules with a field to seek in them.
 * @param {{ app: App, game: Game }} table
 * @returns {(now: { clauses: Clauses | null, want: () => void }) => unknown} `want` has the clauses fetched
 */
export function rules({ app, game }) {
  let sought = "";
  const seek = (/** @type {Event} */ event) => {
    sought = /** @type {HTMLInputElement} */ (event.target).value;
    app.redraw();
  };
  return ({ clauses, want }) => {
    const { words: said, language } = app, found = clauses ? matching(clauses, sought, language) : [];
    return html`<details class="rules" @toggle=${want}><summary>${said.rules}</summary>
      ${primer(said, game.game)}
      ${clauses ? html`<label class="field"><span>${said.guide.seek}</span><input type="search" autocomplete="off" dir="auto"
          .value=${sought} @input=${seek}></label>
        ${found.length ? html`<dl tabindex="0">
          ${found.map(([id, texts]) => html`<dt><bdi>${id}</bdi></dt><dd>${texts[language]}</dd>`)}</dl>`
          : html`<p role="status">${said.guide.none}</p>`}`
        : html`<p class="faint">${said.loading}</p>`}</details>`;
  };
}

/** Nothing of a game that the page does not know. @param {import("../words.js").Words} said @param {string} game */
function primer({ abouts, turns, guide }, game) {
  const turn = /** @type {Record<string, string>} */ (turns)[game];
  return turn ? html`<h3>${guide.goal}</h3><p>${abouts[game]}</p><h3>${guide.turn}</h3><p>${turn}</p>` : nothing;
}

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
