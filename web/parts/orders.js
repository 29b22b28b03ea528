/**
 * Standing orders: which questions are answered for the player in this match, and how. They are fetched when a table is opened
 * where one may be given, so that no move has to wait for them.
 *
 * @typedef {import("../types.js").StandingOrders} StandingOrders
 * @typedef {"ask" | "skip" | "decline"} Way
 * @typedef {import("../app.js").App} App
 */
import { html, nothing } from "../vendor/lit-html.js";
import { call, get } from "../api.js";
import { input } from "./forms.js";
import { route } from "../paths.js";

const WAYS = /** @type {Way[]} */ (["ask", "skip", "decline"]);

/**
 * @param {{ app: App, match: string, changed: () => Promise<void> }} table `changed` looks what was answered at once
 */
export function orders({ app, match, changed }) {
  const path = route`/matches/${match}/standing-orders`;
  /** @type {StandingOrders | null} */
  let now = null;
  /** @type {Promise<void> | null} */
  let asking = null;
  const load = () => (asking ??= get(path).then((found) => { now = found; app.redraw(); }, () => { asking = null; }));

  /** @param {string} kind @param {Way} way */
  const give = (kind, way) => app.attempt(async () => {
    const { decline, skip } = /** @type {StandingOrders} */ (now ?? await get(path));
    const others = (/** @type {string[]} */ kinds, /** @type {Way} */ own) =>
      [...kinds.filter((one) => one !== kind), ...(own === way ? [kind] : [])];
    now = await call("PUT", path, { decline: others(decline, "decline"), skip: others(skip, "skip") });
    app.say(app.words.saved);
    await changed();
  });

  /** @param {string} kind @returns {Way} */
  const wayOf = (kind) => (now?.decline.includes(kind) ? "decline" : now?.skip.includes(kind) ? "skip" : "ask");
  const name = (/** @type {string} */ kind) => app.words.questions[kind] ?? kind.replaceAll("_", " ");

  /** @param {string} kind */
  function choice(kind) {
    const may = { ask: true, skip: now?.skippable.includes(kind), decline: now?.possible.includes(kind) };
    return html`<label class="field"><span>${name(kind)}</span>
      <select data-kind=${kind} @change=${(/** @type {Event} */ event) => give(kind, /** @type {Way} */ (input(event).value))}>
        ${WAYS.filter((way) => may[way])
          .map((way) => html`<option value=${way} .selected=${way === wayOf(kind)}>${app.words.orders[way]}</option>`)}</select></label>`;
  }

  return {
    load,
    /** All that can be ordered here, to be opened. */
    draw() {
      const said = app.words, kinds = [...new Set([...now?.skippable ?? [], ...now?.possible ?? []])];
      return html`<details class="orders" @toggle=${load}><summary>${said.standing_orders}</summary>
        <p class="faint">${now ? said.standing_more : said.loading}</p>${kinds.map(choice)}</details>`;
    },
    /**
     * To have a question of this kind, which is asked now, answered from now on: that without a choice where there is none. If
     * that is so already, it says that the question passes by itself.
     * @param {string} kind @param {boolean} isForced
     */
    offer(kind, isForced) {
      if (!now) return void load();
      if (isForced && wayOf(kind) === "skip") return html`<p class="faint">${app.words.passes_by_itself}</p>`;
      const ways = WAYS.filter((way) => (way === "skip" && isForced && now?.skippable.includes(kind))
        || (way === "decline" && !isForced && now?.possible.includes(kind)));
      return wayOf(kind) === "ask"
        ? ways.map((way) => html`<button type="button" class="plain" @click=${() => give(kind, way)}>${app.words.from_now[way]}</button>`)
          : nothing;
    },
  };
}
