/**
 * What the player is asked, as real buttons made from `legal` and forms made from schemas: all that can be done at a table can
 * be done here, by keyboard and with a screen reader too.
 *
 * @typedef {import("../types.js").Move} Move
 * @typedef {import("../types.js").Prompt} Prompt
 * @typedef {import("../types.js").Fields} Fields
 * @typedef {import("../games/picture.js").AnyTold} AnyTold
 * @typedef {import("../words.js").Words} Words
 * @typedef {{ told: AnyTold, prompts: Prompt[], said: Words, ready: Fields | null, isSending: boolean, confirms: boolean,
 *             pick: (move: Fields) => void, send: (move: Fields) => void, back: () => void, redraw: () => void }} Asking
 */
import { html, nothing } from "../vendor/lit-html.js";
import { fits } from "../games/choice.js";
import { fields, isComplete } from "./forms.js";

/** @param {Asking} asking */
export function question(asking) {
  const { prompts, said, told, ready, isSending } = asking;
  if (isSending) return html`<p class="sending" role="status">${said.sending}</p>`;
  if (ready) return confirmation(asking, ready);
  return html`${prompts.map((prompt) => html`<section class="prompt">
    <h2>${told.say(prompt.text)}</h2>
    ${buttons(asking, prompt)}
    ${prompt.moves.filter((kind) => !kind.complete).map((kind) => form(asking, prompt, kind))}
  </section>`)}
  ${Object.keys(told.chosen).length ? html`<button type="button" class="plain" @click=${asking.back}>${said.change}</button>` : nothing}`;
}

/** @param {Asking} asking @param {Prompt} prompt */
function buttons({ told, pick }, prompt) {
  const listed = prompt.moves.flatMap((kind) => kind.legal);
  const left = fits(listed, told.chosen);
  return html`<div class="choices">${(left.length ? left : listed).map((move) => html`<button type="button"
    title=${move.text ? told.plain(move.text) : nothing} @click=${() => pick(move)}><span>${told.say(move.label)}</span></button>`)}</div>`;
}

/** @param {Asking} asking @param {Prompt} prompt @param {import("../types.js").Kind} kind */
function form({ told, said, send, pick, confirms, redraw }, prompt, kind) {
  const value = told.chosen.type === kind.type ? told.chosen : { type: kind.type };
  const move = { ...value, prompt: prompt.prompt };
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
    if (isComplete(kind.schema, value)) (confirms ? pick : send)(move);
  }}>${filling}<button type="submit" class="main" ?disabled=${!isComplete(kind.schema, value)}>${said.confirm}</button></form>`;
}

/** @param {Asking} asking @param {Fields} ready */
function confirmation({ told, said, send, back }, ready) {
  const listed = told.legal.find((move) => move === ready);
  const text = listed ? told.say(listed.text ?? listed.label)
    : Object.values(ready).filter((one) => typeof one === "string").slice(1, 2).join("");
  return html`<section class="prompt ready"><h2>${said.confirm_ask}</h2><p><strong>${text}</strong></p>
    <div class="choices"><button type="button" class="main" id="confirm" @click=${() => send(ready)}>${said.confirm}</button>
    <button type="button" @click=${back}>${said.back}</button></div></section>`;
}
