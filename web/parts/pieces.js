/**
 * The sentences of the API (docs/api/words.md) as HTML and as plain text.
 *
 * @typedef {import("../types.js").Piece} Piece
 * @typedef {import("../types.js").Language} Language
 */
import { html } from "../vendor/lit-html.js";
import { spokenIn } from "../words.js";

/** Hebrew words within a sentence that runs the other way would take its numbers and marks along. */
const HEBREW = /([א-ת][א-ת'"׳״ -]*[א-ת]|[א-ת])/;

/**
 * Sentences with names in place of seats.
 * @param {(seat: number) => string} name
 * @param {Language} language that the sentences are in
 */
export function sayer(name, language) {
  return {
    /** @param {Piece[]} pieces @param {(seat: number) => string | null} [page] where a name leads, where it shall be a link */
    say: (pieces, page = () => null) => html`${spoken(pieces, name, language).map(({ piece, text }) => {
      if (piece.seat !== undefined) return named(text, page(piece.seat));
      return piece.term === undefined ? kept(text) : html`<bdi class="term">${text}</bdi>`;
    })}`,
    /** @param {Piece[]} pieces */
    plain: (pieces) => spoken(pieces, name, language).map(({ text }) => text).join(""),
  };
}

/** @param {string} text @param {string | null} page */
const named = (text, page) => {
  const shown = html`<bdi class="name">${text}</bdi>`;
  return page ? html`<a class="name" href=${page}>${shown}</a>` : shown;
};

/** @param {string} text */
function kept(text) {
  const parts = document.documentElement.dir === "rtl" ? [text] : text.split(HEBREW);
  return parts.length === 1 ? text : parts.map((part, at) => (at % 2 ? html`<bdi>${part}</bdi>` : part));
}

/**
 * @param {Piece[]} pieces
 * @param {(seat: number) => string} name
 * @param {Language} language
 */
function spoken(pieces, name, language) {
  const { and, and_joins: joins } = spokenIn(language);
  // A Hebrew "and" is a letter: it takes a hyphen before a name in other letters.
  const isApart = (/** @type {string} */ named) => (joins ? named < joins[0] || named.charAt(0) > joins[1] : false);
  let before = "";
  return pieces.map((piece) => {
    const named = piece.seat === undefined ? piece.text : name(piece.seat) || piece.text;
    const text = piece.seat !== undefined && before.endsWith(and) && isApart(named) ? `-${named}` : named;
    before = piece.text;
    return { piece, text };
  });
}
