/**
 * The chat beside a match: what was said, what one says oneself, and the ways to be spared or to report it.
 *
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../types.js").Match} Match
 * @typedef {import("./messages.js").ChatEntry} ChatEntry
 * @typedef {{ room: "players" | "spectators", items: ChatEntry[], read: number | null, silenced_until: string | null,
 *             next: string | null }} ChatPage
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { call, get, post, ROOT } from "../../api.js";
import * as live from "../../live.js";
import { filled as told } from "../../messages.js";
import { route } from "../../paths.js";
import { spokenIn } from "../../words.js";
import { filled } from "../forms.js";
import { instant } from "../instants.js";
import { handleOf } from "../seats/people.js";
import { lines, REACTIONS } from "./messages.js";
import { Protection } from "./protection.js";

const MOST = 500, PAGE = 50;
/** How long what somebody has just said stands over the table; in milliseconds. */
const SHOWN = 6_000;
/** How often it is asked for where no stream tells of it: once the match is over, and for who has no stream. */
const OFTEN = 5_000, SELDOM = 15_000;
/** How often the service is told how far one has read, in milliseconds. */
const REST = 5_000;
/** Nobody talks for longer after a match. */
const LONGEST = 20 * 60_000;
/** How far this browser has read, by match and room; for who has no seat, of whom the service keeps nothing. */
const READ = "chat read ";

export class Chat {
  /** @type {ChatPage | null} */
  #page = null;
  /** Older messages that were asked for. @type {ChatEntry[]} */
  #older = [];
  #unlisten;
  #timer;
  #isOpen = false;
  #isLoading = false;
  /** What somebody has just said. @type {ChatEntry | null} */
  #fresh = null;
  #fade = 0;
  #asked = 0;
  /** Up to where the service knows that one has read, and the time until it is told again. */
  #marked = 0;
  #resting = 0;
  /** Since when the match is over. @type {number | undefined} */
  #over;

  /** @param {App} app @param {() => Match} match as it stands now */
  constructor(app, match) {
    this.app = app;
    this.match = match;
    this.protection = new Protection(app, match().id, () => this.load());
    this.#unlisten = live.listen(({ type, data }) => {
      if ((type === "chat" && data.match === match().id) || type === "back") void this.load();
    });
    void this.load();
    this.#timer = setInterval(() => this.#tick(), OFTEN);
  }

  close() {
    this.#unlisten();
    clearInterval(this.#timer);
    clearTimeout(this.#fade);
    this.#mark();
    clearTimeout(this.#resting);
  }

  get #path() {
    return route`/matches/${this.match().id}/chat`;
  }

  get #said() {
    return this.app.words.chat;
  }

  get #read() {
    return this.#page?.read ?? Number(localStorage.getItem(`${READ}${this.match().id} ${this.#page?.room}`) ?? 0);
  }

  get #last() {
    return this.#page?.items[0]?.number ?? 0;
  }

  /** How many messages of others came since one has looked into the chat. */
  get #unread() {
    const me = this.app.me?.id;
    return this.#isOpen ? 0 : this.#page?.items.filter((one) => one.number > this.#read && one.player.id !== me).length ?? 0;
  }

  /** Ask by itself where no stream tells: once the match is over, for a while, and for who has no stream. */
  #tick() {
    const { outcome, status, id } = this.match(), isOver = Boolean(outcome) || status === "cancelled";
    if (isOver) this.#over ??= Date.now();
    if (document.visibilityState !== "visible" || (this.#over && Date.now() - this.#over > LONGEST)) return;
    const isDue = isOver || (!live.tells(id) && Date.now() - this.#asked > SELDOM);
    if (isDue) void this.load();
  }

  /** The newest page. What fails is not told: the next one comes. */
  async load() {
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.#asked = Date.now();
    try {
      const page = /** @type {ChatPage} */ (await get(`${this.#path}?limit=${PAGE}`)), last = this.#last;
      const isFirst = !this.#page;
      if (page.room !== this.#page?.room) this.#older = [];
      if (page.read !== null) {
        this.#marked = Math.max(this.#marked, page.read);
        // What one has read since is told in a moment.
        page.read = Math.max(page.read, this.#page?.read ?? 0);
      }
      this.#page = page;
      const [newest] = page.items;
      if (!isFirst && newest && newest.number > last && newest.player.id !== this.app.me?.id) this.#show(newest);
      if (this.#isOpen) this.#keepRead();
      this.app.redraw();
      if (this.#last > last) this.#scroll();
    } catch (error) {
      console.info("the chat cannot be had", error);
    } finally {
      this.#isLoading = false;
    }
  }

  /** @param {ChatEntry} entry */
  #show(entry) {
    if (this.#isOpen || entry.removed) return;
    this.#fresh = entry;
    this.app.say(`${handleOf(entry.player, this.app.words)}: ${this.#wordsOf(entry)}`);
    clearTimeout(this.#fade);
    this.#fade = setTimeout(() => { this.#fresh = null; this.app.redraw(); }, SHOWN);
  }

  #keepRead() {
    const page = this.#page, number = this.#last;
    if (!page || number <= this.#read) return;
    if (page.read === null) localStorage.setItem(`${READ}${this.match().id} ${page.room}`, String(number));
    else {
      page.read = number;
      if (!this.#resting) this.#mark();
    }
  }

  /** Tell the service how far one has read: at once, and then no more often than every few seconds. */
  #mark() {
    clearTimeout(this.#resting);
    const number = this.#page?.read ?? 0;
    this.#resting = 0;
    if (number <= this.#marked) return;
    this.#marked = number;
    // What fails here is marked with the next message.
    void call("PUT", `${this.#path}/read`, { number }).catch(() => {});
    this.#resting = setTimeout(() => this.#mark(), REST);
  }

  #open = (/** @type {Event} */ event) => {
    const details = /** @type {HTMLDetailsElement} */ (event.target);
    if (!details.classList.contains("chat")) return;
    this.#isOpen = details.open;
    this.#fresh = null;
    if (this.#isOpen) this.#keepRead();
    this.app.redraw();
    this.#scroll();
  };

  /** To what was said last, once that is drawn. */
  #scroll() {
    setTimeout(() => {
      const list = document.querySelector(".chat .lines");
      if (list) list.scrollTop = list.scrollHeight;
    });
  }

  draw() {
    const said = this.#said, unread = this.#unread, page = this.#page;
    const count = unread ? html` <span class="count" aria-hidden="true">${unread}</span>
      <span class="unseen">${told(said.unread, { count: unread }, spokenIn(this.app.language))}</span>` : nothing;
    return html`<details class="chat" @toggle=${this.#open}><summary>${said[page?.room ?? "players"]}${count}</summary>
      ${page && this.#isOpen ? this.#whole(page) : nothing}</details>${this.#bubble()}`;
  }

  /** @param {ChatPage} page */
  #whole(page) {
    const said = this.#said, items = [...page.items, ...this.#older].reverse();
    const next = this.#older.length ? this.#more : page.next;
    return html`${next ? html`<button type="button" class="plain" @click=${this.#earlier}>${said.earlier}</button>` : nothing}
      ${items.length ? lines(this.app, items, (one) => this.protection.draw(one, page.room))
        : html`<p class="faint">${said.silence}</p>`}
      ${this.#form(page)}`;
  }

  #more = /** @type {string | null} */ (null);

  #earlier = () => this.app.attempt(async () => {
    const first = this.#older.at(-1) ?? this.#page?.items.at(-1);
    const page = /** @type {ChatPage} */ (await get(`${this.#path}?limit=${PAGE}&before=${first?.number}`));
    this.#older.push(...page.items);
    this.#more = page.next;
  });

  /** @param {ChatPage} page */
  #form({ room, silenced_until: until }) {
    const { app } = this, said = this.#said;
    if (until) return html`<p class="banner">${told(said.silenced, { until: instant(until, app.language) }, spokenIn(app.language))}
      <a href="${ROOT}me">${said.why}</a></p>`;
    if (!app.me || (room === "spectators" && app.me.kind === "guest")) return html`<p class="faint">${said.for_accounts}
      <a href="${ROOT}${app.me ? "me" : `login?next=matches/${this.match().id}`}">${app.me ? app.words.upgrade : app.words.login}</a></p>`;
    return html`<div class="reactions" role="group" aria-label=${said.react}>${REACTIONS.map((one) => html`<button type="button"
        @click=${() => this.#say({ reaction: one })}>${app.words.reactions[one]}</button>`)}</div>
      <form class="line" @submit=${this.#send}><label class="field"><span class="unseen">${said.text}</span><input name="text" dir="auto"
        required maxlength=${MOST} autocomplete="off" enterkeyhint="send" placeholder=${said.text}></label><button
        type="submit">${said.send}</button></form>`;
  }

  #send = async (/** @type {SubmitEvent} */ event) => {
    const { text = "" } = filled(event), form = /** @type {HTMLFormElement} */ (event.target);
    if (text.trim() && await this.#say({ text: text.trim() })) form.reset();
  };

  /** @param {{ text: string } | { reaction: string }} what @returns {Promise<boolean>} whether it was taken */
  async #say(what) {
    let isSaid = false;
    await this.app.attempt(async () => {
      await post(this.#path, what);
      isSaid = true;
      await this.load();
    });
    return isSaid;
  }

  /** What somebody has just said, over the table for a moment. */
  #bubble() {
    const one = this.#fresh;
    if (!one) return nothing;
    return html`<button type="button" class="bubble" @click=${this.#reveal}><bdi>${handleOf(one.player, this.app.words)}</bdi>:
      <bdi dir="auto">${this.#wordsOf(one)}</bdi></button>`;
  }

  /** @param {ChatEntry} one */
  #wordsOf = (one) => (one.reaction ? this.app.words.reactions[one.reaction] : one.text);

  #reveal = () => {
    const details = /** @type {HTMLDetailsElement | null} */ (document.querySelector("details.chat"));
    if (!details) return;
    details.open = true;
    details.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement | null} */ (details.querySelector("summary"))?.focus();
  };
}
