/**
 * What a table hears: the account's stream, the match where nobody of ours sits, the keys, and the clock's ticks.
 *
 * @typedef {import("./state.js").TableState} TableState
 */
import { get } from "../../api.js";

/** Rests between two questions for news, in milliseconds: while nobody looks, after nothing came, after a failure. */
const REST = { unseen: 2_000, empty: 1_000, failed: 5_000 };
const TICK = 1_000;

export class TableHearing {
  #ticking;

  /** @param {TableState} state */
  constructor(state) {
    this.state = state;
    void this.#watch();
    this.#ticking = setInterval(() => state.match.deadlines.length && state.app.redraw(), TICK);
  }

  close() {
    clearInterval(this.#ticking);
  }

  /** @param {import("../../live.js").Message} message */
  hear({ type, data }) {
    const { state } = this, { match } = state;
    if (type === "awake") state.isBack = true;
    if (type === "sent" && data.match === match.id) state.awaited = data.answer.version;
    if (type === "refused" && data.match === match.id) state.app.trouble = `${state.app.words.missed} ${data.said}`;
    const isOurs = type === "awake" || type === "unsent" || (type === "online" && data)
      || (type === "match" && data.id === match.id && data.version !== state.view.version)
      || ((type === "sent" || type === "refused") && data.match === match.id);
    if (isOurs) void state.refresh().catch(() => {});
  }

  /** @param {KeyboardEvent} event */
  key({ key }) {
    const { state } = this, { app } = state;
    const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".ask .choices button, .ask .word input")]);
    if (key === "m") buttons[0]?.focus();
    else if (key === "l") app.say(state.all().plain(state.events.at(-1)?.text ?? []));
    else if (key === "t") app.say(textsOf(".seats li").join(", "));
    else if (key === "Escape") state.unchoose();
    else if (/^[1-9]$/.test(key)) buttons[Number(key) - 1]?.focus();
  }

  /** What happens in a match in which nobody of ours sits is asked for; players are told by their stream. */
  async #watch() {
    const { state } = this, { ended } = state;
    while (!ended.aborted && ["active", "open"].includes(state.match.status)) {
      if (document.hidden || (state.app.me && state.match.you !== null)) {
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
