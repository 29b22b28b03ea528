/**
 * Clocks, counted by the service's time and not by the device's.
 *
 * @typedef {import("../types.js").Match} Match
 * @typedef {import("../words.js").Words} Words
 */
import { html, nothing } from "../vendor/lit-html.js";
import { instant } from "./instants.js";

/**
 * How much the device's clock goes before the service's, in milliseconds.
 * @param {Match} match just answered
 */
export const drift = (match) => Date.now() - Date.parse(match.now);

/**
 * @param {Match} match
 * @param {number} seat
 * @param {number} ahead as `drift` told
 * @param {Words} said
 * @param {string} language
 */
export function clock(match, seat, ahead, said, language) {
  const found = match.deadlines.find((one) => one.seat === seat);
  if (match.paused_at || !found) return nothing;
  const left = Date.parse(found.due_at) - (Date.now() - ahead);
  return html`<span class="clock ${left < 3_600_000 ? "short" : ""}" title=${instant(found.due_at, language)}>
    ${left <= 0 ? said.time_up : html`${span(left / 1000, said)} ${said.time_left}`}
    ${found.bank_seconds === null || found.bank_seconds === undefined ? nothing
      : html`<small>(${said.bank_left} ${span(found.bank_seconds, said)})</small>`}</span>`;
}

/** Times left of which a player is warned, in milliseconds, the shorter first. */
const LIMITS = /** @type {const} */ ({ minute: 60_000, hour: 3_600_000 });

/**
 * Below which limit a seat's clock is; null while there is time, or where all of the clock is no longer than that.
 * @param {Match} match @param {number | null} seat @param {number} ahead as `drift` told @param {number} [now]
 * @returns {keyof typeof LIMITS | null}
 */
export function shortness(match, seat, ahead, now = Date.now()) {
  const found = match.deadlines.find((one) => one.seat === seat), { clock: whole } = match;
  const left = found ? Date.parse(found.due_at) - (now - ahead) : 0, given = 1000 * Number(whole.seconds ?? whole.bank_seconds ?? 0);
  if (match.paused_at || left <= 0) return null;
  const known = /** @type {[keyof typeof LIMITS, number][]} */ (Object.entries(LIMITS));
  return known.find(([, limit]) => left < limit && given > limit)?.[0] ?? null;
}

/**
 * A time in the two largest units that say something.
 * @param {number} seconds
 * @param {Words} said
 */
export function span(seconds, said) {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = /** @type {[number, string][]} */ ([
    [Math.floor(whole / 86_400), said.days_short], [Math.floor(whole / 3_600) % 24, said.hours_short],
    [Math.floor(whole / 60) % 60, said.minutes_short], [whole % 60, said.seconds_short],
  ]);
  const first = parts.findIndex(([count]) => count > 0);
  const shown = first < 0 ? parts.slice(3) : parts.slice(first, first + 2).filter(([count]) => count > 0);
  return shown.map(([count, unit]) => `${count} ${unit}`).join(" ");
}
