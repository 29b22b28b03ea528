/**
 * Rock Paper Wizard: the lair with a wizard for each seat, the table with who points at whom, the spell book face up.
 *
 * @typedef {import("../picture.js").Told<"rock-paper-wizard">} Told
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { book } from "./book.js";
import { ring } from "./ring.js";
import { story } from "./story.js";
import { track } from "./track.js";
import { direction } from "../../words.js";

/** @type {import("../picture.js").Picture<"rock-paper-wizard">} */
export const picture = (told) => html`<div class="rock-paper-wizard">
  ${head(told)}
  ${track(told)}
  <div class="both">${ring(told)}${book(told)}${story(told)}</div>
</div>`;

/** @param {Told} told */
function head({ content, view: { state }, term, language }) {
  return html`<div class="head" dir=${direction(language)}>
    <b>${term("round")} <bdi>${state.round}</bdi></b>${!(state.step in content.terms) ? nothing
      : html`<span>${term(state.step)}</span>`}</div>`;
}
