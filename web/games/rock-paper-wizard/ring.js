/**
 * The table: the seats around it, clockwise, the viewer in front; and who points at whom with which gesture.
 *
 * @typedef {import("../picture.js").Told<"rock-paper-wizard">} Told
 * @typedef {import("../picture.js").Person} Person
 * @typedef {import("../../types.js").Fields} Fields
 * @typedef {import("./casts.js").Cast} Cast
 * @typedef {{ x: number, y: number }} Spot
 */
import { html, nothing, svg } from "../../vendor/lit-html.js";
import { fits, has } from "../choice.js";
import { casts } from "./casts.js";
import { hand } from "./hands.js";
import { back, coin, crown, wizard } from "./signs.js";
import { gained, signed } from "./story.js";

/** The box, its middle, and how far from it the seats are, in units of which the box is 100 wide. */
const HIGH = 92;
const MIDDLE = { x: 50, y: 46 };
const FAR = { x: 38, y: 36 };

/** @param {Told} told */
export function ring(told) {
  const cast = casts(told);
  return html`<div class="ring">
    <svg viewBox=${`0 0 100 ${HIGH}`}>
      <ellipse class="table" cx=${MIDDLE.x} cy=${MIDDLE.y} rx="31" ry="31"></ellipse>
      ${told.seats.map(({ seat }) => arrow(told, seat, cast[seat]))}
      ${told.seats.map(({ seat }) => badge(told, seat, cast[seat]))}
    </svg>
    ${told.seats.map((person) => chip(told, person))}
  </div>`;
}

/**
 * Some way from the middle to a seat: 0 is the middle, 1 the seat.
 * @param {Told} told
 * @param {number} seat
 * @param {number} way
 * @param {number} aside
 * @returns {Spot}
 */
function spot({ seats, me }, seat, way, aside = 0) {
  const turn = (seat - (me ?? 0)) / seats.length * 2 * Math.PI;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  return { x: MIDDLE.x - FAR.x * sin * way - aside * cos, y: MIDDLE.y + FAR.y * cos * way - aside * sin };
}

/**
 * @param {Told} told
 * @param {Person} person
 */
function chip(told, person) {
  const one = told.view.state.wizards[person.seat];
  if (!one) return nothing;
  const { x, y } = spot(told, person.seat, 1);
  const { state } = told.view;
  const part = aimAt(told, person.seat);
  const kinds = [
    "seat", part && "may", part && has(told.chosen, part) && "chosen", person.isMe && "mine", one.resigned && "gone",
    state.caster === person.seat && "casts", state.receiver_wanted?.chooser === person.seat && "chooses",
    state.outcome?.winners.includes(person.seat) && "won",
  ].filter(Boolean).join(" ");
  const more = gained(told, person.seat);
  const goal = told.content.numbers.goal;
  return html`<div class=${kinds} .style=${`inset-inline-start: ${x}%; inset-block-start: ${y / HIGH * 100}%`}
    data-about=${`seat:${person.seat}`} @click=${() => part && told.select(part)}>
    <span class="top">
      <svg class="figure" viewBox="-14 -19 28 37">${wizard(person)}</svg>
      <span class="gold" data-about=${part ? nothing : "gold"}><svg viewBox="-8 -8 16 16">${coin()}</svg><b>${one.gold}</b>${
        more ? html`<i class="new">${signed(more)}</i>` : nothing}</span>
      ${state.first_player === person.seat ? html`<span class="first" data-about="first_player">1</span>` : nothing}
      ${state.outcome?.winners.includes(person.seat) ? html`<svg class="winner" viewBox="0 0 24 24">${crown()}</svg>` : nothing}
    </span>
    <bdi class="name">${person.name}</bdi>
    <span class="goal"><span .style=${`inline-size: ${Math.min(100, one.gold / goal * 100)}%`}></span></span>
  </div>`;
}

/**
 * The seats that one can aim at, in a row above the spells, where there is no room for the table beside them.
 * @param {Told} told
 */
export const aims = (told) => html`<div class="aims">${told.seats.map((person) => {
  const part = aimAt(told, person.seat), one = told.view.state.wizards[person.seat];
  if (!part || !one) return nothing;
  return html`<span class=${`aim may ${has(told.chosen, part) ? "chosen" : ""}`} data-about=${`seat:${person.seat}`}
    @click=${() => told.select(part)}><svg class="figure" viewBox="-14 -19 28 37">${wizard(person)}</svg>
    <bdi class="name">${person.name}</bdi><span class="gold"><svg viewBox="-8 -8 16 16">${coin()}</svg><b>${one.gold}</b></span></span>`;
})}</div>`;

/**
 * What a tap on a seat means: a target, or who gets the gold; null where it means nothing.
 * @param {Told} told
 * @param {number} seat
 * @returns {Fields | null}
 */
function aimAt({ legal, chosen }, seat) {
  /** @type {Fields[]} */
  const parts = [{ target: seat }, { type: "choose_receiver", receiver: seat }];
  return parts.find((part) => fits(legal, { ...chosen, ...part }).length > 0 || fits(legal, part).length > 0) ?? null;
}

/**
 * @param {Told} told
 * @param {number} seat
 * @param {Cast | undefined} cast
 */
function arrow(told, seat, cast) {
  const colour = told.seats[seat]?.colour;
  if (!cast || cast.aim === null) return svg`<g></g>`;
  const from = spot(told, seat, BADGE);
  const { to, bend } = cast.aim === seat ? turned(told, seat) : across(told, seat, cast.aim);
  const angle = Math.atan2(to.y - bend.y, to.x - bend.x) * 180 / Math.PI;
  return svg`<g class=${`arrow ${cast.how}`} stroke=${colour} fill=${colour}>
    <path class="shaft" d=${`M${from.x} ${from.y}Q${bend.x} ${bend.y} ${to.x} ${to.y}`}></path>
    <path class="tip" d="M2.2 0L-2 -2.3L-1 0L-2 2.3Z" transform=${`translate(${to.x} ${to.y}) rotate(${angle})`}></path></g>`;
}

/** How far out the hands are. */
const BADGE = .48;

/**
 * Beside the hand of the target, on the side from which the arrow comes.
 * @param {Told} told
 * @param {number} seat
 * @param {number} aim
 */
function across(told, seat, aim) {
  const count = told.seats.length;
  const round = (seat - aim + count) % count;
  const side = round * 2 === count ? (seat < aim ? 1 : -1) : round * 2 < count ? 1 : -1;
  const bend = spot(told, aim, .2, side * 5);
  return { to: edge(spot(told, aim, 1), spot(told, aim, 1, side * (5 + round % 2 * 2)), bend), bend };
}

/**
 * From one's hand back to oneself.
 * @param {Told} told
 * @param {number} seat
 */
function turned(told, seat) {
  const bend = spot(told, seat, .3, 14);
  return { to: edge(spot(told, seat, 1), spot(told, seat, 1, 6), bend), bend };
}

/** Half of what a seat takes up, with some room around it. */
const SEAT = { x: 13.5, y: 10.5 };

/**
 * Where a line that ends within a seat comes to its edge.
 * @param {Spot} seat
 * @param {Spot} end
 * @param {Spot} from
 * @returns {Spot}
 */
function edge(seat, end, from) {
  const way = { x: from.x - end.x, y: from.y - end.y };
  const leaves = (/** @type {"x" | "y"} */ axis) =>
    way[axis] === 0 ? 1 : (seat[axis] + Math.sign(way[axis]) * SEAT[axis] - end[axis]) / way[axis];
  const part = Math.min(1, leaves("x"), leaves("y"));
  return { x: end.x + way.x * part, y: end.y + way.y * part };
}

/**
 * @param {Told} told
 * @param {number} seat
 * @param {Cast | undefined} cast
 */
function badge(told, seat, cast) {
  const { x, y } = spot(told, seat, BADGE);
  const person = told.seats[seat];
  const about = cast?.card ?? (cast?.wild ? "wild_card" : nothing);
  return svg`<g class=${`badge ${cast?.how ?? "idle"}`} data-about=${about} transform=${`translate(${x} ${y})`}
    .style=${`--cuff: ${person?.colour}`}>${inside(cast)}</g>`;
}

/** @param {Cast | undefined} cast */
function inside(cast) {
  const round = svg`<circle r="6" stroke="var(--cuff)"></circle>`;
  if (!cast || cast.how === "idle") return nothing;
  if (cast.how === "thinking") return svg`<circle class="open" r="4.5"></circle><path class="dots" d="M-2 0h0M0 0h0M2 0h0"></path>`;
  if (cast.how === "ready")
    return svg`<g transform="scale(.6)">${back()}</g>${["", ""].map(() => svg`<path class="check" d="M.5 3.2L2.6 5.3L6.2 .8"></path>`)}`;
  if (!cast.card) return svg`${round}${cast.wild
    ? svg`<g transform="scale(.5)">${back()}</g>` : svg`<path class="dots" d="M-2 0h0M0 0h0M2 0h0"></path>`}`;
  return svg`${round}<g transform="translate(-5.2 -5.3) scale(.215)">${hand(cast.card)}</g>
    ${cast.how === "cancelled" ? svg`<path class="cross" d="M-4 -4L4 4M4 -4L-4 4"></path>` : nothing}`;
}
