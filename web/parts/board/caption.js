/**
 * What the stage says of the scene that it plays, in a place of fixed height above the board; and a way to skip it, or to see
 * it once more.
 *
 * @typedef {import("../../games/picture.js").AnyTold} AnyTold
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {import("./stage.js").Stage} Stage
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { anew } from "../../games/anew.js";
import { direction } from "../../words.js";
import { sign } from "../seats/people.js";

/**
 * The last sentence of the scene and the one before: for the eyes alone, the live region has said it all.
 * @param {Stage} stage @param {AnyTold} told what the picture is told @param {import("../../words.js").Words} said
 */
export function caption(stage, told, said) {
  const { shown } = stage;
  const lines = shown ? seen(stage, shown.events) : [], now = lines.at(-1), before = lines.at(-2);
  return html`<div class="telling ${shown ? "plays" : ""}" dir=${direction(told.language)}>
    <div class="lines" aria-hidden="true"><p>${before
      ? anew(before.version, html`<span>${told.say(before.text)}</span>`) : nothing}</p>
      <p class="now ${now && told.plain(now.text).length > COMMON ? "long" : ""}" data-version=${now?.version ?? nothing}>${now
        ? anew(now.version, html`${who(told, lines)}<span>${told.say(now.text)}</span>`) : nothing}</p></div>
    ${shown ? html`<button type="button" class="plain" @click=${() => stage.skip()}>${said.stage.skip}</button>`
      : stage.hasPlayed ? html`<button type="button" class="plain" @click=${() => stage.again()}>${said.stage.again}</button>` : nothing}
  </div>`;
}

/** So many letters of a sentence fit a phone in its common size. */
const COMMON = 76;

/** The sign of whoever began the scene. @param {AnyTold} told @param {MatchEvent[]} scene */
function who(told, scene) {
  const person = told.seats[scene[0]?.seat ?? -1];
  return person ? sign(person) : nothing;
}

/** Those that are worth a sentence. @param {Stage} stage @param {MatchEvent[]} events */
export const seen = (stage, events) => events.filter((event) => stage.script.beat(event) !== null);
