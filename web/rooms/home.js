/**
 * Home: your turn first, then what runs, waits and has ended, and what you have been told. Strangers are shown the games, and
 * a match that plays itself.
 *
 * @typedef {import("../types.js").Match} Match
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Notice} Notice
 * @typedef {import("../app.js").App} App
 * @typedef {import("../app.js").At} At
 */
import { html, nothing } from "../vendor/lit-html.js";
import { call, get, isKnown, post, ROOT } from "../api.js";
import { shortestFirst } from "../games/banners.js";
import * as live from "../live.js";
import { filled } from "../messages.js";
import { mark } from "../parts/head.js";
import { people, sign } from "../parts/seats/people.js";
import { sayer } from "../parts/pieces.js";
import { LISTED } from "../parts/texts.js";
import { isMyTurn, withNews } from "../parts/turns.js";
import { route } from "../paths.js";
import { spokenIn } from "../words.js";
import { followed } from "./home/followed.js";
import { offer } from "./home/offer.js";
import { endedSince, lastHere } from "./home/since.js";

const OVER = new Set(["finished", "cancelled", "imported", "quarantined"]);
/** News come in crowds: the lists are fetched once they rest, in milliseconds. */
const REST = 400;
/** Nobody waits for a match that plays itself: what one does first comes first, in milliseconds. */
const SETTLED = 1_500;
/** So many notices stand there unfolded, and those about which something can be done at once. */
const NOTICES = 4;

/** Where there is one column, the games come first. */
const isNarrow = () => matchMedia("(max-width: 50rem)").matches;

/** What a player's home asks for beside the games. */
const MINE = "/matches?mine=true&limit=100", TOLD = "/me/notices?unread=true&limit=20", FOLLOWED = "/me/follows";
/** In which of these matches others have written. */
const UNREAD = "/me/chat/unread";

export const needs = () => (isKnown() ? [LISTED, MINE, TOLD, FOLLOWED, UNREAD] : [LISTED]);

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
  /** @type {import("./home/followed.js").Followed[]} */
  #followed = [];
  /** How many messages there are to read, by match. @type {Map<string, number>} */
  #unread = new Map();
  /** When somebody was last here; none: never, or a stranger. */
  #since = "";
  /** @type {{ stage: () => unknown, caption: () => unknown, close: () => void } | null} */
  #showing = null;
  #timer = 0;
  #settling = 0;
  #isClosed = false;
  /** What stands there while something is done. @type {{ isStranger: boolean, matches: Match[], notices: Notice[] }} */
  #still = { isStranger: true, matches: [], notices: [] };

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.#still.isStranger = !app.me;
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.#settling = setTimeout(() => void this.#show(), SETTLED);
  }

  async loadGames() {
    this.#games = shortestFirst(/** @type {Game[]} */ ((await get(LISTED)).items));
  }

  async #show() {
    try {
      const shown = await (await import("./home/showing.js")).showing(this.app);
      if (this.#isClosed) shown?.close();
      else this.#showing = shown;
      this.app.redraw();
    } catch {
      // Nobody has asked for it.
    }
  }

  /** What concerns the player; nothing where nobody is logged in. */
  async load() {
    if (!this.app.me) return;
    const [mine, told, others] = await Promise.all([get(MINE), get(TOLD), get(FOLLOWED), this.#look()]);
    this.#followed = others.items;
    this.#matches = mine.items;
    this.#notices = told.items;
    // What the list holds beyond the time that it answers for is told now, and not once more.
    const ends = this.#matches.map(({ finished_at: end }) => end ?? "");
    const now = [mine.as_of, ...ends].reduce((one, other) => (Date.parse(other) > Date.parse(one) ? other : one));
    this.#since ||= lastHere(this.app.me.id, now);
    // Who has begun to wait in another browser is told here too.
    if (!this.app.queue) void this.app.attend().catch(() => {});
    this.app.redraw();
  }

  /** Where there is something to read. */
  async #look() {
    const { items } = /** @type {{ items: { match: string, count: number }[] }} */ (await get(UNREAD));
    this.#unread = new Map(items.map(({ match, count }) => [match, count]));
  }

  /**
   * What the stream tells is shown as it is told, unless it is told in the language of another tab.
   * @param {import("../live.js").Message} message
   */
  hear({ type, data }) {
    if (!["match", "left", "notice", "awake", "back", "chat"].includes(type)) return;
    if (type === "match" && live.isOurLanguage()) this.#matches = withNews(this.#matches, data);
    else if (type === "left") this.#matches = this.#matches.filter((one) => one.id !== data.match);
    else if (type === "notice" && live.isOurLanguage()) this.#notices = [data, ...this.#notices.filter((one) => one.id !== data.id)];
    else {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.load().catch(() => {}), REST);
    }
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#settling);
    this.#showing?.close();
  }

  draw() {
    const { app } = this, said = app.words;
    // Who begins a match is led away from what they see, and nothing of it moves until then.
    if (!app.isBusy) Object.assign(this.#still, { isStranger: !app.me, matches: this.#matches, notices: this.#notices });
    const { matches } = this.#still, me = this.#still.isStranger ? null : app.me;
    const mine = matches.filter(isMyTurn);
    const running = matches.filter((one) => one.status === "active" && !mine.includes(one));
    return html`
      ${me ? html`<h1 tabindex="-1"><bdi>${me.handle}</bdi></h1>` : this.#hero()}
      ${me?.kind === "guest" && matches.length ? html`<p class="banner">${said.is_guest} <a href="${ROOT}me">${said.upgrade}</a></p>`
        : nothing}
      ${this.#news()} ${this.#list(said.your_turn, mine)} ${this.#told()} ${this.#list(said.running, running)}
      ${this.#list(said.waiting, matches.filter((one) => one.status === "open"))}
      <section><h2>${said.games}</h2><ul class="cards offers">${this.#games.map((game) => offer(app, game))}</ul></section>
      ${me ? followed(app, this.#followed, this.#games) : nothing}
      ${this.#list(said.finished, matches.filter((one) => OVER.has(one.status)))}
      ${this.#showing && (me || isNarrow()) ? html`<section class="below">${this.#showing.caption()}
        <div class="window">${this.#showing.stage()}</div></section>` : nothing}`;
  }

  /** Who we are, for strangers; beside it the match that plays itself, and until there is one the mark and name of the service. */
  #hero() {
    const said = this.app.words;
    const heading = html`<h1 tabindex="-1">${said.welcome}</h1><p class="lead">${said.welcome_more}</p>`;
    if (isNarrow()) return heading;
    return html`<section class="shopfront"><div>${heading}${this.#showing?.caption()}</div>
      <div class="window">${this.#showing?.stage()
        ?? html`<p class="brand">${mark()}<span>Tabularium</span></p>`}</div></section>`;
  }

  /** What has ended since one was last here. */
  #news() {
    const { app } = this, said = app.words, ended = endedSince(this.#matches, this.#since);
    if (!ended.length) return nothing;
    const text = filled(said.offers.since, { count: ended.length }, spokenIn(app.language));
    return html`<p class="banner since" role="status">${text} ${ended.slice(0, 3).map((one) => html`<a
      href="${ROOT}matches/${one.id}">${one.name ? html`<bdi>${one.name}</bdi>` : this.#nameOf(one)}</a> `)}</p>`;
  }

  /** @param {Match} match */
  #nameOf(match) {
    return this.#games.find((one) => one.game === match.game)?.names[this.app.language] ?? match.game;
  }

  /** @param {string} title @param {Match[]} some */
  #list(title, some) {
    if (!some.length) return nothing;
    return html`<section><h2>${title}
      <small>(${some.length})</small></h2><ul class="cards">${some.map((one) => this.#row(one))}</ul></section>`;
  }

  /** @param {Match} match */
  #row(match) {
    const { language } = this.app;
    const seats = people(match, match.you ?? null, language), { say } = sayer((seat) => seats[seat]?.name ?? "", language);
    return html`<li><a class="card" href="${ROOT}matches/${match.id}">
      <strong>${match.name ? html`<bdi>${match.name}</bdi> · ` : nothing}${this.#nameOf(match)}</strong>
      ${this.#toRead(match)}
      <span class="faint">${say(match.text)}</span>
      <span class="people">${seats.map((one) => html`<span>${sign(one)} <bdi>${one.name}</bdi></span>`)}</span></a></li>`;
  }

  /** @param {Match} match */
  #toRead({ id }) {
    const count = this.#unread.get(id);
    return count ? html`<span class="count">${filled(this.app.words.chat.unread, { count }, spokenIn(this.app.language))}</span>`
      : nothing;
  }

  #told() {
    // A call stands above the room already.
    const said = this.app.words, notices = this.#still.notices.filter(({ kind }) => kind !== "called");
    if (!notices.length) return nothing;
    const isShown = (/** @type {Notice} */ one) => notices.indexOf(one) < NOTICES || this.#remedy(one) !== nothing;
    const shown = notices.filter(isShown), rest = notices.filter((one) => !isShown(one));
    return html`<section><h2>${said.notices} <small>(${notices.length})</small></h2>
      <ul class="plain-list">${shown.map((one) => this.#notice(one))}</ul>
      ${rest.length ? html`<details><summary>${said.more} (${rest.length})</summary>
        <ul class="plain-list">${rest.map((one) => this.#notice(one))}</ul></details>` : nothing}
      <button type="button" @click=${this.#markRead}>${said.mark_read}</button></section>`;
  }

  /** @param {Notice} one */
  #notice(one) {
    return html`<li class="line">${one.match ? html`<a
      href="${ROOT}${one.invitation ? `join/${one.match}#${one.invitation}` : `matches/${one.match}`}"><bdi>${one.text}</bdi></a>`
      : html`<bdi>${one.text}</bdi>`} ${this.#remedy(one)}</li>`;
  }

  #markRead = () => this.app.attempt(async () => {
    await call("POST", "/me/notices/read", { up_to: this.#notices[0]?.id });
    this.#notices = [];
  });

  /** What can be done about a notice at once, beside going there. @param {Notice} notice */
  #remedy({ kind, match, seat, invitation }) {
    const { app } = this, said = app.words, path = route`/matches/${match}`;
    const [text, what, body] = kind === "invited" && invitation ? [said.join, "join", { invitation }]
      : kind === "rematch" ? [said.join, "join", {}]
      : kind === "seat_taken_over" && seat !== null ? [said.take_back_seat, route`seats/${seat}/take-back`, {}] : [];
    return what ? html`<button type="button" @click=${() => app.attempt(async () => {
      await post(`${path}/${what}`, body);
      await app.go(path.slice(1));
    })}>${text}</button>` : nothing;
  }
}
