/**
 * What has happened since the last drawing: a line for each spell, with what it did to whom.
 *
 * @typedef {import("../picture.js").Told<"rock-paper-wizard">} Told
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {{ wizard: number, of: string, before: number, after: number }} Step
 * @typedef {{ of: "spell" | "gold" | "start", seat?: number | null, card?: string | null, aim?: number | null, steps: Step[] }} Line
 */
import { html, nothing, svg } from "../../vendor/lit-html.js";
import { back, coin, star, who } from "./signs.js";
import { hand } from "./hands.js";

/** @param {Told} told */
export function story(told) {
  const found = lines(told);
  // There though it is empty, so that nothing below it moves.
  return html`<div class="story">${found.map((line) => html`<div class="line">
    <span class="cast">${cause(told, line)}</span>
    <span class="steps">${line.steps.length === 0 ? html`<span class="step">–</span>`
      : line.steps.map((step) => html`<span class="step">${what(told, step)}</span>`)}</span>
  </div>`)}</div>`;
}

/**
 * @param {Told} told
 * @param {Line} line
 */
function cause(told, { of, seat, card, aim }) {
  if (of === "gold") return html`<svg class="hand48" viewBox="-9 -9 18 18" data-about="treasure_area">${coin()}</svg>`;
  if (of === "start") return html`<svg class="hand48" viewBox="-10 -10 20 20" data-about="start">${star()}</svg>`;
  return html`${who(told.seats[seat ?? -1])}
    <svg class="hand48" viewBox="0 0 48 48" data-about=${card ?? "wild_card"}>${card ? hand(card)
      : svg`<g transform="translate(24 24) scale(2)">${back()}</g>`}</svg>
    ${typeof aim === "number" ? html`${pointer()}${who(told.seats[aim])}` : nothing}`;
}

const pointer = () => html`<svg class="pointer" viewBox="0 0 16 12">${svg`<path d="M1 6H14M9 1.5L14 6L9 10.5"></path>`}</svg>`;

/**
 * @param {Told} told
 * @param {Step} step
 */
function what(told, { wizard, of, before, after }) {
  const person = who(told.seats[wizard]);
  if (of === "aim") return html`${person}${pointer()}${who(told.seats[after])}`;
  if (of === "cancelled") return html`${person}<b>×</b>`;
  if (of === "wild") return html`${person}<svg class="who" viewBox="-10 -10 20 20">${back()}</svg>`;
  if (of === "gold") return html`${person}<svg class="who" viewBox="-8 -8 16 16">${coin()}</svg><b>${signed(after - before)}</b>`;
  return html`${person}<b>${before}</b>${pointer()}<b>${after}</b>`;
}

/** @param {number} number */
export const signed = (number) => number > 0 ? `+${number}` : `−${-number}`;

/**
 * @param {Told} told
 * @returns {Line[]}
 */
function lines({ changes }) {
  /** @type {Line[]} */
  const found = [];
  for (const event of /** @type {MatchEvent[]} */ (changes)) {
    const steps = stepsOf(event);
    const begun = beginning(event);
    if (begun && begun.of !== found.at(-1)?.of || begun?.of === "spell") found.push(begun);
    else if (steps.length > 0 && found.length === 0) found.push({ of: "spell", seat: event.seat, steps: [] });
    found.at(-1)?.steps.push(...steps);
  }
  return found;
}

/**
 * The line that an event begins, where it is not the same as the one before.
 * @param {MatchEvent} event
 * @returns {Line | null}
 */
function beginning(event) {
  if (event.type === "spell_begun") return { of: "spell", seat: event.seat, card: event.data.card, aim: event.data.aim, steps: [] };
  if (event.type === "gold_scored") return { of: "gold", steps: [] };
  return event.type === "wizard_reentered" ? { of: "start", steps: [] } : null;
}

/**
 * @param {MatchEvent} event
 * @returns {Step[]}
 */
function stepsOf(event) {
  if (event.type === "effect_applied" && "changes" in event.data) return event.data.changes.filter((step) => step.before !== step.after);
  if (event.type === "gesture_redirected") return [{ ...event.data, of: "aim" }];
  if (event.type === "gesture_cancelled") return [{ wizard: event.data.wizard, of: "cancelled", before: 0, after: 0 }];
  if (event.type === "gesture_made_wild") return [{ wizard: event.data.wizard, of: "wild", before: 0, after: 0 }];
  if (event.type === "wizard_reentered") return [{ ...event.data, of: "pos" }];
  if (event.type !== "gold_scored") return [];
  return event.data.amounts.flatMap((amount, wizard) => amount ? [{ wizard, of: "gold", before: 0, after: amount }] : []);
}

/**
 * Where the wizards that have moved stood at the last drawing, by seat.
 * @param {Told} told
 * @returns {Record<number, number>}
 */
export function trails(told) {
  const steps = lines(told).flatMap((line) => line.steps).filter((step) => step.of === "pos");
  return Object.fromEntries(steps.reverse().map((step) => [step.wizard, step.before]));
}

/**
 * How much gold a wizard has won or lost since the last drawing.
 * @param {Told} told
 * @param {number} seat
 */
export function gained(told, seat) {
  const steps = lines(told).flatMap((line) => line.steps).filter((step) => step.of === "gold" && step.wizard === seat);
  return steps.reduce((sum, step) => sum + step.after - step.before, 0);
}
