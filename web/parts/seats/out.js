/** Out of a match that goes on: why, and what one may do now. */
import { html, nothing } from "../../vendor/lit-html.js";
import { post, ROOT } from "../../api.js";

/**
 * @typedef {import("../../types.js").Match} Match
 * @typedef {import("../../games/picture.js").AnyTold} AnyTold
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {object} Out
 * @property {import("../../app.js").App} app
 * @property {Match} match
 * @property {AnyTold} told
 * @property {MatchEvent[]} events those that are known
 * @property {() => void} watch put the banner away
 */

/** So many events of the seat before a death tell why. */
const NEAR = 6;

/** Whether one is out of a match that goes on. @param {Match} match */
export const isOut = ({ status, you, seats }) => status === "active" && you !== null && seats[you]?.status === "eliminated";

/** @param {Out} at */
export function out({ app, match, told, events, watch }) {
  if (!isOut(match)) return nothing;
  const said = app.words;
  return html`<div class="banner out" role="status"><p><strong>${said.out}</strong>
    ${causesOf(events, match.you).map(({ text }) => html`${told.say(text)} `)}</p>
    <div class="choices"><button type="button" class="main" @click=${watch}>${said.out_watch}</button>
    <a class="button" href="${ROOT}">${said.out_leave}</a>${again(app, match)}</div></div>`;
}

/**
 * What a seat died of, as far as it is known: what was decided right before, or what it lost; and the death.
 * @param {MatchEvent[]} events @param {number | null} seat
 * @returns {MatchEvent[]}
 */
export function causesOf(events, seat) {
  const own = events.filter((event) => event.seat === seat), at = own.map(({ type }) => type.endsWith("_died")).lastIndexOf(true);
  const death = own[at];
  if (!death) return [];
  const before = own.slice(Math.max(0, at - NEAR), at).reverse();
  const cause = before.find(({ type }) => type.endsWith("_decided")) ?? before.find(({ type }) => type === "stat_changed");
  return cause ? [cause, death] : [death];
}

/**
 * The same again: at once where the others are bots, in the lobby where people have to come first.
 * @param {import("../../app.js").App} app @param {Match} match
 */
function again(app, match) {
  const same = sameAgain(match);
  if (!same) return html`<a class="button" href="${ROOT}lobby?game=${match.game}">${app.words.out_again}</a>`;
  return html`<button type="button" ?disabled=${app.isBusy} @click=${() =>
    app.attempt(async () => app.go(`matches/${(await post("/matches", same)).id}`))}>${app.words.rematch}</button>`;
}

/**
 * What makes a match with the same options and the same bots; null where another person sits.
 * @param {Match} match
 */
export function sameAgain({ game, options, seats, you }) {
  const bots = seats.filter(({ seat }) => seat !== you).map(({ bot }) => bot);
  return bots.some((bot) => bot === null) ? null : { game, options, seats: seats.length, visibility: "unlisted", bots };
}
