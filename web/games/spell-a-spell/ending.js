/** How points run over the turns of Spell-a-Spell, and what one remembers of a match. */
import { add } from "../points.js";

/** @param {unknown} data */
const lettersOf = (data) => [.../** @type {{ key: string }} */ (data).key].length;

/** @type {import("../picture.js").Ending} */
export const ending = {
  unit: null,
  step: "turn",
  begin: (seats) => Array(seats).fill(0),
  after: (points, { type, seat, data }) => (type === "word_cast" ? add(points, seat, lettersOf(data)) : points),
  opens: ({ type }) => type === "turn_started" || type === "extra_turn",
  moments: {
    word: ({ type, data }) => (type === "word_cast" ? lettersOf(data) : null),
    cards: ({ type, data }) => (type === "cards_stolen" ? /** @type {{ count: number }} */ (/** @type {unknown} */ (data)).count : null),
  },
};
