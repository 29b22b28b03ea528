/**
 * Small signs that several parts draw.
 *
 * @typedef {import("../picture.js").Person} Person
 */
import { html, svg } from "../../vendor/lit-html.js";

/**
 * A wizard around the middle of a square of 36: a hat, a robe, the sign of the seat on it.
 * @param {Person} person
 */
export const wizard = ({ colour, sign }) => svg`<g class="wizard">
  <path fill=${colour} d="M-12.5 16Q-12 2 -6.5 -4H6.5Q12 2 12.5 16Z"></path>
  <path fill=${colour} d="M-10.5 -3Q-5 -5 -3.5 -11L2.5 -17.5L3 -11Q5 -5 10.5 -3Q0 1 -10.5 -3Z"></path>
  <path class="on" d=${sign} transform="translate(-6.6 1.8) scale(.55)"></path></g>`;

/** A coin around the middle of a square of 16. */
export const coin = () => svg`<circle class="coin" r="6.5"></circle><circle class="rim" r="3.8"></circle>`;

/** The start space, around the middle of a square of 18. */
export const star = () => svg`<path class="start" d="M0 -8L2.3 -2.5L8 -2.5L3.5 1.2L5 7L0 3.5L-5 7L-3.5 1.2L-8 -2.5L-2.3 -2.5Z"></path>`;

/** The crown of a winner, in a square of 24. */
export const crown = () => svg`<path class="crown" d="M3.5 19L2 7L8 12L12 4L16 12L22 7L20.5 19Z"></path>`;

/** A card face down, around the middle of a box of 14 by 18. */
export const back = () => svg`<rect class="back" x="-6.5" y="-8.5" width="13" height="17" rx="2"></rect>
  <path class="star" d="M0 -5L1.3 -1.3L5 0L1.3 1.3L0 5L-1.3 1.3L-5 0L-1.3 -1.3Z"></path>`;

/** A card that was used, around the middle of a box of 14 by 18. */
export const spent = () => svg`<rect class="spent" x="-6.5" y="-8.5" width="13" height="17" rx="2"></rect>
  <path class="rim" d="M-3.5 -3.5L3.5 3.5M3.5 -3.5L-3.5 3.5"></path>`;

/**
 * The sign of a seat within a line.
 * @param {Person | undefined} person
 */
export const who = (person) => html`<svg class="who" viewBox="0 0 24 24"><title>${person?.name}</title>
  ${svg`<path d=${person?.sign} fill=${person?.colour}></path>`}</svg>`;

/** @type {Record<string, string>} what a card is for, in a square of 24 */
const KINDS = {
  attack: "M12 2l2 6 5-4-2 6 6 2-6 2 2 6-5-3-2 6-2-6-5 3 2-6-6-2 6-2-2-6 5 4z",
  defence: "M12 2l8 3v6q0 8-8 11q-8-3-8-11v-6z",
  movement: "M4 4l7 8-7 8h4l7-8-7-8zM12 4l7 8-7 8h4l6-8-6-8z",
  gold: "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM12 8a4 4 0 1 1 0 8a4 4 0 1 1 0-8z",
};

/** @param {string} kind */
export const kindOf = (kind) => svg`<path class="kind" fill-rule="evenodd" d=${KINDS[kind] ?? ""}></path>`;
