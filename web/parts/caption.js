/**
 * What the stage says of the scene that it plays, in a place of fixed height above the board; and a way to skip it, or to see
 * it once more.
 *
 * @typedef {import("../games/picture.js").AnyTold} AnyTold
 * @typedef {import("../types.js").MatchEvent} MatchEvent
 * @typedef {import("./stage.js").Stage} Stage
 */
import { html, nothing } from "../vendor/lit-html.js";
import { direction } from "../words.js";
import { sign } from "./people.js";

/** So many sentences of a scene are read at a time: the latest. */
const LINES = 2;

/**
 * For the eyes alone: the live region has said it all.
 * @param {Stage} stage @param {AnyTold} told what the picture is told @param {import("../words.js").Words} said
 */
export function caption(stage, told, said) {
  const { shown } = stage;
  const lines = shown ? seen(stage, shown.events).slice(-LINES) : [];
  return html`<div class="caption ${shown ? "plays" : ""}" dir=${direction(told.language)}>
    <div class="lines" aria-hidden="true">${lines.map((event, at) => html`<p class=${at === lines.length - 1 ? "now" : ""}>
      ${who(told, event)}<span>${told.say(event.text)}</span></p>`)}</div>
    ${shown ? html`<button type="button" class="plain" @click=${() => stage.skip()}>${said.stage.skip}</button>`
      : stage.hasPlayed ? html`<button type="button" class="plain" @click=${() => stage.again()}>${said.stage.again}</button>` : nothing}
  </div>`;
}

/** @param {AnyTold} told @param {MatchEvent} event */
function who(told, { seat }) {
  const person = seat === null ? undefined : told.seats[seat];
  return person ? sign(person) : nothing;
}

/** Those that are worth a sentence. @param {Stage} stage @param {MatchEvent[]} events */
export const seen = (stage, events) => events.filter((event) => stage.script.beat(event) !== null);
