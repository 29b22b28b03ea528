/**
 * What a game's picture shows, in words: what `games/{game}/words.js` puts its headed lists together with.
 *
 * @typedef {import("./picture.js").AnyTold} AnyTold
 * @typedef {import("./picture.js").Headed} Headed
 */
import { words } from "../words.js";

/** The page's words for a table without a picture. @param {Pick<AnyTold, "language">} told */
export const plainOf = ({ language }) => words(language).plain;

/** A word of another script keeps its place in a sentence. @param {string} text */
export const apart = (text) => `\u2068${text}\u2069`;

/** @param {Pick<AnyTold, "seats">} told @param {number | null | undefined} seat */
export const nameAt = ({ seats }, seat) => apart(seats[seat ?? -1]?.name ?? "–");

/** What there is to say of something, without what there is not. @param {...(string | false | null | undefined)} parts */
export const said = (...parts) => parts.filter(Boolean).join("; ");

/** @param {string} name @param {string | number | null | undefined} value */
export const is = (name, value) => (value === null || value === undefined || value === "" ? "" : `${name}: ${value}`);

/** @param {Headed[]} lists those with a line in them */
export const filledOnes = (lists) => lists.map(({ heading, lines }) => ({ heading, lines: lines.filter(Boolean) }))
  .filter(({ lines }) => lines.length);

/**
 * One's own line below its heading, those of the others below theirs; a spectator has others alone.
 * @param {AnyTold} told @param {(seat: number) => string} line
 * @returns {Headed[]}
 */
export function everybody(told, line) {
  const { you, others } = plainOf(told);
  const all = told.seats.map(({ seat }) => seat), of = (/** @type {number} */ seat) => said(nameAt(told, seat), line(seat));
  return [{ heading: you, lines: all.filter((seat) => seat === told.me).map(of) },
    { heading: others, lines: all.filter((seat) => seat !== told.me).map(of) }];
}
