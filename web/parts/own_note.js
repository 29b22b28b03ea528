/**
 * What the player writes to themselves about a match. It is fetched when it is opened, and kept when the field is left.
 *
 * @typedef {import("../app.js").App} App
 */
import { html } from "../vendor/lit-html.js";
import { call, get } from "../api.js";
import { route } from "../paths.js";
import { input } from "./forms.js";

const MOST = 2_000;

/** @param {{ app: App, match: string }} table */
export function ownNote({ app, match }) {
  const path = route`/matches/${match}/note`;
  /** As the service has it; null until it is fetched. @type {string | null} */
  let kept = null;
  const load = (/** @type {Event} */ event) => {
    if (kept !== null || !(/** @type {HTMLDetailsElement} */ (event.target)).open) return;
    void app.attempt(async () => { kept = (await get(path)).text; });
  };
  const keep = (/** @type {Event} */ event) => {
    const text = input(event).value;
    if (text === kept) return;
    void app.attempt(async () => {
      kept = (await call("PUT", path, { text })).text;
      app.say(app.words.saved);
    });
  };
  return () => html`<details class="note" @toggle=${load}><summary>${app.words.own_note.title}</summary>
    <label class="field"><span>${app.words.own_note.more}</span><textarea rows="5" maxlength=${MOST} dir="auto" .value=${kept ?? ""}
      ?disabled=${kept === null} @change=${keep}></textarea></label></details>`;
}
