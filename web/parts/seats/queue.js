/**
 * What the player waits for: a line for each wish in every room, the call to a table, and the way there.
 *
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../live.js").Message} Message
 * @typedef {{ match: string, seats: number, people: number, confirmed: number, confirm_by: string | null }} Called
 * @typedef {{ game: string, set: "live" | "days", bots: { at: string } | null, since: string, called: Called | null,
 *             confirmed: boolean, rated: boolean }} Wish
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { call as ask, get, post, ROOT } from "../../api.js";
import { route } from "../../paths.js";
import { filled } from "../../messages.js";
import { spokenIn } from "../../words.js";
import { call } from "../calling.js";
import { span } from "../clocks.js";
import { LISTED } from "../texts.js";

const WISHES = "/me/wishes";
/** This browser remembers who waits, so that every room can say so at once. */
export const PLACE = "queue";
/** How often the wishes are looked at: while somebody is called, and while they wait, in milliseconds. */
const SOON = 2_000, LATER = 15_000, TICK = 1_000;

/** @param {Wish} wish */
const pathOf = ({ game, set }) => `${WISHES}${route`/${game}/${set}`}`;

export class Queue {
  /** @type {Wish[]} */
  #wishes = [];
  /** @type {Record<string, string>} */
  #games = {};
  /** How much the device's clock goes before the service's, in milliseconds. */
  #ahead = 0;
  #looked = 0;
  #timer = 0;
  /** A match that has begun, for who is in another room. */
  #begun = "";
  #isMissed = false;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** Whether a table waits for the player. */
  get isCalling() {
    return this.#wishes.some((one) => one.called && !one.confirmed);
  }

  async load() {
    const { app } = this, before = this.#wishes;
    this.#looked = Date.now();
    const [{ items, now }, games] = await Promise.all([get(WISHES), get(LISTED)]);
    for (const one of /** @type {import("../../types.js").Game[]} */ (games.items)) this.#games[one.game] = one.names[app.language];
    this.#ahead = Date.now() - Date.parse(now);
    this.#wishes = items;
    if (items.length) localStorage.setItem(PLACE, app.me?.id ?? "");
    else localStorage.removeItem(PLACE);
    for (const { called, confirmed } of items) if (called && !confirmed && !isCalledTo(before, called.match)) this.#call(called);
    for (const one of before) if (one.called && !items.some((/** @type {Wish} */ other) => isSame(one, other))) this.#left(one);
    this.#tick();
    app.redraw();
  }

  /** Wait for a table. @param {string} game @param {"live" | "days"} set @param {Record<string, unknown>} terms */
  async wait(game, set, terms) {
    this.#isMissed = false;
    await ask("PUT", `${WISHES}${route`/${game}/${set}`}`, terms);
    await this.load();
  }

  /** @param {Message} message */
  hear({ type, data }) {
    const isOurs = this.#wishes.some((one) => one.called?.match === data?.id);
    if (type === "match" && isOurs && data.status === "active") void this.#go(data.id);
    else if (type === "notice" && (data.kind === "called" || data.kind === "match_started")) void this.#news(data);
    else if (type === "awake" || type === "back") void this.load().catch(() => {});
  }

  /** @param {import("../../types.js").Notice} notice */
  async #news({ kind, game, match }) {
    const waited = this.#wishes.some((one) => one.game === game && one.set === "live");
    await this.load().catch(() => {});
    const waits = this.#wishes.some((one) => one.game === game && one.set === "live");
    if (kind === "match_started" && waited && !waits && match) await this.#go(match);
  }

  /** Who has said that they are there is led to the table; who is elsewhere is told. @param {string} match */
  async #go(match) {
    const isThere = this.#wishes.some((one) => one.called?.match === match && one.confirmed);
    this.#wishes = this.#wishes.filter((one) => one.called?.match !== match);
    const here = location.pathname.slice(ROOT.length);
    if (isThere || here === "" || here === "lobby") return this.app.go(`matches/${match}`);
    if (here !== `matches/${match}`) this.#begun = match;
    this.app.redraw();
  }

  /** A wish is gone that was called to a table. @param {Wish} wish */
  #left({ called, confirmed }) {
    if (confirmed && called) void this.#go(called.match);
    else this.#isMissed = true;
  }

  /** @param {Called} called */
  #call(called) {
    call("turn", called.match);
    this.app.say(this.app.words.queue.title);
  }

  close() {
    clearTimeout(this.#timer);
  }

  #tick = () => {
    clearTimeout(this.#timer);
    if (!this.#wishes.length) return;
    const due = this.#wishes.some((one) => one.called) ? SOON : LATER;
    if (Date.now() - this.#looked >= due && !document.hidden) return void this.load().catch(() => this.#tick());
    this.#count();
    this.#timer = setTimeout(this.#tick, TICK);
  };

  /** The times that run are written by themselves: nothing else of the room changes with them. */
  #count() {
    const now = Date.now() - this.#ahead, said = this.app.words;
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".queue [data-at]"))) {
      one.textContent = span(Math.abs(Date.parse(one.dataset.at ?? "") - now) / 1000, said);
    }
  }

  draw() {
    const said = this.app.words.queue;
    if (!this.#wishes.length && !this.#begun && !this.#isMissed) return nothing;
    setTimeout(() => this.#count());
    return html`<aside aria-label=${said.find}>${this.#begun ? html`<p class="banner queue" role="status">${said.begun} <a
        class="button main" href="${ROOT}matches/${this.#begun}" @click=${() => { this.#begun = ""; }}>${said.to_table}</a></p>` : nothing}
      ${this.#isMissed ? html`<p class="banner queue" role="status">${said.missed} <button type="button" class="plain"
        @click=${() => { this.#isMissed = false; this.app.redraw(); }}>${this.app.words.close}</button></p>` : nothing}
      ${this.#wishes.map((one) => (one.called ? this.#called(one, one.called) : this.#waiting(one)))}</aside>`;
  }

  /** @param {Wish} wish */
  #waiting(wish) {
    const said = this.app.words.queue;
    return html`<p class="banner queue"><span>${said[wish.set === "live" ? "waits_now" : "waits_days"]}
        <strong>${this.#games[wish.game]}</strong>${wish.rated ? html` · ${this.app.words.ratings.rated}` : nothing}</span>
      <span class="faint" data-at=${wish.since} aria-hidden="true"></span>
      ${wish.bots && this.#isAhead(wish.bots.at) ? html`<small>${said.bots_in} <span data-at=${wish.bots.at}></span></small>` : nothing}
      ${this.#stop(wish, said.stop)}</p>`;
  }

  /** @param {Wish} wish @param {Called} called */
  #called(wish, called) {
    const { app } = this, said = app.words.queue;
    if (wish.confirmed) {
      return html`<p class="banner queue" role="status"><span><strong>${this.#games[wish.game]}</strong>: ${filled(said.others,
        { here: called.confirmed, people: called.people }, spokenIn(app.language))}</span></p>`;
    }
    return html`<div class="banner queue called"><p role="alert"><strong>${filled(said.ready,
        { game: this.#games[wish.game], people: called.people }, spokenIn(app.language))}</strong></p>
      ${called.confirm_by ? html`<span class="clock short" data-at=${called.confirm_by} aria-hidden="true"></span>` : nothing}
      <button type="button" class="main" ?disabled=${app.isBusy} @click=${() => app.attempt(async () => {
        await post(`${pathOf(wish)}/confirmation`, {});
        await this.load();
      })}>${said.here}</button> ${this.#stop(wish, said.not_now)}</div>`;
  }

  /** @param {Wish} wish @param {string} text */
  #stop(wish, text) {
    return html`<button type="button" class="plain" ?disabled=${this.app.isBusy} @click=${() => this.app.attempt(async () => {
      this.#wishes = this.#wishes.filter((one) => one !== wish);
      await ask("DELETE", pathOf(wish), {});
      await this.load();
    })}>${text}<span class="unseen">: ${this.#games[wish.game]}</span></button>`;
  }

  /** @param {string} at */
  #isAhead(at) {
    return Date.parse(at) > Date.now() - this.#ahead;
  }
}

/** @param {Wish} one @param {Wish} other */
const isSame = (one, other) => one.game === other.game && one.set === other.set;

/** @param {Wish[]} wishes @param {string} match */
const isCalledTo = (wishes, match) => wishes.some((one) => one.called?.match === match);
