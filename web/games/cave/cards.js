/**
 * A card as a chip: the sign of its type, its name, its value; it tells its text itself.
 *
 * @typedef {import("./types.js").CaveTold} CaveTold
 * @typedef {import("./types.js").Card} Card
 * @typedef {import("./types.js").CaveContent} CaveContent
 * @typedef {import("./types.js").Tap} Tap
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { sign } from "./signs.js";
import { NONE } from "./taps.js";

/** @type {WeakMap<CaveContent, Map<string, Card>>} */
const known = new WeakMap();

/**
 * A face of the content; undefined for one that it does not have.
 * @param {CaveTold} told
 * @param {string} id
 */
export function cardOf(told, id) {
  const cards = known.get(told.content) ?? new Map(told.content.cards.map((card) => [card.id, card]));
  known.set(told.content, cards);
  return cards.get(id);
}

/**
 * @param {CaveTold} told
 * @param {string} id
 * @param {Tap} [tapped]
 * @param {string} [looks]
 */
export function chip(told, id, tapped = NONE, looks = "") {
  const card = cardOf(told, id);
  return html`<span class="chip ${tapped.looks} ${looks}" data-about=${id} @click=${tapped.tap}>
    ${sign(signOf(card))}<bdi>${told.term(id)}</bdi>${card?.value ? html`<b>${card.value}</b>` : nothing}</span>`;
}

/** @param {Card | undefined} card */
export const signOf = (card) => card?.type ?? "unknown";

/**
 * What stands on a card below its name, in the page's language.
 * @param {CaveTold} told
 * @param {string} id
 */
export function ruleOf(told, id) {
  const card = cardOf(told, id);
  const when = card?.when ? [told.term(card.when)] : [];
  const effect = card?.effect ? [told.inWords(card.effect.words)] : [];
  return [card ? told.term(card.type) : id, ...when, ...effect].join(" – ");
}

/**
 * A card as it lies there: its sign, its name, its value, its kind and all of its text.
 * @param {CaveTold} told
 * @param {string} id
 */
export function face(told, id) {
  const card = cardOf(told, id);
  return html`<div class="face-up"><p class="matter">${sign(signOf(card))}<b><bdi>${told.term(id)}</bdi></b>${card?.value
    ? html`<b class="worth">${card.value}</b>` : nothing}</p><p>${ruleOf(told, id)}</p></div>`;
}

/**
 * A card, a chamber or an area by its id, with its text.
 * @param {CaveTold} told
 * @param {string} id
 */
export function source(told, id) {
  if (cardOf(told, id)) return face(told, id);
  const area = told.content.board.areas.find((one) => one.id === id);
  const effect = area?.instruction ?? told.content.chambers.find((one) => one.id === id)?.effect;
  return html`<p class="matter">${sign("place")}<b>${told.term(id)}</b>
    ${area ? id : nothing}</p>${effect ? html`<p class="text">${told.inWords(effect.words)}</p>` : nothing}`;
}

/** How many cards lie face down, drawn as backs. @param {number} count */
export const backs = (count) => html`${Array.from({ length: count }, () => html`<span class="back"></span>`)}`;
