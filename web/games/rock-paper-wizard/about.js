/**
 * What the things of Rock Paper Wizard say of themselves, by the key that the picture gives them: a card's id, the name of a
 * place or a pile, `seat:2`.
 *
 * @typedef {import("../picture.js").Told<"rock-paper-wizard">} Told
 * @typedef {import("../picture.js").About} About
 */
import { html } from "../../vendor/lit-html.js";
import { filled } from "../../messages.js";
import { spokenIn, words } from "../../words.js";
import { hand } from "./hands.js";
import { wizard } from "./signs.js";

/** What has a text of its own among those of the page. */
const THINGS = /** @type {const} */ (["exit_area", "treasure_area", "start", "first_player", "gold", "wild_card", "deck", "discard"]);
const LOOK = "rock-paper-wizard";

/** @type {import("../picture.js").Explaining<"rock-paper-wizard">} */
export function about(told, key) {
  const [of, seat] = key.split(":");
  if (of === "seat") return person(told, Number(seat));
  return card(told, key) ?? thing(told, key);
}

/** @param {Told} told @param {string} key @returns {About | null} */
function card({ content, inWords, term }, key) {
  const found = content.cards.find((one) => one.id === key);
  if (!found) return null;
  const kind = term(found.kind === "gold" ? "gold_kind" : found.kind), colour = term(`card_${found.colour}`);
  return {
    name: inWords(found.names), lines: [inWords(found.text), `${kind} (${colour}) · ${inWords(found.gesture)}`],
    sign: html`<svg class="hand48" viewBox="0 0 48 48">${hand(key)}</svg>`, look: LOOK, isCard: true,
  };
}

/** @param {Told} told @param {number} seat @returns {About | null} */
function person({ seats, term, language, view: { state } }, seat) {
  const one = state.wizards[seat], who = seats[seat];
  if (!one || !who) return null;
  return {
    name: who.name, lines: [`${words(language).plain.place}: ${one.pos} · ${term("gold")}: ${one.gold}`],
    sign: html`<svg viewBox="-14 -19 28 37">${wizard(who)}</svg>`, look: LOOK,
  };
}

/** @param {Told} told @param {string} key @returns {About | null} */
function thing({ content: { board: { reentry }, numbers }, view: { state }, term, language }, key) {
  const found = THINGS.find((one) => one === key);
  if (!found) return null;
  const [first, second] = numbers.scoring;
  const text = filled(words(language).wizards[found], { exit: reentry.exit, treasure: reentry.treasure, first, second, goal: numbers.goal },
    spokenIn(language));
  return { name: term(key), lines: [text, ...(key === "discard" && state.discard.length ? [state.discard.map(term).join(", ")] : [])] };
}
