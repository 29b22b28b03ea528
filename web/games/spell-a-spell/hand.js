/**
 * The viewer's hand, and the word that is laid from it: cards tapped in order build it, tapped again they leave it.
 *
 * A fog card needs its letter before the next card: while `word` is shorter than `card_ids` the letters to choose from lie open.
 *
 * @typedef {import("../picture.js").Told<"spell-a-spell">} Told
 * @typedef {{ id: string | null, letter: string | null }} Laid
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { fits, has } from "../choice.js";
import { cardOf, letters, shape, spelled, tile } from "./cards.js";
import { tap } from "./middle.js";
import { fresh } from "./story.js";
import { direction } from "../../words.js";

/** @param {Told} told */
export function hand(told) {
  const mine = told.view.state.players.find((one) => one.seat === told.me)?.hand;
  if (!mine) return nothing;
  const lays = told.forms.some((form) => form.type === "cast_word");
  const laid = lays ? laidOf(told, mine) : [];
  const fog = laid.some((one) => one.id !== null && one.letter === null);
  const news = fresh(told);
  const marked = mine.every((id) => news.has(id)) ? new Set() : news;
  const effects = mine.filter((id) => cardOf(told, id).kind === "effect");
  return html`<div class="mine">
    ${lays ? line(told, laid) : nothing}
    ${fog ? alphabet(told, laid) : nothing}
    <div class="hand" dir="rtl">${mine.filter((id) => !effects.includes(id))
      .map((id) => letterCard(told, id, laid, lays, fog, marked.has(id)))}</div>
    <div class="effects" dir=${direction(told.language)}>${effects.map((id) => effectCard(told, id, marked.has(id)))}
      ${["end_turn", "decline"].map((type) => tap(told, { type }, html`<span>${told.term(type)}</span>`))}</div>
  </div>`;
}

/**
 * What is laid, by what is chosen: by cards where they are named, else by the word, letter cards before fog.
 * @param {Told} told
 * @param {readonly string[]} mine
 * @returns {Laid[]}
 */
function laidOf(told, mine) {
  const { chosen } = told;
  if (chosen.type !== "cast_word") return [];
  const word = letters(String(chosen.word ?? ""));
  if (Array.isArray(chosen.card_ids) && chosen.card_ids.length > 0)
    return chosen.card_ids.map((id, at) => ({ id: String(id), letter: word[at] ?? null }));
  const left = [...mine];
  return word.map((letter) => {
    const id = left.find((one) => cardOf(told, one).face === letter) ?? left.find((one) => cardOf(told, one).kind === "fog") ?? null;
    if (id) left.splice(left.indexOf(id), 1);
    return { id, letter };
  });
}

/**
 * @param {Told} told
 * @param {Laid[]} laid
 */
function lay(told, laid) {
  // All of it taken back: the tap is the same as what is chosen.
  if (laid.length === 0) return told.select(told.chosen);
  const word = laid.flatMap(({ letter }) => letter ?? []);
  told.select({ type: "cast_word", card_ids: laid.flatMap(({ id }) => id ?? []), word: laid.length === word.length ? spelled(told, word)
    : word.join("") });
}

/**
 * The word, and as many empty places as it lacks.
 * @param {Told} told
 * @param {Laid[]} laid
 */
function line(told, laid) {
  const { spell } = told.view.state;
  const least = spell?.on === told.me ? spell?.length ?? 0 : told.content.numbers.shortest_word;
  const word = laid.every(({ letter }) => letter !== null)
    ? [...spelled(told, laid.map(({ letter }) => letter ?? ""))].filter((sign) => letters(sign).length > 0) : [];
  return html`<div class="word laying" dir="rtl">
    ${laid.map((one, at) => html`<span class=${`place ${one.id === null ? "lacks" : "may"}`}
      @click=${() => one.id !== null && lay(told, laid.filter((other) => other !== one))}>${
      tile(one.letter === null ? "?" : word[at] ?? one.letter, one.id !== null && cardOf(told, one.id).kind === "fog")}</span>`)}
    ${Array.from({ length: Math.max(0, least - laid.length) }, () => html`<span class="place"><span class="tile empty"></span></span>`)}
  </div>`;
}

/**
 * @param {Told} told
 * @param {Laid[]} laid
 */
const alphabet = (told, laid) => html`<div class="alphabet" dir="rtl">${told.content.letters.map((letter) => html`
  <span class="pick may" @click=${() =>
    lay(told, laid.map((one) => one.letter === null ? { ...one, letter } : one))}>${letter}</span>`)}</div>`;

/**
 * @param {Told} told
 * @param {string} id
 * @param {Laid[]} laid
 * @param {boolean} lays
 * @param {boolean} waits
 * @param {boolean} isNew
 */
function letterCard(told, id, laid, lays, waits, isNew) {
  const { kind, face } = cardOf(told, id);
  const at = laid.findIndex((one) => one.id === id);
  const may = lays && (at >= 0 || !waits) && (kind === "letter" || kind === "fog");
  const tapped = () => {
    if (at >= 0) lay(told, laid.filter((one) => one.id !== id));
    else if (may) lay(told, [...laid.filter((one) => one.id !== null), { id, letter: kind === "letter" ? face : null }]);
  };
  return html`<span class=${`place card ${may ? "may" : ""} ${at >= 0 ? "chosen" : ""} ${isNew ? "new" : ""}`}
    data-about=${`${kind}_card`} @click=${tapped}>
    ${kind === "fog" ? html`<span class="tile fog">${shape("fog")}</span>`
      : html`<span class=${`tile ${kind}`}><b>${face}</b></span>`}</span>`;
}

/**
 * @param {Told} told
 * @param {string} id
 * @param {boolean} isNew
 */
function effectCard(told, id, isNew) {
  const { face } = cardOf(told, id);
  const part = { type: "play_effect", effect: face };
  const may = fits(told.legal, part).length > 0;
  return html`<span class=${`trick ${may ? "may" : ""} ${has(told.chosen, part) ? "chosen" : ""} ${isNew ? "new" : ""}`}
    data-about=${face} @click=${() => may && told.select(part)}>${shape(face)}<span>${told.term(face)}</span>${
      may ? html`<i class="asks" data-about=${face}>?</i>` : nothing}</span>`;
}
