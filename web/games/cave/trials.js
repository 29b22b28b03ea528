/**
 * The three trials before one stands them: what each is held against, how likely it is passed, what failing costs, and what
 * death would mean.
 *
 * @typedef {import("./types.js").CaveTold} CaveTold
 * @typedef {import("./types.js").Addend} Addend
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { oddsOfTrials, percent } from "./odds.js";
import { die, sign } from "./signs.js";
import { sumOf } from "./sums.js";
import { words } from "../../words.js";

/** The clause of the trials. */
const WEALTH = "CAVE-R20.5";

/**
 * The three trials in their order: two dice against strength, two against power, and a price.
 * @param {CaveTold} told
 * @param {number} seat
 */
export function trials(told, seat) {
  const hero = told.view.state.adventurers[seat];
  if (!hero) return nothing;
  const odds = oddsOfTrials(hero), said = words(told.language).cave;
  const held = (hero.totals ?? []).filter(({ kind }) => kind === "trial");
  /** @param {number} at @param {unknown} sum @param {unknown} dice */
  const line = (at, sum, dice) => html`<li><div class="matter" dir="ltr">${sum}<span class="versus">≥</span>${dice}
    <b class="odds">${odds.ways[at]}/${odds.of[at]}</b></div></li>`;
  const two = html`${die(null)}${die(null)}`;
  return html`${odds.isDeadly ? html`<p class="danger">${danger(told)}</p>` : nothing}
    <p class="matter">${sign("crystal")}${said.all_trials} <b dir="ltr">${percent(odds.all, told.language)}</b></p>
    <ol class="trials">${held.map(({ addends, total }, at) => line(at, sumOf(told, addends, total), two))}
    ${line(held.length, sumOf(told, [{ source: "gold", amount: hero.gold ?? 0, clause: WEALTH }], null), die(null))}</ol>
    <p class="text">${sign("endurance")} ${said.trials_cost}</p>`;
}

/** What dying in the trials would mean. @param {CaveTold} told */
function danger(told) {
  const said = words(told.language).cave;
  return told.view.state.elimination === "none" ? said.trials_kill : said.trials_end;
}
