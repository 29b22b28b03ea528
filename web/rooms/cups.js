/**
 * Cups: those that wait for players, run, or are over, and a new one; and one of them with its table of results.
 *
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../app.js").App} App
 * @typedef {import("../app.js").At} At
 * @typedef {{ id: string, handle: string | null }} Somebody
 * @typedef {{ id: string, name: string, game: string, set: "live" | "days", system: "all_meet" | "swiss" | "groups",
 *             places: number, entered: number, seats: { min: number, max: number }, rounds: number | null, rated: boolean,
 *             bot: string | null, host: Somebody, status: "open" | "running" | "finished" | "cancelled" }} CupInList
 */
import { html, nothing } from "../vendor/lit-html.js";
import { get, post, ROOT } from "../api.js";
import { shortestFirst } from "../games/banners.js";
import { filled as said } from "../messages.js";
import { filled, input } from "../parts/forms.js";
import { LISTED } from "../parts/texts.js";
import { spokenIn } from "../words.js";
import { cup, terms } from "./cups/cup.js";

/** Of each of these lists the newest. */
const LISTS = /** @type {const} */ (["open", "running", "finished"]);
const SHOWN = 20;
/** How long a round may take, in seconds. */
const LONGEST = { live: 3 * 3600, days: 14 * 86_400 };
const PLACES = [6, 8, 9, 12, 16, 20, 25, 32, 64];
/** Where everybody meets everybody once: how many at a table, by how many play. @type {Record<number, number>} */
const DESIGNS = { 9: 3, 16: 4, 25: 5 };
const ROUNDS = [2, 3, 4, 5, 6, 7, 8, 9];

/** @param {At} at @returns {Promise<import("../app.js").Room>} */
export async function open(at) {
  if (at.parts[1]) return cup(at, at.parts[1]);
  const [games, ...lists] = await Promise.all([
    get(LISTED).then((list) => list.items),
    ...LISTS.map((status) => get(`/cups?status=${status}&limit=${SHOWN}`).then((page) => page.items)),
  ]);
  return new Cups(at.app, shortestFirst(games), lists);
}

class Cups {
  #system = /** @type {CupInList["system"]} */ ("groups");
  #isRated = false;

  /** @param {App} app @param {Game[]} games @param {CupInList[][]} lists */
  constructor(app, games, lists) {
    this.app = app;
    this.games = games;
    this.lists = lists;
    this.game = /** @type {Game} */ (games[0]);
    this.title = app.words.cups.title;
  }

  draw() {
    const words = this.app.words.cups, isAccount = this.app.me?.kind === "account";
    return html`<h1 tabindex="-1">${words.title}</h1><p class="faint">${words.what}</p><div class="columns">
      <div>${LISTS.map((status, at) => html`<section><h2>${this.app.words.cup_lists[status]}</h2>
        ${this.#list(this.lists[at] ?? [])}</section>`)}</div>
      <section><h2>${words.make}</h2>${isAccount ? this.#form() : html`<p>${words.account}</p>`}</section></div>`;
  }

  /** @param {CupInList[]} cups */
  #list(cups) {
    const { app } = this;
    if (!cups.length) return html`<p class="faint">${app.words.cups.none}</p>`;
    return html`<ul class="cards">${cups.map((one) => html`<li><a class="card" href="${ROOT}cups/${one.id}">
      <strong>${one.name ? html`<bdi>${one.name}</bdi> · ` : nothing}${this.#nameOf(one.game)}</strong>
      <span class="faint">${terms(app, one)}</span>
      ${one.status === "open" ? html`<span>${say(app, app.words.cups.entered, { entered: one.entered, places: one.places })}</span>`
        : nothing}</a></li>`)}</ul>`;
  }

  #form() {
    const { app, game, games } = this, words = app.words.cups, system = this.#system;
    const places = PLACES.filter((one) => system !== "all_meet" || isDesign(one, game));
    return html`<form class="sheet" @submit=${this.#make}>
      <fieldset class="presets"><legend>${words.system}</legend>${/** @type {const} */ (["groups", "swiss", "all_meet"]).map((one) =>
        html`<label><input type="radio" name="system" value=${one} .checked=${one === system}
          @change=${() => { this.#system = one; app.redraw(); }}><span><strong>${app.words.cup_systems[one]}</strong>
          <small>${app.words.cup_systems_more[one]}</small></span></label>`)}</fieldset>
      <label class="field"><span>${app.words.game}</span><select @change=${this.#choose}>${games.map((one) =>
        html`<option value=${one.game} ?selected=${one === game}>${one.names[app.language]}</option>`)}</select></label>
      <label class="field"><span>${words.places}</span><select name="places">${places.map((one) =>
        html`<option ?selected=${one === 8}>${one}</option>`)}</select></label>
      ${system === "swiss" ? html`<label class="field"><span>${words.rounds}</span><select name="rounds">${ROUNDS.map((one) =>
        html`<option ?selected=${one === 4}>${one}</option>`)}</select></label>` : nothing}
      <label class="field"><span>${words.pace}</span><select name="set"><option value="live">${app.words.queue.live}</option>
        <option value="days">${app.words.queue.days}</option></select></label>
      <label class="field check"><input type="checkbox" .checked=${this.#isRated}
        @change=${(/** @type {Event} */ event) => { this.#isRated = input(event).checked; app.redraw(); }}><span>${
        app.words.ratings.rated}</span></label>
      ${this.#isRated ? nothing : html`<label class="field check"><input type="checkbox" name="bots" checked><span>${
        words.bots}</span></label>`}
      <label class="field"><span>${app.words.name}</span><input name="name" maxlength="80" dir="auto" autocomplete="off"></label>
      <button type="submit" class="main" ?disabled=${app.isBusy}>${words.create}</button></form>`;
  }

  #choose = (/** @type {Event} */ event) => {
    this.game = this.games.find((one) => one.game === input(event).value) ?? this.game;
    this.app.redraw();
  };

  #make = async (/** @type {SubmitEvent} */ event) => {
    const { app, game } = this, form = event.target, wish = filled(event), system = this.#system;
    const places = Number(wish.places), set = wish.set === "days" ? "days" : "live";
    const size = system === "all_meet" ? DESIGNS[places] : undefined;
    const made = await app.attempt(() => post("/cups", {
      game: game.game, set, system, places, name: wish.name ?? "", rated: this.#isRated,
      seats: size ? { min: size, max: size } : { min: Math.max(3, game.seats.min), max: Math.min(4, game.seats.max) },
      rounds: system === "swiss" ? Number(wish.rounds) : null, round_seconds: LONGEST[set], bot: wish.bots ? "easy" : null,
    }), form);
    if (made) await app.go(`cups/${made.id}`);
  };

  /** @param {string} game */
  #nameOf(game) {
    return this.games.find((one) => one.game === game)?.names[this.app.language] ?? game;
  }
}

/** @param {number} places @param {Game} game */
function isDesign(places, game) {
  const size = DESIGNS[places];
  return size !== undefined && game.seats.min <= size && size <= game.seats.max;
}

/** @param {App} app @param {string} text @param {Record<string, number | string>} values */
const say = (app, text, values) => said(text, values, spokenIn(app.language));
