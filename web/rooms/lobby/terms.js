/**
 * With whom one sits down from the queue: how many, rated or not, near in rating, and who plays to the end.
 *
 * @typedef {import("../../types.js").Game} Game
 * @typedef {import("../../app.js").App} App
 * @typedef {{ size: number, rated: boolean, within: number, share: number }} Terms 0 is any
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { filled } from "../../messages.js";
import { input } from "../../parts/forms.js";
import { botsAfter } from "../../parts/start.js";
import { spokenIn } from "../../words.js";

const PLACE = "queue-terms", BOTS = "queue-bots";
const SIZES = [2, 3, 4, 5, 6], AWAY = [100, 200, 400], SHARES = [80, 90, 95];

/** What was chosen last in this browser; a guest waits for no rated match. @param {App} app @returns {Terms} */
function kept(app) {
  /** @type {Terms} */
  const terms = { size: 0, rated: false, within: 0, share: 0, ...JSON.parse(localStorage.getItem(PLACE) ?? "{}") };
  return { ...terms, rated: terms.rated && app.me?.kind === "account" };
}

/** Whether the player waits for a rated match, to which no bots come. @param {App} app */
export const wantsRated = (app) => kept(app).rated;

/** Whether bots may come where nobody does. */
export const takesBots = () => localStorage.getItem(BOTS) !== "false";

/** @param {boolean} may */
export const takeBots = (may) => localStorage.setItem(BOTS, String(may));

/**
 * What was chosen, as the service takes it; from wherever one begins to wait.
 * @param {App} app @param {Game} game @param {"live" | "days"} set
 */
export function asked(app, game, set) {
  const { size, rated, within, share } = kept(app), fits = size >= game.seats.min && size <= game.seats.max;
  const bots = set === "live" && takesBots() && !rated ? botsAfter() : null;
  return { bots, ...(fits && { seats: { min: size, max: size } }), rated, within: within || null, least_reliability: share || null };
}

/** @param {App} app */
export function terms(app) {
  const said = app.words.queue, now = kept(app), isAny = !now.size && !now.rated && !now.within && !now.share;
  const keep = (/** @type {Partial<Terms>} */ wish) => {
    localStorage.setItem(PLACE, JSON.stringify({ ...now, ...wish }));
    app.redraw();
  };
  const say = (/** @type {string} */ text, /** @type {Record<string, number>} */ values) => filled(text, values, spokenIn(app.language));
  /**
   * @param {string} label @param {"size" | "within" | "share"} field @param {string} any @param {number[]} values
   * @param {(value: number) => string} text
   */
  const choice = (label, field, any, values, text) => html`<label class="field"><span>${label}</span><select
    @change=${(/** @type {Event} */ event) => keep({ [field]: Number(input(event).value) })}>${[0, ...values].map((one) =>
    html`<option value=${one} ?selected=${one === now[field]}>${one ? text(one) : any}</option>`)}</select></label>`;
  return html`<details ?open=${!isAny}><summary>${said.terms}</summary><div>
    ${choice(said.size, "size", said.any_size, SIZES, String)}
    ${choice(said.within, "within", said.any_rating, AWAY, (points) => say(said.away, { points }))}
    ${choice(said.reliability, "share", said.any_share, SHARES, (percent) => say(said.percent, { percent }))}
    ${app.me?.kind === "account" ? html`<label class="field check"><input type="checkbox" .checked=${now.rated}
      @change=${(/** @type {Event} */ event) => keep({ rated: input(event).checked })}><span>${said.rated}</span></label>` : nothing}
    </div></details>`;
}
