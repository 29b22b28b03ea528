/**
 * The viewer's hand, and the word that is laid from it: cards tapped in order build it, tapped again they leave it; dragged they
 * go where they are let go, in the word and in the hand.
 *
 * A fog card needs its letter before the next card: while `word` is shorter than `card_ids` the letters to choose from lie open.
 *
 * @typedef {import("../picture.js").Told<"spell-a-spell">} Told
 * @typedef {import("./laying.js").Laid} Laid
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { fits, has } from "../choice.js";
import { shape, tile } from "./cards.js";
import { cardOf, chosenOf, laidOf, layable, least, letters, spelled } from "./laying.js";
import { tap } from "./middle.js";
import { fresh } from "./story.js";
import { direction, words } from "../../words.js";

/** @param {Told} told */
export function hand(told) {
  const mine = told.view.state.players.find((one) => one.seat === told.me)?.hand;
  if (!mine) return nothing;
  const lays = told.forms.some((form) => form.type === "cast_word");
  const laid = lays ? laidOf(told, told.chosen) : [];
  const fog = laid.some((one) => one.id !== null && one.letter === null);
  const news = fresh(told);
  const marked = mine.every((id) => news.has(id)) ? new Set() : news;
  const cards = ordered(told), effects = mine.filter((id) => cardOf(told, id).kind === "effect");
  const alike = (/** @type {string} */ face) => effects.filter((id) => cardOf(told, id).face === face);
  return html`<div class="mine">
    <div class="lay">${line(told, laid, lays)}${sorting(told, cards)}</div>
    ${fog ? alphabet(told, laid) : html`<div class="hand" dir="rtl">${cards.map((id) => letterCard(told, id, laid, lays, marked.has(id)))}
    </div>`}
    <div class="effects" dir=${direction(told.language)}>${[...new Set(effects.map((id) => cardOf(told, id).face))].map((face) =>
      effectCard(told, face, alike(face).length, alike(face).some((id) => marked.has(id))))}
      ${["end_turn", "decline"].map((type) => tap(told, { type }, html`<span>${told.term(type)}</span>`))}</div>
  </div>`;
}

/** One's cards as one likes to have them; new ones come last. @param {Told} told */
function ordered(told) {
  const mine = layable(told), liked = told.order.filter((id) => mine.includes(id));
  return [...liked, ...mine.filter((id) => !liked.includes(id))];
}

/**
 * @param {Told} told
 * @param {Laid[]} laid
 */
function lay(told, laid) {
  // All of it taken back: the tap is the same as what is chosen.
  told.select(chosenOf(told, laid) ?? told.chosen);
}

/** A card of the hand goes into the word, or to another place in it. @param {Told} told @param {string} id @param {number} [to] */
function put(told, id, to) {
  const laid = laidOf(told, told.chosen), at = laid.findIndex((one) => one.id === id), { kind, face } = cardOf(told, id);
  const one = laid[at] ?? { id, letter: kind === "letter" ? face : null };
  const left = laid.filter((other) => other !== one && other.id !== null);
  const place = to ?? left.length;
  lay(told, [...left.slice(0, place), one, ...left.slice(place)]);
}

/**
 * The word, and as many empty places as it lacks.
 * @param {Told} told
 * @param {Laid[]} laid
 * @param {boolean} lays
 */
function line(told, laid, lays) {
  const word = laid.every(({ letter }) => letter !== null)
    ? [...spelled(told, laid.map(({ letter }) => letter ?? ""))].filter((sign) => letters(sign).length > 0) : [];
  return html`<div class="word laying ${told.refusal ? "refused" : ""}" dir="rtl" data-drop=${lays ? "word" : nothing}
    @dropped=${(/** @type {CustomEvent<string>} */ { detail }) => lays && put(told, detail)}>
    ${laid.map((one, at) => html`<span class=${`place ${one.id === null ? "lacks" : "may"}`}
      data-drag=${one.id ?? nothing} data-drop="place"
      @dropped=${(/** @type {CustomEvent<string>} */ event) => { event.stopPropagation(); put(told, event.detail, at); }}
      @click=${() => one.id !== null && lay(told, laid.filter((other) => other !== one))}>${
      tile(one.letter === null ? "?" : word[at] ?? one.letter, one.id !== null && cardOf(told, one.id).kind === "fog")}</span>`)}
    ${Array.from({ length: Math.max(0, (lays ? least(told) : 0) - laid.length) },
      () => html`<span class="place"><span class="tile empty"></span></span>`)}
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
 * @param {boolean} isNew
 */
function letterCard(told, id, laid, lays, isNew) {
  const { kind, face } = cardOf(told, id), isLaid = laid.some((one) => one.id === id);
  const may = lays && (kind === "letter" || kind === "fog");
  const tapped = () => may && (isLaid ? lay(told, laid.filter((one) => one.id !== id)) : put(told, id));
  return html`<span class=${`place held ${may ? "may" : ""} ${isLaid ? "chosen" : ""} ${isNew ? "new" : ""}`}
    data-about=${`${kind}_card`} data-drag=${id} data-drop="hand" @click=${tapped}
    @dropped=${(/** @type {CustomEvent<string>} */ { detail }) => moved(told, detail, id)}>
    ${kind === "fog" ? html`<span class="tile fog">${shape("fog")}</span>`
      : html`<span class=${`tile ${kind}`}><b>${face}</b></span>`}</span>`;
}

/**
 * A card is let go upon another of the hand: it leaves the word, or takes that place.
 * @param {Told} told @param {string} id @param {string} at
 */
function moved(told, id, at) {
  const laid = laidOf(told, told.chosen);
  if (laid.some((one) => one.id === id)) return lay(told, laid.filter((one) => one.id !== id));
  const cards = ordered(told), to = cards.indexOf(at), left = cards.filter((one) => one !== id);
  if (id !== at) told.arrange([...left.slice(0, to), id, ...left.slice(to)]);
}

/** Ways to see one's letters anew: mixed, and by the alphabet. @param {Told} told @param {string[]} cards */
function sorting(told, cards) {
  const said = words(told.language).spells;
  const at = (/** @type {string} */ id) => (told.content.letters.indexOf(cardOf(told, id).face) + 1 || Infinity);
  const byLetter = [...cards].sort((one, other) => (at(one) === at(other) ? 0 : at(one) - at(other)));
  return html`<span class="sorting">${cards.length < 2 ? nothing : html`
    <span class="tool" title=${said.mix} @click=${() => told.arrange(mixed(cards))}>${shape("mix")}</span>
    <span class="tool" title=${said.sort} @click=${() => told.arrange(byLetter)}>${shape("sort")}</span>`}</span>`;
}

/** Another order each time, without chance: every other card first, the rest from behind. @param {string[]} cards */
const mixed = (cards) => [...cards.filter((_, at) => at % 2), ...cards.filter((_, at) => at % 2 === 0).reverse()];

/**
 * Those alike as one: a hand full of them takes no more room.
 * @param {Told} told
 * @param {string} face
 * @param {number} count
 * @param {boolean} isNew
 */
function effectCard(told, face, count, isNew) {
  const part = { type: "play_effect", effect: face };
  const may = fits(told.legal, part).length > 0;
  return html`<span class=${`trick ${may ? "may" : ""} ${has(told.chosen, part) ? "chosen" : ""} ${isNew ? "new" : ""}`}
    data-about=${face} @click=${() => may && told.select(part)}>${shape(face)}<span>${told.term(face)}</span>${
      count > 1 ? html`<b dir="ltr">×${count}</b>` : nothing}${
      may ? html`<i class="asks" data-about=${face}>?</i>` : nothing}</span>`;
}
