/**
 * An address that leads nowhere.
 *
 * @typedef {import("../app.js").At} At
 */
import { html } from "../vendor/lit-html.js";
import { ROOT } from "../api.js";

/** @param {At} at @returns {import("../app.js").Room} */
export function open({ app }) {
  return {
    get title() {
      return app.words.unknown.title;
    },
    draw() {
      const said = app.words;
      return html`<h1 tabindex="-1">${said.unknown.title}</h1><p>${said.unknown.more}</p>
        <div class="choices"><a class="button" href=${ROOT}>${said.home}</a> <a class="button" href="${ROOT}lobby">${said.lobby}</a></div>`;
    },
  };
}
