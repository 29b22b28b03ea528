/** What takes the place of something else is drawn anew: words that stand where other words stood have not moved. */
import { html } from "../vendor/lit-html.js";

/** So many things in a row are told apart. */
const TURNS = 16;
/** A template of its own for each, which holds its content alone. */
const TEMPLATES = /** @type {TemplateStringsArray[]} */ (/** @type {unknown} */ (
  Array.from({ length: TURNS }, () => Object.assign(["", ""], { raw: ["", ""] }))));

/**
 * Content in elements of its own for this key, as the number of an event.
 * @param {number} key @param {unknown} content
 */
export const anew = (key, content) => html(/** @type {TemplateStringsArray} */ (TEMPLATES[key % TURNS]), content);
