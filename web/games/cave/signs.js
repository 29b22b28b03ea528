/**
 * Signs of our own, as SVG paths in a square of 24, and the faces of a die.
 */
import { html, svg } from "../../vendor/lit-html.js";

/** By type of card, by stat, by what happens. */
export const SIGNS = /** @type {Record<string, string>} */ ({
  animal: "M12 11c-3.5 0-6.5 4-6.5 7 0 2 1.5 3 3 3 1.3 0 2.2-.8 3.5-.8s2.2.8 3.5.8c1.5 0 3-1 3-3 0-3-3-7-6.5-7zM4.5 8a2 2.6 0 1 0 .1 0z"
    + "M19.5 8a2 2.6 0 1 0 .1 0zM9 3a2 2.8 0 1 0 .1 0zM15 3a2 2.8 0 1 0 .1 0z",
  monster: "M3 2c0 5 2 6 3 7-1 2-1 4-1 5 0 5 3 8 7 8s7-3 7-8c0-1 0-3-1-5 1-1 3-2 3-7-2 3-4 4-5.5 4.3C14.2 5.5 13 5 12 5s-2.2.5-3.5 1.3C7 "
    + "6 5 5 3 2zM7.5 11l3.5 2-2.5 1.5zM16.5 11L13 13l2.5 1.5zM8 17h8l-1.3 2-1.3-1.3L12 19l-1.4-1.3L9.3 19z",
  spirit: "M12 2c-4.5 0-7 3.5-7 8v12l2.5-2.5L10 22l2-2.5 2 2.5 2.5-2.5L19 22V10c0-4.5-2.5-8-7-8zM9.5 8a1.6 2 0 1 1-.1 0zM14.5 8a1.6 2 0 "
    + "1 1-.1 0z",
  event: "M14 1L4 14h6l-2 9L19 9h-6.5z",
  stranger: "M12 1C7 3 6 8 6 12l-3 10h18L18 12c0-4-1-9-6-11zM12 6c2 1.5 2.5 4 2.5 6S13.5 15.5 12 15.5 9.5 14 9.5 12 10 7.5 12 6z",
  place: "M3 21h18v2H3zM4 8h16v2H4zM12 1l10 6H2zM5.5 11h2.5v9H5.5zM10.8 11h2.5v9h-2.5zM16 11h2.5v9H16z",
  object: "M20.5 2L22 3.5 12.5 15l1.8 1.8-1.6 1.6-2.4-2.4L6 20.5l.5 1-2 1.5L1.5 20 3 18l1 .5L8.5 14 6 11.5 7.6 10l1.9 1.8z",
  magic_object: "M12 3a6 6 0 0 0-4 10.5A7.5 7.5 0 1 0 16 13.5 6 6 0 0 0 12 3zM12 12.5a5 5 0 1 1 0 9 5 5 0 0 1 0-9zM9 6h6l1.5 2.3L12 13 "
    + "7.5 8.3z",
  friend: "M8 3.5a3.7 3.7 0 1 0 .1 0zM17 6a3 3 0 1 0 .1 0zM1.5 20c0-5 3-7.5 6.5-7.5s6.5 2.5 6.5 7.5zM16 20c0-3-.8-5-2-6.5.9-.6 1.9-.8 "
    + "3-.8 3 0 5.5 2.3 5.5 7.3z",
  spell: "M5 2h13a3 3 0 0 1 3 3v2h-4v12a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3v-1h10v1.5h2V5a1 1 0 0 0-2 0L11.5 16H5zM7 6h3v1.6H7zM7 10h3v1.6H7z",
  gold: "M12 2a10 10 0 1 0 .1 0zM12 5a7 7 0 1 1-.1 0zM12 7.5l1.3 3 3.2.3-2.4 2.1.7 3.1-2.8-1.6-2.8 1.6.7-3.1-2.4-2.1 3.2-.3z",
  crystal: "M12 1l6 7-6 15L6 8zM12 1v22M6 8h12M12 8",
  strength: "M20.5 2L22 3.5 12.5 15l1.8 1.8-1.6 1.6-2.4-2.4L6 20.5l.5 1-2 1.5L1.5 20 3 18l1 .5L8.5 14 6 11.5 7.6 10l1.9 1.8z",
  power: "M12 1l2.6 7.4L22 11l-7.4 2.6L12 21l-2.6-7.4L2 11l7.4-2.6z",
  endurance: "M12 21.5C4 15 2 11.5 2 8a5.3 5.3 0 0 1 10-2.5A5.3 5.3 0 0 1 22 8c0 3.5-2 7-10 13.5z",
  trophy: "M6 2h12v2h4v3c0 3-2 4.5-4.5 4.8A6 6 0 0 1 13.5 15v3H17v3H7v-3h3.5v-3a6 6 0 0 1-4-3.2C4 11.5 2 10 2 7V4h4zM4 6v1c0 1.5.8 2.4 2 "
    + "2.7V6zM18 6v3.7c1.2-.3 2-1.2 2-2.7V6z",
  lose_turn: "M5 2h14v3l-5.5 7 5.5 7v3H5v-3l5.5-7L5 5zM8 5l4 5 4-5z",
  slow: "M2 17c0-6 4-9 8.5-9S18 11 18 15h1.5c1 0 1.5-1 1.5-2V8.5a2 2 0 1 1 2 2V14c0 3-1 4.5-3 4.5H17V21h-3v-2.5H8V21H5v-2.5H2z",
  force_die: "M4 3h16v18H4zM8 7a1.8 1.8 0 1 0 .1 0zM16 14a1.8 1.8 0 1 0 .1 0z",
  next_test_bonus: "M10 3h4v7h7v4h-7v7h-4v-7H3v-4h7z",
  carried: "M3 10h9V4l10 8-10 8v-6H3z",
  gate: "M3 23V10a9 9 0 0 1 18 0v13h-3V10a6 6 0 0 0-1-3.3V23h-2.5V4.5a6 6 0 0 0-1.3-.4V23h-2.5V4.1a6 6 0 0 0-1.3.4V23H7V6.7A6 6 0 0 0 6 "
    + "10v13z",
  step: "M7 2c2.5 0 3.5 3 3.5 6S9 13 9 14H5.5C5 12 3.5 10.5 3.5 7.5S5 2 7 2zM5.5 15.5h4c.3 2.5-.5 4-2 4s-2.3-2-2-4zM17 5c2 0 3.5 2 3.5 "
    + "5s-1.5 4.5-2 6.5H15c0-1-1.5-2.5-1.5-5.5S14.5 5 17 5zM14.5 18h4c.3 2.5-.5 4-2 4s-2.3-1.5-2-4z",
  ability: "M12 1.5l3 6.7 7.3.8-5.4 5 1.5 7.2L12 17.6l-6.4 3.6 1.5-7.2-5.4-5 7.3-.8z",
  unknown: "M12 2a6 6 0 0 0-6 6h3a3 3 0 1 1 4.5 2.6c-2 1.2-3 2.4-3 5.4h3c0-2 .5-2.5 2-3.4A6 6 0 0 0 12 2zM10.5 18h3v3.5h-3z",
});

/**
 * A sign in a line of text.
 * @param {string} id
 */
export const sign = (id) => html`<svg class="sign is-${id}" viewBox="0 0 24 24">
  <path d=${SIGNS[id] ?? SIGNS.unknown ?? ""} fill-rule="evenodd"></path></svg>`;

/** Where the pips of a face stand, in a square of 24. */
const PIPS = /** @type {Record<number, string>} */ ({
  1: "55", 2: "2288", 3: "225588", 4: "22288288", 5: "2228828855", 6: "222528828588",
});

/**
 * A die in a square of 24, with a face or, where it has not fallen, a question mark.
 * @param {number | null} face
 */
export function pips(face) {
  const spots = face === null ? undefined : PIPS[face];
  const at = (/** @type {string | undefined} */ digit) => 6.2 + ((Number(digit) - 2) / 6) * 11.6;
  return svg`<rect x="1" y="1" width="22" height="22" rx="4" class="face"></rect>
    ${spots === undefined
      ? svg`<text x="12" y="17.5" class="guess">${face ?? "?"}</text>`
      : [...spots].filter((_digit, index) => index % 2 === 0).map((digit, index) =>
          svg`<circle cx=${at(digit)} cy=${at(spots[index * 2 + 1])} r="2.2" class="pip"></circle>`)}`;
}

/**
 * So many of so many, from left to right in every language.
 * @param {unknown} count
 * @param {unknown} most
 */
export const of = (count, most) => html`<span class="of" dir="ltr"><b>${count}</b><small>/${most}</small></span>`;

/**
 * A die in a line of text.
 * @param {number | null} face
 */
export const die = (face) => html`<svg class="die" viewBox="0 0 24 24">${pips(face)}</svg>`;
