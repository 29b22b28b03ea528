/**
 * Luck: every draw of all public matches of a game that have ended, and how well they fit to chance.
 *
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../app.js").App} App
 * @typedef {import("../app.js").At} At
 * @typedef {{ chi_squared: number, degrees: number, p_value: number }} Fit
 * @typedef {{ event: string, of: number, counts: number[], fit: Fit | null }} Draws
 * @typedef {{ tenth: number, half: number, nine_tenths: number }} Spread
 * @typedef {{ seats: number, matches: number, wins_by_seat: number[], wins_after_opener: number[], moves: Spread,
 *             seconds: Spread }} Size
 * @typedef {{ game: string, matches: number, sizes: Size[], together: Fit | null, draws: Draws[] }} Statistics
 */
import { html, nothing, svg } from "../vendor/lit-html.js";
import { get, ROOT } from "../api.js";
import { shortestFirst } from "../games/banners.js";
import { filled } from "../messages.js";
import { LISTED } from "../parts/texts.js";
import { route } from "../paths.js";
import { spokenIn } from "../words.js";
import { open as unknown } from "./unknown.js";

/** A die, and the events by which chance says who begins. */
const DIE = "die_rolled", OPENINGS = new Set(["first_player_drawn", "run_started", "first_seat_drawn"]);
/** Below this the numbers ask for an explanation. */
const ODD = 0.0001;
const HIGH = 60, WIDE = 28;

/** @param {At} at @returns {Promise<import("../app.js").Room>} */
export async function open(at) {
  const games = shortestFirst(/** @type {Game[]} */ ((await get(LISTED)).items));
  const chosen = at.parts[1] ? games.find((one) => one.game === at.parts[1]) : games[0];
  return chosen ? new Luck(at.app, games, chosen, await get(`${route`/games/${chosen.game}`}/statistics`)) : unknown(at);
}

class Luck {
  /** @param {App} app @param {Game[]} games @param {Game} game @param {Statistics} found */
  constructor(app, games, game, found) {
    this.app = app;
    this.games = games;
    this.game = game;
    this.found = found;
    this.title = app.words.luck.title;
  }

  get #said() {
    return this.app.words.luck;
  }

  /** @param {string} text @param {Record<string, unknown>} values */
  #say = (text, values) => filled(text, values, spokenIn(this.app.language));

  draw() {
    const { app, found, game } = this, said = this.#said;
    return html`<h1 tabindex="-1">${said.title}</h1><p class="lead">${said.lead}</p>
      <p class="choices">${this.games.map((one) => html`<a class="button" href="${ROOT}luck/${one.game}"
        aria-current=${one === game ? "page" : nothing}>${one.names[app.language]}</a>`)}</p>
      ${found.matches ? html`${this.#verdict()}${this.#draws()}${this.#each()}${found.sizes.map((one) => this.#size(one))}`
        : html`<p>${said.none}</p>`}
      <p class="faint">${said.yourself} <a href="/api/docs/luck">${said.guide}</a></p>`;
  }

  /** What all draws together look like. */
  #verdict() {
    const said = this.#said, { together, draws, matches } = this.found;
    const count = draws.reduce((sum, one) => sum + one.counts.reduce((all, each) => all + each, 0), 0);
    return html`<section class="sheet verdict"><p>${this.#say(said.counted, { matches, draws: count })}</p>
      <p><strong>${together ? said[together.p_value < ODD ? "odd" : "fits"] : said.few}</strong>
      ${together ? this.#say(said.p_value, { percent: percent(together.p_value) }) : nothing}</p></section>`;
  }

  #draws() {
    const said = this.#said, { draws } = this.found, die = draws.find((one) => one.event === DIE && one.of === 6);
    const openings = draws.filter((one) => OPENINGS.has(one.event));
    return html`<div class="columns">${die ? this.#bars(said.dice, die.counts, (face) => String(face + 1), die.fit) : nothing}
      ${openings.map((one) => this.#bars(this.#say(said.opener, { seats: one.of }), one.counts, this.#seat, one.fit))}</div>`;
  }

  /** Every kind of draw with its own fit: cards have too many values for bars. */
  #each() {
    const said = this.app.words.draws, { draws } = this.found;
    const sum = (/** @type {Draws} */ { counts }) => counts.reduce((all, one) => all + one, 0);
    return html`<details><summary>${said.title}</summary><table class="leaders">
      <thead><tr>${[said.event, said.of, said.count, "p"].map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
      <tbody>${draws.map((one) => html`<tr><th scope="row"><bdi dir="ltr">${one.event}</bdi></th><td>${one.of}</td><td>${sum(one)}</td>
        <td>${one.fit ? `${percent(one.fit.p_value)} %` : "–"}</td></tr>`)}</tbody></table></details>`;
  }

  /** @param {Size} size */
  #size({ seats, matches, wins_by_seat, wins_after_opener, moves, seconds }) {
    const said = this.#said, shares = (/** @type {number[]} */ of) => of.map((one) => Math.round(one * 1_000) / 10);
    const after = (/** @type {number} */ place) => (place ? `+${place}` : said.first);
    return html`<section><h2>${this.#say(said.size, { seats, matches })}</h2><div class="columns">
      ${this.#bars(said.wins_by_seat, shares(wins_by_seat), this.#seat, null, "%")}
      ${this.#bars(said.wins_after, shares(wins_after_opener), after, null, "%")}</div>
      <p>${this.#say(said.moves, { ...moves })} ${this.#say(said.minutes, minutes(seconds))}</p></section>`;
  }

  #seat = (/** @type {number} */ seat) => this.#say(this.#said.seat, { number: seat + 1 });

  /**
   * @param {string} title @param {number[]} values @param {(at: number) => string} name @param {Fit | null} fit @param {string} [unit]
   */
  #bars(title, values, name, fit, unit = "") {
    const most = Math.max(...values, 1);
    const told = values.map((value, at) => `${name(at)}: ${value}${unit}`).join(", ");
    return html`<figure class="tally"><figcaption>${title}${fit ? html` <small>${this.#say(this.#said.p_short,
        { p: percent(fit.p_value) })}</small>` : nothing}</figcaption>
      <svg viewBox="0 0 ${values.length * WIDE} ${HIGH + 32}" role="img" aria-label=${told}>${values.map((value, at) => {
        const tall = Math.round((value / most) * HIGH), x = at * WIDE + WIDE / 2;
        return svg`<rect x=${x - 9} y=${HIGH + 14 - tall} width="18" height=${tall}></rect>
          <text x=${x} y=${HIGH + 10 - tall} text-anchor="middle">${value}</text>
          <text x=${x} y=${HIGH + 28} text-anchor="middle">${short(name(at))}</text>`;
      })}</svg></figure>`;
  }
}

/** A label under a bar has room for a number. @param {string} name */
const short = (name) => name.match(/[+\d]+/)?.[0] ?? "0";

/** @param {number} p */
const percent = (p) => (p < 0.001 ? Number((p * 100).toPrecision(1)) : Math.round(p * 1_000) / 10);

/** @param {Spread} of in seconds */
const minutes = ({ tenth, half, nine_tenths }) => ({ tenth: rounded(tenth), half: rounded(half), nine_tenths: rounded(nine_tenths) });

/** @param {number} seconds */
const rounded = (seconds) => Math.round(seconds / 60);
