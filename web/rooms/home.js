/**
 * Home: your turn first, then what runs, waits and has ended, and what you have been told. Strangers are shown the games.
 *
 * @typedef {import("../types.js").Match} Match
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Notice} Notice
 * @typedef {import("../app.js").App} App
 * @typedef {import("../app.js").At} At
 */
import { html, nothing } from "../vendor/lit-html.js";
import { call, get, isKnown, post, ROOT } from "../api.js";
import { pictureOf } from "../games/pictures.js";
import * as live from "../live.js";
import { people, sign } from "../parts/seats/people.js";
import { sayer } from "../parts/pieces.js";
import { practise } from "../parts/start.js";
import { LISTED } from "../parts/texts.js";
import { isMyTurn, withNews } from "../parts/turns.js";
import { route } from "../paths.js";

const OVER = new Set(["finished", "cancelled", "imported", "quarantined"]);
/** News come in crowds: the lists are fetched once they rest, in milliseconds. */
const REST = 400;

/** What a player's home asks for beside the games. */
const MINE = "/matches?mine=true&limit=100", TOLD = "/me/notices?unread=true&limit=20";

export const needs = () => (isKnown() ? [LISTED, MINE, TOLD] : [LISTED]);

/** @param {At} at @returns {Promise<import("../app.js").Room>} */
export async function open({ app }) {
  const home = new Home(app);
  await Promise.all([home.loadGames(), home.load()]);
  return home;
}

class Home {
  title = "";
  /** @type {Game[]} */
  #games = [];
  /** @type {Match[]} */
  #matches = [];
  /** @type {Notice[]} */
  #notices = [];
  #timer = 0;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  async loadGames() {
    this.#games = (await get(LISTED)).items;
  }

  /** What concerns the player; nothing where nobody is logged in. */
  async load() {
    if (!this.app.me) return;
    const [mine, told] = await Promise.all([get(MINE), get(TOLD)]);
    this.#matches = mine.items;
    this.#notices = told.items;
    this.app.redraw();
  }

  /**
   * What the stream tells is shown as it is told, unless it is told in the language of another tab.
   * @param {import("../live.js").Message} message
   */
  hear({ type, data }) {
    if (!["match", "left", "notice", "awake", "back"].includes(type)) return;
    if (type === "match" && live.isOurLanguage()) this.#matches = withNews(this.#matches, data);
    else if (type === "left") this.#matches = this.#matches.filter((one) => one.id !== data.match);
    else if (type === "notice" && live.isOurLanguage()) this.#notices = [data, ...this.#notices.filter((one) => one.id !== data.id)];
    else {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.load().catch(() => {}), REST);
    }
  }

  close() {
    clearTimeout(this.#timer);
  }

  draw() {
    const { app } = this, { me } = app, said = app.words, matches = this.#matches;
    const mine = matches.filter(isMyTurn);
    const running = matches.filter((one) => one.status === "active" && !mine.includes(one));
    return html`
      <h1 tabindex="-1">${me ? html`<bdi>${me.handle}</bdi>` : said.welcome}</h1>
      ${me ? nothing : html`<p class="lead">${said.welcome_more}</p>`}
      ${me?.kind === "guest" && matches.length ? html`<p class="banner">${said.is_guest} <a href="${ROOT}me">${said.upgrade}</a></p>`
        : nothing}
      ${this.#list(said.your_turn, mine)} ${this.#told()} ${this.#list(said.running, running)}
      ${this.#list(said.waiting, matches.filter((one) => one.status === "open"))}
      <section><h2>${said.games}</h2><ul class="cards">${this.#games.map((game) => this.#offer(game))}</ul></section>
      ${this.#list(said.finished, matches.filter((one) => OVER.has(one.status)))}`;
  }

  /** @param {string} title @param {Match[]} some */
  #list(title, some) {
    if (!some.length) return nothing;
    return html`<section><h2>${title}
      <small>(${some.length})</small></h2><ul class="cards">${some.map((one) => this.#row(one))}</ul></section>`;
  }

  /** @param {Match} match */
  #row(match) {
    const { language } = this.app, game = this.#games.find((one) => one.game === match.game);
    const seats = people(match, match.you ?? null, language), { say } = sayer((seat) => seats[seat]?.name ?? "", language);
    return html`<li><a class="card" href="${ROOT}matches/${match.id}">
      <strong>${match.name ? html`<bdi>${match.name}</bdi> · ` : nothing}${game?.names[language] ?? match.game}</strong>
      <span class="faint">${say(match.text)}</span>
      <span class="people">${seats.map((one) => html`<span>${sign(one)} <bdi>${one.name}</bdi></span>`)}</span></a></li>`;
  }

  /** @param {Game} game */
  #offer(game) {
    const { app } = this, said = app.words, name = game.names[app.language];
    return html`<li class="card">
      <strong>${name}</strong>${game.game in said.abouts ? html`<span>${said.abouts[game.game]}</span>` : nothing}<span
        class="faint">${said.seats_of}: ${game.seats.min}–${game.seats.max} · ${game.duration_hint[app.language]}</span>
      <button type="button" class="main" ?disabled=${app.isBusy}
        @click=${() => this.#begin(game)}>${app.isBusy ? said.beginning : said.practise}<span class="unseen">: ${name}</span></button>
      <a class="button" href="${ROOT}lobby?game=${game.game}">${said.new_match}<span class="unseen">: ${name}</span></a></li>`;
  }

  /** @param {Game} game */
  #begin(game) {
    return this.app.attempt(async () => {
      // Fetched while the table is laid.
      void Promise.all([import("./table.js"), pictureOf(game.game), get(game.links.content)]).catch(() => {});
      await this.app.go(`matches/${await practise(this.app, game)}`);
    });
  }

  #told() {
    const said = this.app.words, notices = this.#notices;
    if (!notices.length) return nothing;
    return html`<section><h2>${said.notices} <small>(${notices.length})</small></h2>
      <ul class="plain-list">${notices.map((one) => html`<li class="line">${one.match ? html`<a
        href="${ROOT}${one.invitation ? `join/${one.match}#${one.invitation}` : `matches/${one.match}`}"><bdi>${one.text}</bdi></a>`
        : html`<bdi>${one.text}</bdi>`} ${this.#remedy(one)}</li>`)}</ul>
      <button type="button" @click=${this.#markRead}>${said.mark_read}</button></section>`;
  }

  #markRead = () => this.app.attempt(async () => {
    await call("POST", "/me/notices/read", { up_to: this.#notices[0]?.id });
    this.#notices = [];
  });

  /** What can be done about a notice at once, beside going there. @param {Notice} notice */
  #remedy({ kind, match, seat, invitation }) {
    const { app } = this, said = app.words, path = route`/matches/${match}`;
    const [text, what, body] = kind === "invited" && invitation ? [said.join, "join", { invitation }]
      : kind === "seat_taken_over" && seat !== null ? [said.take_back_seat, route`seats/${seat}/take-back`, {}] : [];
    return what ? html`<button type="button" @click=${() => app.attempt(async () => {
      await post(`${path}/${what}`, body);
      await app.go(path.slice(1));
    })}>${text}</button>` : nothing;
  }
}
