/**
 * The lair, from the exit to the hoard: a column for each space, a lane for each wizard.
 *
 * @typedef {import("../picture.js").Told<"rock-paper-wizard">} Told
 */
import { html, nothing, svg } from "../../vendor/lit-html.js";
import { trails } from "./story.js";
import { star, wizard } from "./signs.js";

const WIDE = 32;
/** How high a lane is, with up to four wizards and with more. */
const LANES = { few: 37, many: 24 };

/** @param {Told} told */
export function track(told) {
  const { content: { board }, view: { state } } = told;
  const [first = 0, last = 10] = board.spaces;
  const lane = state.wizards.length > 4 ? LANES.many : LANES.few, size = lane / LANES.few;
  const high = state.wizards.length * lane;
  const at = (/** @type {number} */ space) => (space - first) * WIDE;
  const zone = (/** @type {number[]} */ [from = 0, to = 0], /** @type {string} */ name) => svg`
    <rect class=${name} data-about=${name === "lair" ? nothing : name} x=${at(from)} y="0" width=${(to - from + 1) * WIDE}
      height=${high}></rect>`;
  const spaces = Array.from({ length: last - first + 1 }, (_, space) => space + first);
  return html`<svg class="track" viewBox=${`-1 -1 ${at(last) + WIDE + 2} ${high + 22}`}>
    ${zone(board.spaces, "lair")}${zone(board.exit_area, "exit_area")}${zone(board.treasure_area, "treasure_area")}
    ${spaces.map((space) => svg`
      <path class="edge-of" d=${`M${at(space)} 0V${high}`}></path>
      ${space === board.start ? svg`<g data-about="start"
        transform=${`translate(${at(space) + WIDE / 2} ${high + 12})`}>${star()}</g>`
        : svg`<text x=${at(space) + WIDE / 2} y=${high + 17}>${space}</text>`}`)}
    ${door(high)}${hoard(at(last), high)}
    ${state.wizards.map((one, row) => {
      const person = told.seats[one.seat];
      if (!person) return nothing;
      const y = row * lane + lane / 2 + 1;
      const x = at(one.pos) + WIDE / 2;
      const from = trails(told)[one.seat];
      return svg`<path class=${`lane ${person.isMe ? "mine" : ""}`} d=${`M${at(first) + 4} ${y + 15 * size}H${at(last) + WIDE - 4}`}></path>
        ${from === undefined || from === one.pos ? nothing
          : svg`<path class="trail" stroke=${person.colour} d=${`M${at(from) + WIDE / 2} ${y + 8}H${x}`}></path>
          <circle class="trail" stroke=${person.colour} cx=${at(from) + WIDE / 2} cy=${y + 8} r="4"></circle>`}
        <g data-about=${`seat:${one.seat}`} class=${`moves ${one.resigned ? "gone" : ""} ${from === undefined ? "" : "new"}`}
          .style=${`transform: translate(${x}px, ${y}px) scale(${size})`}>
          ${wizard(person)}</g>`;
    })}
  </svg>
  <div class="ends" dir="ltr">${["exit_area", "treasure_area"].map((name) =>
    html`<bdi data-about=${name}>${told.term(name)}</bdi>`)}</div>`;
}

/** @param {number} high */
const door = (high) => svg`<path class="door"
  d=${`M5 ${high}V${high - 22}Q5 ${high - 34} 14 ${high - 34}Q23 ${high - 34} 23 ${high - 22}V${high}Z`}></path>`;

/**
 * @param {number} x
 * @param {number} high
 */
const hoard = (x, high) =>
  svg`<g class="hoard">${[[2, 4], [11, 4], [20, 4], [28, 4], [7, 10], [16, 10], [25, 10], [12, 16], [21, 16], [17, 21]].map(
  ([dx = 0, dy = 0]) => svg`<ellipse cx=${x + dx * 0.82 + 2.5} cy=${high - dy} rx="5.5" ry="3"></ellipse>`)}</g>`;
