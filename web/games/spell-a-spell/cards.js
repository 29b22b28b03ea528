/** How cards and words are drawn. */
import { html, nothing, svg } from "../../vendor/lit-html.js";

/**
 * A word as a row of tiles, right to left.
 * @param {string} word
 * @param {readonly number[]} fogs the places of fog cards in it
 * @param {string} size
 */
export function row(word, fogs, size) {
  const signs = [...word].filter((sign) => sign >= "א" && sign <= "ת");
  return html`<span class=${`word ${size}`} dir="rtl">${signs.map((sign, at) => tile(sign, fogs.includes(at), at))}</span>`;
}

/**
 * @param {string} sign
 * @param {boolean} fog
 * @param {number} at its place in the word
 */
export const tile = (sign, fog, at = 0) => html`<span class=${`tile ${fog ? "fog" : ""}`} .style=${`--at: ${at}`}>${
  fog ? cloud() : nothing}<b>${sign}</b></span>`;

const cloud = () => html`<svg class="cloud" viewBox="0 0 40 40">${svg`<path d=${SHAPES.fog}></path>`}</svg>`;

/** Signs in a square of 40, drawn by us. */
const SHAPES = {
  fog: "M10 30a7 7 0 0 1-1-13.9a10 10 0 0 1 19-3.5a8.5 8.5 0 0 1 3 17.4z",
  sandstorm: "M6 9H34M9 15H30M13 21H28M16 27H25M19 33H22",
  firewall: "M20 4Q23 12 29 17Q34 23 31 30Q28 36 20 36Q12 36 9 30Q6 23 12 17Q14 21 16 21Q15 11 20 4ZM20 33Q25 33 25 28Q25 24 20 20Q15 25 "
    + "15 28Q15 33 20 33Z",
  snowball: "M20 6a14 14 0 1 0 0 28a14 14 0 1 0 0-28M20 11V29M12.2 15.5L27.8 24.5M27.8 15.5L12.2 24.5",
  bewitched: "M20 21q-1-3 2-3q4 0 4 5q0 6-7 6q-8 0-8-9q0-10 10-10q12 0 12 12",
  star: "M20 4L24 16L36 20L24 24L20 36L16 24L4 20L16 16Z",
  crown: "M6 31L4 12L13 20L20 7L27 20L36 12L34 31Z",
  accept: "M8 21L17 30L33 11",
  challenge: "M10 10L30 30M30 10L10 30",
  resisted: "M20 4L33 9V19Q33 30 20 36Q7 30 7 19V9ZM13 20L18 25L27 15",
  mix: "M5 12H12L26 28H34M29 23L34 28L29 33M5 28H12L16 23.5M22 16.5L26 12H34M29 7L34 12L29 17",
  sort: "M8 10H32M8 20H25M8 30H18",
};

/** @param {string} name */
export const shape = (name) => html`<svg class=${`shape ${name}`} viewBox="0 0 40 40">${svg`<path
  d=${/** @type {Record<string, string>} */ (SHAPES)[name] ?? "M8 8H32V32H8Z"}></path>`}</svg>`;

/**
 * The sign of a seat within a line.
 * @param {import("../picture.js").Person | undefined} person
 */
export const who = (person) =>
  html`<svg class="who" viewBox="0 0 24 24"><title>${person?.name}</title>${svg`<path d=${person?.sign}
    fill=${person?.colour}></path>`}</svg>`;

export const pointer = () => html`<svg class="pointer" viewBox="0 0 16 12">${svg`<path d="M1 6H14M9 1.5L14 6L9 10.5"></path>`}</svg>`;

/** A few cards face down. */
export const backs = () => html`<svg class="backs" viewBox="0 0 30 22">${[-12, 0, 12].map((turn) =>
  svg`<rect x="10" y="3" width="11" height="16" rx="2" transform=${`rotate(${turn} 15 26)`}></rect>`)}</svg>`;

/** Cards in a pile, face up. */
export const pile = () => html`<svg class="backs pile" viewBox="0 0 30 22">${[6, 3, 0].map((down) =>
  svg`<rect x=${9 - down / 3} y=${2 + down} width="14" height="13" rx="2"></rect>`)}</svg>`;
