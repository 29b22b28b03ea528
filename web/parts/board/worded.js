/**
 * A table without its picture: headed lists for screen readers, and for everybody who would rather read.
 *
 * @typedef {import("../../games/picture.js").AnyTold} AnyTold
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { prefersWords } from "../preferences.js";

/**
 * What the picture shows, in words; out of sight where the picture is preferred.
 * @param {AnyTold} told @param {import("../../games/picture.js").AnyWording | null} wording @param {import("../../words.js").Words} said
 */
export function worded(told, wording, said) {
  if (!wording) return nothing;
  return html`<section class="worded ${prefersWords() ? "" : "unseen"}"><h2>${said.plain.title}</h2>
    ${listed(told, wording).map(({ heading, lines }) => html`<h3>${heading}</h3><ul>${lines.map((line) =>
      html`<li>${line}</li>`)}</ul>`)}</section>`;
}

/**
 * The buttons and the question stand without it: a table goes on where words fail.
 * @param {AnyTold} told @param {import("../../games/picture.js").AnyWording} wording
 */
function listed(told, wording) {
  try {
    return wording(told);
  } catch (error) {
    console.error(error);
    return [];
  }
}
