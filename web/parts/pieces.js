/**
 * The sentences of the API (docs/api/words.md) as HTML and as plain text.
 *
 * @typedef {import("../types.js").Piece} Piece
 * @typedef {import("../types.js").Language} Language
 */
import { html } from "../vendor/lit-html.js";

/** A Hebrew "and" is a letter: it takes a hyphen before a name in other letters. */
const HEBREW_AND = / ו$/;
const NOT_HEBREW = /^[^א-ת]/;
/** Hebrew words within a sentence that runs the other way would take its numbers and marks along. */
const HEBREW = /([א-ת][א-ת'"׳״ -]*[א-ת]|[א-ת])/;

/**
 * Sentences with names in place of seats.
 * @param {(seat: number) => string} name
 */
export function sayer(name) {
  return {
    /** @param {Piece[]} pieces */
    say: (pieces) => html`${spoken(pieces, name).map(({ piece, text }) => {
      if (piece.seat !== undefined) return html`<bdi class="name">${text}</bdi>`;
      return piece.term === undefined ? kept(text) : html`<bdi class="term">${text}</bdi>`;
    })}`,
    /** @param {Piece[]} pieces */
    plain: (pieces) => spoken(pieces, name).map(({ text }) => text).join(""),
  };
}

/** @param {string} text */
function kept(text) {
  const parts = document.documentElement.dir === "rtl" ? [text] : text.split(HEBREW);
  return parts.length === 1 ? text : parts.map((part, at) => (at % 2 ? html`<bdi>${part}</bdi>` : part));
}

/**
 * @param {Piece[]} pieces
 * @param {(seat: number) => string} name
 */
function spoken(pieces, name) {
  let before = "";
  return pieces.map((piece) => {
    const named = piece.seat === undefined ? piece.text : name(piece.seat) || piece.text;
    const text = piece.seat !== undefined && HEBREW_AND.test(before) && NOT_HEBREW.test(named) ? `-${named}` : named;
    before = piece.text;
    return { piece, text };
  });
}
