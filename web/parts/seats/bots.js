/**
 * Bots as a person chooses one: their names and signs, once they are known, and how they play.
 *
 * @typedef {"random" | "steady" | "easy" | "medium" | "hard"} Bot
 * @typedef {import("../../app.js").App} App
 */
import { html } from "../../vendor/lit-html.js";
import { get } from "../../api.js";

/** @type {readonly Bot[]} */
export const BOTS = ["random", "steady", "easy", "medium", "hard"];
/** @type {Record<string, any> | null} Who the bots are, by their ids; null until somebody asks. */
let roster = null;

/**
 * The choices of a select, a bot each.
 * @param {App} app
 * @param {readonly Bot[]} [bots] those that may be chosen
 * @param {string} [chosen]
 */
export const botChoices = (app, bots = BOTS, chosen = "") =>
  bots.map((bot) => html`<option value=${bot} ?selected=${bot === chosen}>${named(app, bot)}</option>`);

/** @param {App} app @param {Bot} bot */
function named(app, bot) {
  if (!roster) {
    /** @type {Record<string, any>} */ const known = {};
    roster = known;
    void get("/bots").then(({ items }) => { for (const one of items) known[one.bot] = one; app.redraw(); }, () => { roster = null; });
  }
  const one = roster?.[bot];
  return one ? `${one.names[app.language]} ${one.sign} · ${app.words.bots[bot]}` : app.words.bots[bot];
}

/**
 * The options of a game that suit practice, as far as it has them: nobody has to leave before the end.
 * @param {import("../../types.js").Game} game
 * @returns {import("../../types.js").Fields}
 */
export function ofPractice({ options_schema: schema }) {
  const { properties: may } = /** @type {{ properties: Record<string, { enum?: unknown[] }> }} */ (/** @type {unknown} */ (schema));
  return may.elimination?.enum?.includes("none") ? { elimination: "none" } : {};
}
