/**
 * What a match is before one sits down: its seats (taken, free, kept for somebody), its clock, its bots and its options.
 *
 * @typedef {import("../../types.js").Match} Match
 * @typedef {import("../../types.js").Game} Game
 * @typedef {import("../../types.js").KeptSeat} KeptSeat
 * @typedef {import("../../app.js").App} App
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { get, ROOT } from "../../api.js";
import { filled } from "../../messages.js";
import { route } from "../../paths.js";
import { spokenIn } from "../../words.js";
import { span } from "../clocks.js";
import { chosen } from "../options.js";
import { mark } from "../ratings.js";
import { people, sign } from "./people.js";

/** @type {[number, string][]} */
const UNITS = [[86_400, "day"], [3_600, "hour"], [60, "minute"]];

/** For whom the match keeps seats that was looked at last. @type {{ of: string, kept: KeptSeat[] }} */
let known = { of: "", kept: [] };

/**
 * For whom a match keeps seats, as far as the player may know it; it is asked for anew after each change of the match.
 * @param {App} app @param {Match} match
 * @returns {KeptSeat[]}
 */
export function keptBy(app, match) {
  const of = `${match.id} ${match.version} ${match.you}`;
  if (known.of !== of) {
    known = { of, kept: known.of.startsWith(match.id) ? known.kept : [] };
    void get(route`/matches/${match.id}/lobby`).then(({ kept }) => {
      if (known.of === of) known = { of, kept };
      app.redraw();
    }, () => {});
  }
  return known.kept;
}

/** Ask anew who is invited, because that changes without an event. */
export const forgetKept = () => { known = { ...known, of: "" }; };

/** The seats one by one, and who was invited to any of them. @param {App} app @param {Match} match @param {KeptSeat[]} kept */
export function seatsOf(app, match, kept) {
  const said = app.words.threshold, here = people(match, null, app.language);
  const invited = kept.filter((one) => one.seat === null && one.player?.handle);
  return html`<ul class="plain-list places">${here.map((one) => html`<li>${sign(one)} ${match.seats[one.seat]?.status === "open"
      ? free(app, kept.find(({ seat }) => seat === one.seat))
      : html`${nameOf(match, one)}${one.seat === match.host ? html` <small>${said.host}</small>` : nothing}`}</li>`)}</ul>
    ${invited.length ? html`<p class="invited-any">${said.any_seat}: ${invited.map(({ player }, at) =>
      html`${at ? ", " : ""}<bdi>${player?.handle}</bdi>`)}</p>` : nothing}`;
}

/** Who sits there, with the way to their page. @param {Match} match @param {import("../../games/picture.js").Person} one */
function nameOf(match, one) {
  const player = match.seats[one.seat]?.player;
  return player?.handle ? html`<a class="name" href="${ROOT}players/${player.id}"><bdi>${one.name}</bdi></a>`
    : html`<bdi class="name">${one.name}</bdi>`;
}

/** A free seat. @param {App} app @param {KeptSeat | undefined} one */
function free(app, one) {
  const said = app.words.threshold;
  if (!one) return html`<span class="faint">${said.free}</span>`;
  if (!one.player?.handle) return html`<span class="faint">${said.kept}</span>`;
  return html`<span class="kept">${said[one.reason === "rematch" ? "kept_again" : "kept_for"]}
    <bdi class="name">${one.player.handle}</bdi></span>`;
}

/** Clock, pace, bots and options, in words. @param {App} app @param {Match} match @param {Game} game */
export function facts(app, match, game) {
  const said = app.words, { threshold } = said, bots = match.seats.filter((one) => one.bot);
  const say = (/** @type {string} */ text, /** @type {Record<string, unknown>} */ values) => filled(text, values, spokenIn(app.language));
  return html`${match.rated ? html`<p>${mark(app, match)} ${said.ratings.rated_more}</p>` : nothing}
    <dl class="facts"><dt>${said.clock}</dt><dd>${clock(app, match).map((text) => html`<span>${text}</span>`)}</dd>
    ${bots.length || match.fill ? html`<dt>${threshold.bots}</dt><dd>
      ${bots.length ? html`<span>${bots.map((one) => said.bots[/** @type {"easy"} */ (one.bot)] ?? one.bot).join(", ")}</span>` : nothing}
      ${match.pace ? html`<span>${say(threshold.pace, { seconds: match.pace })}</span>` : nothing}</dd>` : nothing}
    <dt>${said.options}</dt><dd>${chosen(app, match, game)}</dd></dl>`;
}

/** Seconds, in the largest unit that has a whole number of them. @param {number} seconds @param {string} language */
function inWords(seconds, language) {
  const [size, unit] = /** @type {[number, string]} */ (UNITS.find(([size]) => seconds >= size && seconds % size === 0) ?? [1, "second"]);
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

/** How long one may think, and what comes of the absent. @param {App} app @param {Match} match */
function clock(app, { clock: given }) {
  const { threshold } = app.words;
  const say = (/** @type {string} */ text, /** @type {number} */ seconds) =>
    filled(text, { time: inWords(seconds, app.language) }, spokenIn(app.language));
  if (given.mode === "none") return [threshold.no_clock];
  const late = { default_move: threshold.late_default, bot: threshold.late_bot, resign: threshold.late_resign };
  return [
    given.mode === "per_move" ? say(threshold.per_move, given.seconds ?? 0) : say(threshold.bank, given.bank_seconds ?? 0),
    given.increment_seconds ? say(threshold.increment, given.increment_seconds) : "",
    late[/** @type {"bot"} */ (given.on_timeout)] ?? "",
  ].filter(Boolean);
}

/**
 * How long until bots take the seats that are free then.
 * @param {App} app @param {NonNullable<Match["fill"]>} fill @param {number} ahead
 */
export function comes(app, { at, bot }, ahead) {
  const said = app.words, left = Date.parse(at) - (Date.now() - ahead);
  if (left <= 0) return said.waits.soon;
  const who = said.offers[/** @type {"easy"} */ (bot)] ?? said.offers.any;
  return html`${filled(said.waits.fills, { bots: who }, spokenIn(app.language))} <strong>${span(left / 1000, said)}</strong>`;
}

