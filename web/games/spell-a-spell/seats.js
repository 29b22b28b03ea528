/**
 * The seats in a row, in the order of turns: cards in hand, score, who is on turn, whom the spell hangs over.
 *
 * @typedef {import("../picture.js").Told<"spell-a-spell">} Told
 * @typedef {import("../picture.js").Person} Person
 */
import { html, nothing, svg } from "../../vendor/lit-html.js";
import { backs, pile, shape, tile, who } from "./cards.js";
import { cardOf } from "./laying.js";
import { drawn, scored } from "./story.js";

/** @param {Told} told */
export function seats(told) {
  const { state } = told.view;
  const over = state.snowball?.target ?? state.spell?.on ?? state.turn;
  const place = over === null ? "visibility: hidden" : `transform: translateX(${over * 100}%)`;
  return html`<div class=${`seats ${told.seats.length > 3 ? "many" : ""}`} .style=${`--seats: ${told.seats.length}`}>
    ${told.seats.map((person) => seat(told, person))}
    <div class="band"><div class="moves" .style=${place}><svg viewBox="0 0 24 10">${svg`<path d="M12 0L22 10H2Z"></path>`}</svg></div></div>
  </div>`;
}

/**
 * @param {Told} told
 * @param {Person} person
 */
function seat(told, person) {
  const { view: { state } } = told;
  const one = state.players[person.seat];
  if (!one) return nothing;
  const kinds = ["seat", person.isMe && "mine", state.turn === person.seat && "turn", one.bewitched && "bewitched", one.resigned && "gone",
    state.outcome?.winners.includes(person.seat) && "won"].filter(Boolean).join(" ");
  return html`<div class=${kinds} data-about=${`seat:${person.seat}`}>
    <span class="mark">${who(person)}${one.bewitched ? html`<span data-about="bewitched">${shape("bewitched")}</span>`
      : nothing}${state.outcome?.winners.includes(person.seat) ? shape("crown") : nothing}</span>
    <bdi class="name">${person.name}</bdi>
    <span class="count" data-about="hand">${backs()}<b>${one.hand_size}</b>${more(drawn(told, person.seat))}</span>
    <span class="count" data-about="score_pile">${pile()}<b>${one.score}</b>${more(scored(told, person.seat))}</span>
  </div>`;
}

/** @param {number} change */
const more = (change) => change === 0 ? nothing : html`<i class="new">${change > 0 ? `+${change}` : `−${-change}`}</i>`;

/**
 * The hands of others where they lie open.
 * @param {Told} told
 */
export function open(told) {
  return told.view.state.players.filter((one) => one.hand && one.seat !== told.me).map((one) => html`<div class="open">
    ${who(told.seats[one.seat])}<span class="word small" dir="rtl">${one.hand?.map((id) => face(told, id))}</span></div>`);
}

/**
 * @param {Told} told
 * @param {string} id
 */
function face(told, id) {
  const { kind, face: sign } = cardOf(told, id);
  if (kind === "letter") return tile(sign, false);
  if (kind === "unknown") return html`<span class="tile unknown">${sign}</span>`;
  return html`<span class=${`tile ${kind}`} data-about=${kind === "fog" ? "fog_card" : sign}>${shape(sign)}</span>`;
}
