/**
 * Rock Paper Wizard: the lair with a wizard for each seat, the table with who points at whom, the spell book face up.
 *
 * @typedef {import("../picture.js").Told<"rock-paper-wizard">} Told
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { fits } from "../choice.js";
import { book, piles } from "./book.js";
import { aims, ring } from "./ring.js";
import { story } from "./story.js";
import { track } from "./track.js";
import { direction } from "../../words.js";

/** @type {import("../picture.js").Picture<"rock-paper-wizard">} */
export const picture = (told) => html`<div class=${kinds(told)}>
  ${head(told)}
  <div class="way">${track(told)}</div>
  <div class="both">${ring(told)}<div class="choice">${aims(told)}${book(told)}</div></div>
  ${story(told)}
</div>`;

/**
 * Where there is no room for both, the spell book lies where one chooses from it, and the table while others do.
 * @param {Told} told
 */
const kinds = ({ legal, seats }) =>
  ["rock-paper-wizard", fits(legal, { type: "choose_spell" }).length > 0 && "asks", seats.length > 4 && "many"].filter(Boolean).join(" ");

/** @param {Told} told */
function head(told) {
  const { content, view: { state }, term, language } = told;
  return html`<div class="head" dir=${direction(language)}>
    <b>${term("round")} <bdi>${state.round}</bdi></b>${piles(told)}${!(state.step in content.terms) ? nothing
      : html`<span>${term(state.step)}</span>`}</div>`;
}
