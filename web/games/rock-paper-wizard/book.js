/**
 * The spell book face up, from the card next to the deck to the one that leaves next.
 *
 * @typedef {import("../picture.js").Told<"rock-paper-wizard">} Told
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { fits, has } from "../choice.js";
import { hand } from "./hands.js";
import { back, kindOf, spent } from "./signs.js";
import { direction } from "../../words.js";

/** @param {Told} told */
export function book(told) {
  const { state } = told.view;
  const dir = direction(told.language);
  const fresh = new Set(/** @type {MatchEvent[]} */ (told.changes)
    .flatMap((event) => event.type === "card_placed" ? [event.data.card] : []));
  return html`<div class="book" dir=${dir}>
    ${state.book.map((id) => card(told, id, fresh.has(id) && fresh.size < state.book.length))}
  </div>`;
}

/** The deck, and what was discarded. @param {Told} told */
export const piles = (told) => html`<span class="piles">${pile(told, "deck", told.view.state.deck_size)}${
  pile(told, "discard", told.view.state.discard.length)}</span>`;

/**
 * @param {Told} told
 * @param {string} name
 * @param {number} count
 */
const pile = (told, name, count) => html`<span class=${`pile ${name}`} data-about=${name}>
  <svg viewBox="-8 -10 16 20">${name === "deck" ? back() : spent()}</svg><span>${told.term(name)}</span><b>${count}</b></span>`;

/**
 * @param {Told} told
 * @param {string} id
 * @param {boolean} fresh
 */
function card(told, id, fresh) {
  const { legal, chosen } = told;
  const found = told.content.cards.find((one) => one.id === id);
  const part = { type: "choose_spell", spell: id };
  const may = fits(legal, part).length > 0;
  const picked = has(chosen, { spell: id }) || told.view.state.your_choice?.spell === id;
  const kinds = ["card", found?.colour, may && "may", picked && "chosen", fresh && "new"].filter(Boolean).join(" ");
  return html`<div class=${kinds} data-about=${id}
    @click=${() => may && told.select(part)}>
    <svg class="hand48" viewBox="0 0 48 48">${hand(id)}</svg>
    <span><b>${found ? told.inWords(found.names) : id}</b>${found ? html`<span>${told.inWords(found.text)}</span>` : nothing}</span>
    ${found ? html`<span class="of" data-about=${id}><svg viewBox="0 0 24 24">${kindOf(found.kind)}</svg></span>` : nothing}
  </div>`;
}
