/**
 * The picture of a game that has none of its own: what the rules show, as tables of names and values.
 *
 * @typedef {import("./picture.js").AnyTold} AnyTold
 * @typedef {import("../types.js").Json} Json
 */
import { html, nothing } from "../vendor/lit-html.js";

/** Deeper than this nothing is shown. */
const DEPTH = 5;

/** @type {import("./picture.js").AnyPicture} */
export const picture = (told) => html`<div class="generic">${shown(told, /** @type {any} */ (told.view.state), 0)}</div>`;

/**
 * @param {AnyTold} told
 * @param {Json} value
 * @param {number} depth
 * @returns {unknown}
 */
function shown(told, value, depth) {
  if (value === null || depth > DEPTH) return nothing;
  if (typeof value === "string") return html`<bdi>${told.term(value)}</bdi>`;
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return listed(told, value, depth);
  const seat = told.seats.find((one) => one.seat === value.seat);
  return html`<table>
    ${seat ? html`<caption><bdi>${seat.name}</bdi></caption>` : nothing}
    ${Object.entries(value).filter(([name, one]) => one !== null && name !== "seat").map(
      ([name, one]) => html`<tr><th scope="row">${told.term(name).replaceAll("_", " ")}</th><td>${shown(told, one, depth + 1)}</td></tr>`)}
  </table>`;
}

/**
 * @param {AnyTold} told
 * @param {Json[]} values
 * @param {number} depth
 */
function listed(told, values, depth) {
  if (values.every((one) => typeof one !== "object")) {
    return values.map((one, at) => html`${at ? ", " : ""}${shown(told, one, depth + 1)}`);
  }
  return html`<div class="row">${values.map((one) => shown(told, one, depth + 1))}</div>`;
}
