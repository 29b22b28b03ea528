/**
 * What lies beside the map: the round, the decks with what is known of them, the Crystal, and how it ended.
 *
 * @typedef {import("./types.js").CaveTold} CaveTold
 * @typedef {import("./types.js").News} News
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { chip } from "./cards.js";
import { ground } from "./ground.js";
import { of, sign } from "./signs.js";
import { nameOf } from "./sums.js";
import { tapOn } from "./taps.js";
import { direction } from "../../words.js";

/**
 * @param {CaveTold} told
 * @param {News} news
 */
export function table(told, news) {
  const { round, max_rounds: most, stacks, crystal } = told.view.state;
  return html`<div class="table" dir=${direction(told.language)}>
    <span class="round">${told.term("round")} ${most ? of(round, most) : html`<b>${round}</b>`}</span>
    <span class="round" data-about="crystal">${sign("crystal")}${told.term("crystal")}
      <b>${crystal.area ?? (crystal.owner === null ? "?" : told.seats[crystal.owner]?.name)}</b></span>
    ${Object.keys(stacks).map((deck) => shownDeck(told, deck))}
    ${ground(told, news)}${winners(told)}</div>`;
}

/**
 * A deck: how many cards it has, those that one has seen on it, and the newest of its discards.
 * @param {CaveTold} told
 * @param {string} id
 */
function shownDeck(told, id) {
  const { stacks, discards, you_have_seen: seen } = told.view.state;
  const { looks, tap } = tapOn(told, { deck: id });
  const last = discards[id]?.at(-1);
  return html`<span class="deck of-${id} ${looks}" @click=${tap}><span class="back" data-about=${id}></span>${told.term(id)}
    <b>${stacks[id]}</b>
    ${(seen[id] ?? []).map((card) =>
      (card === null ? html`<span class="chip" title=${nameOf(told, "unseen")}>?</span>` : chip(told, card)))}
    ${last === undefined ? nothing : html`<span class="discard">${chip(told, last)}<small>${discards[id]?.length}</small></span>`}</span>`;
}

/** @param {CaveTold} told */
function winners(told) {
  const { outcome } = told.view.state;
  if (!outcome) return nothing;
  return html`<ol class="ranking">${outcome.ranking.map((group) =>
    html`<li>${group.map((seat) => html`<svg class="person" viewBox="0 0 24 24">
    <path d=${told.seats[seat]?.sign ?? ""}
      fill=${told.seats[seat]?.colour ?? ""}></path></svg><bdi>${told.seats[seat]?.name}</bdi>${outcome.winners.includes(seat)
        ? sign("trophy") : nothing} `)}</li>`)}</ol>`;
}
