/**
 * The replay of a match: not made yet. `/matches/{id}/replay` and `/matches/{id}?at=n` open it.
 *
 * @typedef {import("../app.js").At} At
 */
import { html } from "../vendor/lit-html.js";
import { ROOT } from "../api.js";

/** @param {At} at */
export function open({ app, parts }) {
  return {
    title: app.words.replay,
    draw: () => html`<h1 tabindex="-1">${app.words.replay}</h1><p>${app.words.replay_soon}</p>
      <a class="button" href="${ROOT}matches/${parts[1] ?? ""}">${app.words.table}</a>`,
  };
}
