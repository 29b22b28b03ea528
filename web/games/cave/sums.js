/**
 * Sums with every addend and its source, and the dice: what a fight, a gate, a trial came to, and why.
 *
 * @typedef {import("./types.js").CaveTold} CaveTold
 * @typedef {import("./types.js").CaveEvent} CaveEvent
 * @typedef {import("./types.js").Addend} Addend
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { anew } from "../anew.js";
import { cardOf, chip, face, signOf, source } from "./cards.js";
import { die, sign, SIGNS } from "./signs.js";
import { ahead, branches, facesOf, picked } from "./map/ways.js";
import { words } from "../../words.js";

/** The source of an addend that is a die. */
const DIE = "die";

/**
 * Addends with their sum; `dice` are still to fall and be added.
 * @param {CaveTold} told
 * @param {readonly Addend[]} addends
 * @param {number | null} sum
 * @param {number} [dice]
 */
export function sumOf(told, addends, sum, dice = 0) {
  const parts = addends.map((one) => addend(told, one));
  return html`<span class="sum" dir="ltr">${parts.map((part, at) => html`${at ? html`<span class="plus">+</span>` : nothing}${part}`)}
    ${parts.length < 2 || sum === null ? nothing : html`<span class="plus">=</span><b class="total">${sum}</b>`}
    ${Array.from({ length: dice }, () => html`<span class="plus">+</span>${die(null)}`)}</span>`;
}

/**
 * @param {CaveTold} told
 * @param {Addend} one
 */
function addend(told, { source, amount }) {
  if (source === DIE) return html`<span class="addend">${die(amount)}</span>`;
  return html`<span class="addend" data-about=${source}><b>${amount}</b><small>${sign(signOfSource(told, source))}<bdi>${nameOf(told,
    source)}</bdi></small></span>`;
}

/**
 * @param {CaveTold} told
 * @param {string} source
 */
function signOfSource(told, source) {
  if (source in SIGNS) return source;
  if (cardOf(told, source)) return signOf(cardOf(told, source));
  return told.content.abilities.some((one) => one.id === source) ? "ability" : "place";
}

/**
 * A name from the content, or a word of this picture; the id where nobody has one.
 * @param {CaveTold} told
 * @param {string} id
 */
export function nameOf(told, id) {
  const own = /** @type {Record<string, string>} */ (words(told.language).cave);
  return own[id] ?? told.term(id);
}

/**
 * Two sums against each other: the higher one wins.
 * @param {unknown} one
 * @param {unknown} other
 * @param {number} difference
 */
export const against = (one, other, difference) => html`<div class="fight">
  <div class="side ${difference > 0 ? "won" : ""}">${one}</div><span class="versus">${difference > 0 ? ">" : difference < 0 ? "<"
    : "="}</span>
  <div class="side ${difference < 0 ? "won" : ""}">${other}</div></div>`;

/** How many events are drawn as dice and sums. */
const MAX_INCIDENTS = 6;

/**
 * What has been turned up, thrown and added up since the last drawing, of much the latest.
 * @param {CaveTold} told
 * @param {CaveEvent[]} events
 */
export function incidents(told, events) {
  const shown = events.flatMap((event, at) => {
    const drawn = incident(told, event, events, at);
    return drawn === null ? [] : [anew(event.version, html`<li class="new"><p>${told.say(event.text)}</p>${drawn}</li>`)];
  });
  return shown.length === 0 ? nothing : html`<ol class="incidents">${shown.slice(-MAX_INCIDENTS)}</ol>`;
}

/**
 * @param {CaveTold} told
 * @param {CaveEvent} event
 * @param {CaveEvent[]} events
 * @param {number} at
 */
function incident(told, event, events, at) {
  switch (event.type) {
    case "fight_decided":
    case "duel_decided": {
      const { addends, sum, enemy_addends: others, enemy_sum: otherSum } = event.data;
      return against(sumOf(told, addends, sum), sumOf(told, others, otherSum), sum - otherSum);
    }
    case "gate_tried":
    case "trial_decided":
    case "stat_tested": {
      const { addends, total, dice_sum: thrown, passed } = event.data;
      return held(sumOf(told, addends, total), html`${thrownBefore(events, at).map(die)} <b class="total">${thrown}</b>`, passed);
    }
    case "armour_rolled": {
      const { card, die: face, low, high, held: holds } = event.data;
      return held(html`${chip(told, card)} ${low === high ? low : `${low}–${high}`}`, die(face), holds);
    }
    case "card_drawn": return face(told, event.data.card);
    case "spell_cast": return face(told, event.data.spell);
    case "chamber_identified": return html`<div>${source(told, event.data.chamber)}</div>`;
    case "die_rolled": return added(events, at) ? null : html`<div class="dice">${event.data.dice.map((face) => die(face))}</div>
      ${event.data.purpose === "fork" ? picks(told, events, at) : nothing}${why(told, event.data)}`;
    default: return null;
  }
}

/** What a die is thrown for, where each face means something else. */
const OF_TEXT = new Set(["effect", "test"]);

/**
 * The text that tells what a face leads to.
 * @param {CaveTold} told
 * @param {{ purpose: string, source: string | null }} thrown
 */
const why = (told, { purpose, source: id }) =>
  (id !== null && OF_TEXT.has(purpose) ? html`<div class="why">${source(told, id)}</div>` : nothing);

/**
 * The ways of a fork with the faces that pick each, and the one that the die has picked; where the adventurer has gone on
 * since, that one alone.
 * @param {CaveTold} told
 * @param {CaveEvent[]} events
 * @param {number} at
 */
function picks(told, events, at) {
  const thrown = events[at], seat = thrown?.seat ?? -1, face = thrown?.type === "die_rolled" ? thrown.data.dice[0] ?? 0 : 0;
  const gone = events.slice(at + 1).find((event) => event.type === "step_taken" && event.seat === seat);
  if (gone?.type === "step_taken") return html`<span class="picks">→ <b>${told.term(gone.data.after)}</b></span>`;
  const hero = told.view.state.adventurers[seat];
  if (!hero || hero.area === null) return nothing;
  const isFirst = !events.slice(0, at).some((event) => event.type === "step_taken" && event.seat === seat);
  const ways = (isFirst ? ahead : branches)(told, hero.area, hero.entered_from);
  return html`<span class="picks" dir="ltr">${picked(ways).map(({ to, low, high }) =>
    html`<span class="pick ${low <= face && face <= high ? "won" : ""}">${facesOf(low, high)} → ${to}</span>`)}</span>`;
}

/**
 * Dice held against a total: they pass when they come to no more.
 * @param {unknown} total
 * @param {unknown} dice
 * @param {boolean} passed
 */
const held = (total, dice, passed) => html`<div class="fight">
  <div class="side ${passed ? "won" : ""}">${total}</div><span class="versus">${passed ? "✓"
    : "✗"}</span><div class="side">${dice}</div></div>`;

/** What adds up dice thrown before it. */
const ADDED = new Set(["fight_decided", "duel_decided", "gate_tried", "trial_decided", "stat_tested", "armour_rolled"]);

/**
 * Whether a throw is shown by what comes of it: a sum follows with nothing but throws between.
 * @param {CaveEvent[]} events
 * @param {number} at
 */
function added(events, at) {
  const next = events.slice(at + 1).find((event) => event.type !== "die_rolled");
  return next !== undefined && ADDED.has(next.type);
}

/**
 * The faces thrown right before an event.
 * @param {CaveEvent[]} events
 * @param {number} at
 * @returns {number[]}
 */
function thrownBefore(events, at) {
  const before = events[at - 1];
  return before?.type === "die_rolled" ? before.data.dice : [];
}
