/**
 * How a move is chosen by tapping: a tap adds fields, and what is chosen is always the beginning of a legal move.
 * Pure functions, for the shell and for pictures.
 *
 * @typedef {import("../types.js").Fields} Fields
 * @typedef {import("../types.js").Json} Json
 * @typedef {import("../types.js").Move} Move
 * @typedef {import("./picture.js").Form} Form
 */

/** What stands in a listed move beside the move itself. */
const WORDS = new Set(["label", "text", "labels", "texts"]);

/**
 * Whether two values are equal, as JSON.
 * @param {Json | undefined} one
 * @param {Json | undefined} other
 * @returns {boolean}
 */
export function same(one, other) {
  return one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));
}

/**
 * Whether a move has all these fields.
 * @param {Fields} move
 * @param {Fields} part
 */
export function has(move, part) {
  return Object.entries(part).every(([name, value]) => same(move[name], value));
}

/**
 * The moves that have all these fields: is any of them left, a thing may be tapped.
 * @param {Move[]} legal
 * @param {Fields} part
 */
export function fits(legal, part) {
  return legal.filter((move) => has(move, part));
}

/**
 * The values that a field has in these moves, each once: what to light up.
 * @param {Move[]} legal
 * @param {string} field
 * @returns {Json[]}
 */
export function values(legal, field) {
  const found = new Map(legal.filter((move) => field in move).map((move) => [JSON.stringify(move[field]), move[field]]));
  return /** @type {Json[]} */ ([...found.values()]);
}

/**
 * What is chosen after a tap. The same tap again takes it back; one that does not go with what was chosen replaces of it
 * what stands in its way; one that begins no move changes nothing.
 * @param {Move[]} legal
 * @param {Form[]} forms
 * @param {Fields} chosen
 * @param {Fields} part
 * @returns {Fields}
 */
export function tapped(legal, forms, chosen, part) {
  if (Object.keys(part).length > 0 && has(chosen, part)) {
    return Object.fromEntries(Object.entries(chosen).filter(([name]) => !(name in part)));
  }
  const may = (/** @type {Fields} */ fields) =>
    fits(legal, fields).length > 0 || forms.some((form) => form.type === fields.type || !("type" in fields));
  const both = { ...chosen, ...part };
  if (fits(legal, both).length > 0) return both;
  if (forms.some((form) => form.type === part.type)) return chosen.type === part.type ? both : part;
  // The latest tap counts; of what was chosen before stays what goes with it.
  let kept = part;
  for (const [name, value] of Object.entries(chosen)) {
    const more = { ...kept, [name]: value };
    if (!(name in part) && fits(legal, more).length > 0) kept = more;
  }
  return may(kept) ? kept : chosen;
}

/**
 * The one move that is meant, null while several are. One of several equal ones, as answers to two prompts, is none.
 * @param {Move[]} legal
 * @param {Fields} chosen
 * @returns {Move | null}
 */
export function meant(legal, chosen) {
  const left = fits(legal, chosen);
  return Object.keys(chosen).length > 0 && left.length === 1 ? left[0] ?? null : null;
}

/**
 * A move as it is posted: without its words.
 * @param {Fields} move
 * @returns {Fields}
 */
export function posted(move) {
  return Object.fromEntries(Object.entries(move).filter(([name]) => !WORDS.has(name)));
}
