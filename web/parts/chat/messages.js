/**
 * Messages of a chat as lines. A text is text: its links can be clicked only where the service trusts their writer.
 *
 * @typedef {import("../../app.js").App} App
 * @typedef {typeof REACTIONS[number]} Reaction
 * @typedef {{ number: number, player: { id: string, handle: string | null, kind: string }, seat: number | null, text: string | null,
 *             reaction: Reaction | null, links: boolean, removed: boolean, written_at: string }} ChatEntry
 */
import { html, nothing, svg } from "../../vendor/lit-html.js";
import { instant } from "../instants.js";
import { handleOf, SIGNS } from "../seats/people.js";

export const REACTIONS = /** @type {const} */ (["hello", "good_luck", "well_played", "thanks", "wow", "oops", "sorry", "thinking"]);
/** In seconds: what was said so lately needs no date. */
const DAY = 86_400;

/** Where a link begins and ends; what closes a sentence behind it is none of it. */
const LINK = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/;

/** The pieces of a text: every second one is a link. @param {string} text */
export const pieces = (text) => text.split(LINK);

/** @param {ChatEntry} one */
const body = ({ text, links }) => (text === null ? nothing : !links ? text
  : pieces(text).map((piece, place) => (place % 2
    ? html`<a href=${piece} rel="noopener noreferrer nofollow ugc" target="_blank">${piece}</a>` : piece)));

/** @param {number} seat */
const sign = (seat) => html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true">${
  svg`<path d=${SIGNS[seat % SIGNS.length] ?? ""} fill="var(--seat-${seat % SIGNS.length})"></path>`}</svg>`;

/** @param {string} at @param {import("../../types.js").Language} language */
const moment = (at, language) => instant(at, language, Date.now() - Date.parse(at) < DAY * 1_000 ? "time" : "whole");

/**
 * The messages, oldest first.
 * @param {App} app @param {ChatEntry[]} items @param {(one: ChatEntry) => unknown} more what can be done about one
 */
export function lines(app, items, more) {
  const said = app.words.chat;
  return html`<ol class="lines" tabindex="0" aria-label=${said.title}>${items.map((one) => html`<li>
    ${one.seat === null ? nothing : sign(one.seat)}
    <span class="words"><strong><bdi>${handleOf(one.player, app.words) || app.words.record.gone}</bdi></strong>
    ${one.removed ? html`<em class="faint">${said.removed}</em>`
      : one.reaction ? html`<em>${app.words.reactions[one.reaction]}</em>`
        : html`<bdi dir="auto">${body(one)}</bdi>`}
    <small><time datetime=${one.written_at}>${moment(one.written_at, app.language)}</time></small></span>
    ${one.player.id === app.me?.id || !app.me ? nothing : more(one)}</li>`)}</ol>`;
}
