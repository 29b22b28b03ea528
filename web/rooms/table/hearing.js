/**
 * What a table hears: the account's stream, the match where nobody of ours sits, the keys, and the clock's ticks.
 *
 * @typedef {import("./state.js").TableState} TableState
 */
import { get } from "../../api.js";
import * as live from "../../live.js";
import { call } from "../../parts/calling.js";
import { shortness } from "../../parts/clocks.js";

/** Rests between two questions for news, in milliseconds: while nobody looks, after nothing came, after a failure. */
const REST = { unseen: 2_000, empty: 1_000, failed: 5_000 };
const TICK = 1_000;
/** What the stream is to tell and has not told by then is fetched, in milliseconds. */
const LATE = 1_500;
/** While the match can go on. */
const LASTS = ["active", "open"];

export class TableHearing {
  #ticking;
  #late = 0;
  #hide;
  /** Of how little time the player has been warned. @type {string | null} */
  #warned = null;

  /** @param {TableState} state */
  constructor(state) {
    const { app, match, view, isEmbedded } = state;
    this.state = state;
    void this.#watch();
    this.#ticking = setInterval(() => this.#tick(), TICK);
    this.#hide = app.me && !isEmbedded && LASTS.includes(match.status) ? live.show(match.id, view.version) : () => {};
  }

  #tick() {
    const { app, match, ahead } = this.state, short = shortness(match, match.you, ahead);
    if (match.deadlines.length || match.fill) app.redraw();
    if (short === this.#warned) return;
    this.#warned = short;
    if (!short) return;
    app.say(app.words.calling[short]);
    call("warning", match.id);
  }

  close() {
    this.#hide();
    clearInterval(this.#ticking);
    clearTimeout(this.#late);
  }

  /** @param {import("../../live.js").Message} message */
  hear({ type, data }) {
    const { state } = this, { match } = state, isTold = live.tells(match.id);
    if (type === "awake") state.isBack = true;
    if (type === "event" && isTold && data.match === match.id) state.hear(data);
    if (type === "table" && isTold && data.match === match.id) state.take(data);
    // Told before this tab was listening.
    if (type === "told" && isTold) this.#expect(data.versions[match.id] ?? 0);
    if (type === "sent" && data.match === match.id) state.awaited = data.answer.version;
    if (type === "refused" && data.match === match.id && !state.refuse(data.move, data.said))
      state.app.trouble = `${state.app.words.missed} ${data.said}`;
    if (type === "match" && data.id === match.id) this.#expect(data.version);
    if (type === "sent" && data.match === match.id) this.#expect(data.answer.version);
    // Somebody wants another match: the one that has ended names it, and no event tells of that.
    if (type === "notice" && data.kind === "rematch" && match.outcome) this.#refresh();
    const isLost = type === "awake" || type === "refused" && data.match === match.id
      || !isTold && (type === "unsent" || type === "online" && data);
    if (isLost) this.#refresh();
  }

  /** There is a later version: the stream tells it, or it is fetched. @param {number} version */
  #expect(version) {
    const { state } = this;
    if (version <= state.view.version) return;
    if (!live.tells(state.match.id)) return this.#refresh();
    clearTimeout(this.#late);
    this.#late = setTimeout(() => version > state.view.version && this.#refresh(), LATE);
  }

  #refresh() {
    if (this.#isCut) return;
    void this.state.refresh().catch(() => {});
  }

  /** The player's session is over: what they see and have chosen stays until they are back. */
  get #isCut() {
    return this.state.app.isLost && this.state.match.you !== null;
  }

  /** @param {KeyboardEvent} event */
  key({ key }) {
    const { state } = this, { app } = state;
    const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".ask .choices button, .ask .word input")]);
    if (key === "m") buttons[0]?.focus();
    else if (key === "l") app.say(state.all().plain(state.events.at(-1)?.text ?? []));
    else if (key === "t") app.say(textsOf(".seats li").join(", "));
    else if (key === "Escape" && state.stage?.shown) state.stage.skip();
    else if (key === "Escape") state.unchoose();
    else if (/^[1-9]$/.test(key)) buttons[Number(key) - 1]?.focus();
  }

  /** What happens in a match that no stream tells is asked for, where nobody of ours sits; players are told how it stands. */
  async #watch() {
    const { state } = this, { ended } = state;
    while (!ended.aborted && LASTS.includes(state.match.status)) {
      if (document.hidden || live.tells(state.match.id) || this.#isCut || (state.app.me && state.match.you !== null)) {
        await rest(REST.unseen);
        continue;
      }
      try {
        const { items } = await get(`${state.path}/events?after=${state.last}&wait=25&limit=500`, { signal: ended });
        if (items.length) await state.refresh();
        else await rest(REST.empty);
      } catch {
        await rest(REST.failed);
      }
    }
  }
}

/** @param {string} selector */
const textsOf = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent?.replace(/\s+/g, " "));

/** @param {number} milliseconds */
const rest = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
