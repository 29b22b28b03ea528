/**
 * What a tap on a thing stands for, among the moves that are listed.
 *
 * @typedef {import("./types.js").CaveTold} CaveTold
 * @typedef {import("./types.js").Fields} Fields
 * @typedef {import("./types.js").Tap} Tap
 */
import { fits, has } from "../choice.js";

/** @type {Tap} */
const NONE = { looks: "", tap: undefined };

/**
 * The first of these parts that begins a move, before all one that goes with what is chosen.
 * @param {CaveTold} told
 * @param {Fields[]} parts
 * @returns {Tap}
 */
export function tapOn(told, ...parts) {
  const { legal, chosen } = told;
  const part = parts.find((one) => fits(legal, { ...chosen, ...one }).length > 0) ?? parts.find((one) => fits(legal, one).length > 0);
  if (!part) return NONE;
  return { looks: `may${has(chosen, part) ? " chosen" : ""}`, tap: () => told.select(part) };
}

/**
 * The moves of a set of cards, tapped together card by card: what a tap on the `at`th of `held` stands for.
 * @param {CaveTold} told
 * @param {string} type
 * @param {readonly string[]} held
 * @param {number} at
 * @returns {Tap}
 */
export function tapOfSet(told, type, held, at) {
  const sets = fits(told.legal, { type }).map((move) => /** @type {string[]} */ (move.cards));
  const card = held[at];
  if (card === undefined || !sets.some((set) => set.includes(card))) return NONE;
  const now = told.chosen.type === type ? /** @type {string[]} */ (told.chosen.cards ?? []) : [];
  const inIt = held.slice(0, at).filter((one) => one === card).length < count(now, card);
  const wanted = inIt ? without(now, card) : [...now, card].sort();
  const cards = told.forms.some((form) => form.type === type) ? wanted : nearest(sets, wanted, card, inIt);
  return { looks: `may${inIt ? " chosen" : ""}`, tap: () => told.select({ type, cards }) };
}

/**
 * The listed set that is nearest to the wanted one: with the card or without it, the most in common, the fewest besides.
 * @param {string[][]} sets
 * @param {string[]} wanted
 * @param {string} card
 * @param {boolean} leaving
 * @returns {string[]}
 */
function nearest(sets, wanted, card, leaving) {
  const common = (/** @type {string[]} */ set) => [...new Set(set)].reduce((sum, one) => sum + Math.min(count(set, one), count(wanted, one)), 0);
  const fit = sets.filter((set) => leaving || set.includes(card));
  const best = fit.sort((one, other) => common(other) - common(one) || one.length - other.length)[0] ?? wanted;
  // The set that stands already is taken back by the same tap.
  return leaving && common(best) < wanted.length ? [...wanted, card].sort() : best;
}

/**
 * @param {readonly string[]} cards
 * @param {string} card
 */
const count = (cards, card) => cards.filter((one) => one === card).length;

/**
 * @param {string[]} cards
 * @param {string} card
 */
const without = (cards, card) => cards.filter((_one, at) => at !== cards.indexOf(card));
