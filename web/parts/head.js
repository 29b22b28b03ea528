/**
 * What stands at the head of every room: the mark and name of the service, and in which language and colours it is shown.
 *
 * @typedef {import("../types.js").Language} Language
 * @typedef {import("../app.js").App} App
 */
import { html, nothing, svg } from "../vendor/lit-html.js";
import { ROOT } from "../api.js";
import { input } from "./forms.js";
import { dressIn, theme, THEMES } from "./preferences.js";
import { ownNames } from "../words.js";

/** The letter of the icon, in a square of 64. */
const LETTER = "M14 18h36v7H36v25h-8V25H14z";

/** What a device, a light and a dark room look like, in a square of 24. */
const LOOKS = {
  auto: "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM12 5a7 7 0 0 1 0 14z",
  light: "M12 7.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9zM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4zM4 5.4L5.4 4l2.8 2.8"
    + "-1.4 1.4zM15.8 17.2l1.4-1.4L20 18.6 18.6 20zM4 18.6l2.8-2.8 1.4 1.4L5.4 20zM15.8 6.8L18.6 4 20 5.4l-2.8 2.8z",
  dark: "M20 14.5A8.5 8.5 0 1 1 10 3.6a7 7 0 0 0 10 10.9z",
};

/** The mark of the service. */
export const mark = () => html`<svg viewBox="0 0 64 64" aria-hidden="true">${svg`<rect width="64" height="64" rx="14"></rect>
  <path d=${LETTER}></path>`}</svg>`;

/** The way home. @param {App} app @param {boolean} isHere */
export const brand = (app, isHere) => html`<a class="brand" href=${ROOT} aria-label=${`Tabularium: ${app.words.home}`}
  aria-current=${isHere ? "page" : nothing}>${mark()}<span>Tabularium</span></a>`;

/** Language and colours. @param {App} app */
export function wishes(app) {
  const said = app.words, now = theme();
  const speak = (/** @type {Event} */ event) => {
    const language = /** @type {Language} */ (input(event).value);
    void app.attempt(() => app.speak(language)).then(app.open);
  };
  const turn = () => {
    dressIn(THEMES[(THEMES.indexOf(now) + 1) % THEMES.length] ?? "auto");
    app.redraw();
  };
  const text = `${said.theme}: ${said.themes[now]}`;
  return html`<div class="wishes"><label class="language"><span class="unseen">${said.language}</span>
      <span class="code" aria-hidden="true">${app.language}</span><select @change=${speak}>${Object.entries(ownNames()).map(([one, name]) =>
        html`<option value=${one} lang=${one} ?selected=${one === app.language}>${name}</option>`)}</select></label>
    <button type="button" class="theme" aria-label=${text} title=${text} @click=${turn}><svg viewBox="0 0 24 24"
      aria-hidden="true">${svg`<path d=${LOOKS[now]}></path>`}</svg></button></div>`;
}
