/**
 * What the player is asked: a line that says what is chosen so far, with the button that plays it, and below it all moves as
 * real buttons made from `legal` and forms made from schemas: all that can be done at a table can be done here, by keyboard and
 * with a screen reader too.
 *
 * @typedef {import("../types.js").Move} Move
 * @typedef {import("../types.js").Piece} Piece
 * @typedef {import("../types.js").Prompt} Prompt
 * @typedef {import("../types.js").Fields} Fields
 * @typedef {import("../games/picture.js").About} About
 * @typedef {import("../games/picture.js").AnyTold} AnyTold
 * @typedef {import("../words.js").Words} Words
 * @typedef {object} Asking
 * @property {AnyTold} told
 * @property {Prompt[]} prompts
 * @property {Words} said
 * @property {Fields | null} ready
 * @property {boolean} confirms
 * @property {(key: string) => About | null} about
 * @property {(type: string) => boolean} isAside
 * @property {(move: Fields) => string | null} fault why a move that is filled in cannot be sent
 * @property {(move: Fields) => void} pick
 * @property {(move: Fields) => void} send
 * @property {() => void} back
 * @property {() => void} redraw
 */
import { html, nothing } from "../vendor/lit-html.js";
import { fits } from "../games/choice.js";
import { explained } from "./board/popover.js";
import { fields, isComplete } from "./forms.js";

/** So few moves stand in the line itself. */
const FEW = 3;

/** @typedef {(type: string) => boolean} IsAside whether moves of a type answer nothing of what is asked */

/** Whether the answers are worth a place that is opened first. @param {Prompt[]} prompts @param {IsAside} isAside */
export const areMany = (prompts, isAside) => prompts.some(({ moves }) =>
  moves.some((kind) => !kind.complete) || moves.flatMap((kind) => (isAside(kind.type) ? [] : kind.legal)).length > FEW);

/** Whether there is but one answer. @param {Prompt} prompt @param {IsAside} isAside */
export const isForced = ({ moves }, isAside) => moves.every((kind) => kind.complete)
  && moves.flatMap((kind) => (isAside(kind.type) ? [] : kind.legal)).length === 1;

/** Whether anything stands beside the answers. @param {Prompt[]} prompts @param {IsAside} isAside */
export const haveAsides = (prompts, isAside) => prompts.some(({ moves }) => moves.some((kind) => isAside(kind.type)));

/** @param {Asking} asking */
export function question(asking) {
  const { prompts, said, told, ready } = asking;
  if (ready) return confirmation(asking, ready);
  const now = picked(asking);
  return html`${prompts.map((prompt) => html`<section class="prompt ${now === nothing ? "" : "begun"}">
    <h2>${told.say(prompt.text)}</h2>${shown(asking, prompt)}${now}
    ${buttons(asking, prompt)}
    ${prompt.moves.filter((kind) => !kind.complete).map((kind) => form(asking, prompt, kind))}
  </section>`)}
  ${Object.keys(told.chosen).length ? html`<button type="button" class="plain change"
    @click=${asking.back}>${said.change}</button>` : nothing}`;
}

/**
 * What is said of a move, the places of a list by what stands on the map alone.
 * @param {Fields} move @param {Piece[]} pieces
 */
function brief(move, pieces) {
  const listed = new Set(Object.values(move).flatMap((one) => (Array.isArray(one) ? one : [])));
  return pieces.map((piece) => (piece.term !== undefined && listed.has(piece.term) && piece.text.endsWith(` ${piece.term}`)
    ? { ...piece, text: piece.term } : piece));
}

/** A card that the question is about, whole. @param {Asking} asking @param {Prompt} prompt */
function shown({ about }, prompt) {
  const cards = [...new Set(prompt.text.flatMap(({ term }) => term ?? []))].flatMap((term) => about(term) ?? []);
  return cards.filter((one) => one.isCard).map(explained);
}

/** What is chosen so far, and what was wrong with it. @param {Asking} asking */
function picked({ told, fault, said }) {
  const { chosen, refusal } = told, left = fits(told.legal, chosen);
  if (refusal) return html`<p class="picked refused" role="alert">${written(chosen)} ${refusal}</p>`;
  if (!Object.keys(chosen).length) return nothing;
  const isFilled = told.forms.some((form) => form.type === chosen.type) && !left.length;
  if (isFilled) return html`<p class="picked" role="status">${written(chosen)} ${fault(chosen) ?? nothing}</p>`;
  const labels = left.map((move) => brief(move, move.label)), [first = []] = labels;
  const begins = common(labels), ends = begins < first.length ? common(labels.map((one) => [...one].reverse())) : 0;
  return html`<p class="picked" role="status">${told.say(first.slice(0, begins))}${begins < first.length
    ? html` … ${told.say(ends ? first.slice(-ends) : [])}` : nothing}</p>`;
}

/** How many pieces all of these sentences begin with. @param {Piece[][]} sentences */
function common([first = [], ...others]) {
  const ends = first.findIndex((piece, at) => others.some((other) => JSON.stringify(other[at]) !== JSON.stringify(piece)));
  return ends < 0 ? first.length : ends;
}

/** The word, or whatever else was filled in. @param {Fields} chosen */
const written = (chosen) =>
  Object.entries(chosen).filter(([name, one]) => name !== "type" && typeof one === "string").map(([, one]) => html`<strong
    dir="auto">${one}</strong>`);

/** @param {Asking} asking @param {Prompt} prompt */
function buttons({ told, pick, about, isAside }, prompt) {
  const listed = prompt.moves.flatMap((kind) => kind.legal);
  const left = fits(listed, told.chosen), shown = left.length ? left : listed;
  const button = (/** @type {Move} */ move) => {
    const key = Object.entries(move).find(([name, one]) => name !== "type" && typeof one === "string" && about(one))?.[1];
    return html`<button type="button" data-about=${key ?? nothing} title=${move.text && !key ? told.plain(move.text) : nothing}
      @click=${() => pick(move)}><span>${told.say(brief(move, move.label))}</span></button>`;
  };
  const asides = shown.filter(({ type }) => isAside(type));
  return html`<div class="choices moves">${shown.filter(({ type }) => !isAside(type)).map(button)}</div>
    ${asides.length ? html`<div class="choices asides">${asides.map(button)}</div>` : nothing}`;
}

/** @param {Asking} asking @param {Prompt} prompt @param {import("../types.js").Kind} kind */
function form({ told, said, send, pick, confirms, redraw, fault }, prompt, kind) {
  const value = told.chosen.type === kind.type ? told.chosen : { type: kind.type };
  const move = { ...value, prompt: prompt.prompt };
  const isSound = isComplete(kind.schema, value) && !fault(value) && !told.refusal;
  const filling = fields(kind.schema, {
    said, term: told.term, value,
    set: (name, one) => {
      // What was laid in the picture is not what is typed.
      for (const other of Object.keys(told.chosen)) delete told.chosen[other];
      Object.assign(told.chosen, { type: kind.type }, one === undefined ? {} : { [name]: one });
      redraw();
    },
  });
  return html`<form class="word" @submit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    if (isSound) (confirms ? pick : send)(move);
  }}>${filling}<button type="submit" class="main" ?disabled=${!isSound}>${said.confirm}</button></form>`;
}

/** @param {Asking} asking @param {Fields} ready */
function confirmation({ told, said, send, back }, ready) {
  const listed = told.legal.find((move) => move === ready);
  const text = listed ? told.say(brief(listed, listed.text ?? listed.label)) : written(ready);
  return html`<section class="prompt ready"><h2>${said.confirm_ask}</h2><p class="picked"><strong>${text}</strong></p>
    <div class="choices"><button type="button" class="main" id="confirm" @click=${() => send(ready)}>${said.confirm}</button>
    <button type="button" @click=${back}>${said.back}</button></div></section>`;
}
