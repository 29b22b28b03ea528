/**
 * What a tap on a thing stands for, among the moves that are listed.
 *
 * @typedef {import("./types.js").CaveTold} CaveTold
 * @typedef {import("./types.js").Fields} Fields
 * @typedef {import("./types.js").Tap} Tap
 */
import { nothing } from "../../vendor/lit-html.js";
import { fits, has } from "../choice.js";

/** What cannot be tapped. @type {Tap} */
export const NONE = { looks: "", tap: nothing };

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
  const any = told.forms.some((form) => form.type === type);
  if (card === undefined || !(any || sets.some((set) => set.includes(card)))) return NONE;
  const now = told.chosen.type === type ? /** @type {string[]} */ (told.chosen.cards ?? []) : [];
  const inIt = held.slice(0, at).filter((one) => one === card).length < count(now, card);
  const wanted = inIt ? without(now, card) : [...now, card].sort();
  const listed = inIt ? leaving(sets, now, wanted) : joining(sets, wanted, card);
  const cards = any ? wanted : listed;
  return { looks: `may${inIt ? " chosen" : ""}`, tap: () => told.select({ type, cards }) };
}

/**
 * The listed set that a tap on a card of `now` leads to: without it the largest that is left, or `now`, which the same tap
 * takes back.
 * @param {string[][]} sets
 * @param {string[]} now
 * @param {string[]} wanted
 */
const leaving = (sets, now, wanted) =>
  sets.filter((set) => common(set, wanted) === set.length).sort((one, other) => other.length - one.length)[0] ?? now;

/**
 * The listed set that has the tapped card too, of what was chosen the most, and the fewest besides.
 * @param {string[][]} sets
 * @param {string[]} wanted
 * @param {string} card
 */
const joining = (sets, wanted, card) =>
  sets.filter((set) => count(set, card) >= count(wanted, card))
    .sort((one, other) => common(other, wanted) - common(one, wanted) || one.length - other.length)[0] ?? wanted;

/**
 * How many cards two sets share.
 * @param {string[]} one
 * @param {string[]} other
 */
const common = (one, other) => [...new Set(one)].reduce((sum, card) => sum + Math.min(count(one, card), count(other, card)), 0);

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
