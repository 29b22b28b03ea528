/**
 * What lies on the areas, card by card, for the map has room for no more than their number.
 *
 * @typedef {import("./types.js").CaveTold} CaveTold
 * @typedef {import("./types.js").Fields} Fields
 * @typedef {import("./types.js").News} News
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { chip } from "./cards.js";
import { sign } from "./signs.js";
import { tapOn } from "./taps.js";
import { direction } from "../../words.js";

/**
 * @param {CaveTold} told
 * @param {News} news
 */
export function ground(told, news) {
  const { areas } = told.view.state;
  const rows = Object.keys(areas).map((area) => html`<li><b>${area}</b>${lyingOn(told, news, area)}</li>`);
  return rows.length === 0 ? nothing : html`<ul class="ground-list" dir=${direction(told.language)}>${rows}</ul>`;
}

/**
 * The cards and the gold of an area.
 * @param {CaveTold} told
 * @param {News} news
 * @param {string} area
 */
export function lyingOn(told, news, area) {
  const { lying, gold } = told.view.state.areas[area] ?? { lying: [], gold: 0 };
  return html`${lying.map((card) =>
    chip(told, card, tapOn(told, ...partsOfCard(told, area, card)), news.cards.has(`${area} ${card}`) ? "new" : ""))}
    ${gold ? html`<span class="chip">${sign("gold")}<b>${gold}</b></span>` : nothing}`;
}

/**
 * A tap on a card where the question is about it takes it, or fights it.
 * @param {CaveTold} told
 * @param {string} area
 * @param {string} card
 * @returns {Fields[]}
 */
function partsOfCard(told, area, card) {
  const { asked, adventurers } = told.view.state;
  if (!asked || adventurers[asked.seats[0] ?? -1]?.area !== area) return [];
  if (asked.kind === "take" && asked.about.card === card) return [{ type: "take" }];
  const enemies = asked.kind === "before_fight" ? asked.about.cards : [];
  return enemies.includes(card) ? [{ type: "fight" }] : [];
}
