/**
 * The middle of the table: the spell that stands, the word that is voted on, the snowball that flies, the piles.
 *
 * @typedef {import("../picture.js").Told<"spell-a-spell">} Told
 * @typedef {import("../../types.js").Fields} Fields
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { fits, has } from "../choice.js";
import { backs, pointer, row, shape, who } from "./cards.js";
import { latest } from "./story.js";
import { anew } from "../anew.js";
import { direction } from "../../words.js";

/** @param {Told} told */
export function middle(told) {
  const { state } = told.view;
  // Each has its place though it is empty, so that nothing below it moves.
  return html`<div class="middle">
    <div class="stands-here">${state.snowball ? snowball(told, state.snowball) : state.spell ? spell(told, state.spell) : nothing}</div>
    ${state.proposed ? vote(told, state.proposed) : latest(told)}
    ${piles(told)}
  </div>`;
}

/**
 * @param {Told} told
 * @param {NonNullable<Told["view"]["state"]["spell"]>} spell
 */
function spell(told, { word, caster, on }) {
  const cast = told.view.state.words.filter((one) => one.word === word && one.seat === caster).at(-1);
  return html`<div class="standing" data-about="spell">
    ${who(told.seats[caster])}${row(word, cast?.fogs ?? [], "")}${pointer()}${who(told.seats[on])}</div>`;
}

/**
 * @param {Told} told
 * @param {NonNullable<Told["view"]["state"]["snowball"]>} ball
 */
function snowball({ seats, term }, { thief, target, number, takes }) {
  return html`<div class="standing" data-about="snowball_round">${who(seats[thief])}
    ${Array.from({ length: Math.min(number, 5) }, () => shape("snowball"))}${pointer()}${who(seats[target])}
    <span class="takes">${backs()}<b>−${takes}</b></span></div>`;
}

/**
 * @param {Told} told
 * @param {NonNullable<Told["view"]["state"]["proposed"]>} proposed
 */
function vote(told, { seat, word, fogs, voters, voted }) {
  const { seats, me, term, view: { state } } = told;
  return html`<div class="vote">
    <div class="standing latest">${who(seats[seat])}${row(word, fogs, `asked laid turn-${state.words.length % 2}`)}</div>
    <div class="voters">${voters.map((voter) => html`<span class="voter">${who(seats[voter])}${
      voter === me && state.your_vote ? shape(state.your_vote)
        : html`<span class=${`ballot ${voted.includes(voter) ? "in" : ""}`}></span>`}</span>`)}</div>
    <div class="answers">${["accept", "challenge"]
      .map((answer) => tap(told, { type: "vote", vote: answer }, html`${shape(answer)}<span>${term(answer)}</span>`))}</div>
  </div>`;
}

/**
 * Something to tap where the rules allow it; nothing elsewhere.
 * @param {Told} told
 * @param {Fields} part
 * @param {unknown} inside
 */
export function tap({ legal, chosen, select, language }, part, inside) {
  if (fits(legal, part).length === 0) return nothing;
  return html`<div class=${`tap may ${has(chosen, part) ? "chosen" : ""}`} dir=${direction(language)}
    data-about=${String(part.vote ?? part.type)} @click=${() => select(part)}>${inside}</div>`;
}

/** @param {Told} told */
function piles(told) {
  const { term, view: { state } } = told;
  return html`<div class="piles" dir=${direction(told.language)}>
    <span data-about="deck">${backs()}<span>${term("deck")}</span><b>${state.deck_size}</b></span>
    <span data-about="discard">${Object.entries(state.discard)
      .map(([effect, count]) => html`<span class=${count ? "" : "none"}
        data-about=${effect}>${shape(effect)}<b>${count}</b></span>`)}</span>
    ${state.runs > 1 ? html`<span>${term("run")} <bdi>${state.run}/${state.runs}</bdi></span>` : nothing}
  </div>`;
}

/**
 * The words of the run, the latest first.
 * @param {Told} told
 */
export function words(told) {
  const { seats, term, content, view: { state } } = told;
  const special = new Map(content.special_words.map((one) => [one.word, one.id]));
  return html`<div class="words" dir="rtl">${anew(state.words.length, [...state.words].reverse().map(({ seat, word, fogs }, at) => html`
    <span class=${`cast ${at === 0 && state.spell?.word === word ? "stands" : ""}`}>${who(seats[seat])}${row(word, fogs, "small")}${
      special.has(word) ? html`<span data-about="special_word">${shape("star")}</span>` : nothing}</span>`))}</div>`;
}
