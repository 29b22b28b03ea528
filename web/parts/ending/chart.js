/**
 * Points over rounds as a picture: a line for each player, with their sign at the end of it.
 *
 * @typedef {import("../../games/picture.js").Person} Person
 * @typedef {import("./run.js").Column} Column
 */
import { html, svg } from "../../vendor/lit-html.js";

const WIDE = 360, HIGH = 200, EDGE = { left: 30, right: 26, top: 14, bottom: 24 };
/** By seat: lines that run together are told apart, and not by colour alone. */
const DASHES = ["none", "9 5", "3 5", "14 4", "9 4 2 4", "6 8"];
/** Half the space of a sign. */
const SIGN = 8;

/**
 * @param {{ columns: Column[], seats: Person[], title: string, rounds: string }} shown `title` says it all in words; `rounds`
 * is what the columns are
 */
export function chart({ columns, seats, title, rounds }) {
  const all = columns.flatMap(({ points }) => points), least = Math.min(0, ...all), most = Math.max(1, ...all);
  const x = (/** @type {number} */ at) => EDGE.left + at * (WIDE - EDGE.left - EDGE.right) / Math.max(1, columns.length - 1);
  const y = (/** @type {number} */ points) => HIGH - EDGE.bottom - (points - least) * (HIGH - EDGE.top - EDGE.bottom) / (most - least);
  const last = columns.at(-1)?.points ?? [], places = apart(seats.map(({ seat }) => y(last[seat] ?? 0)));
  return html`<svg class="run" viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label=${title}>
    ${[...new Set([least, Math.round((least + most) / 2), most])].map((one) => svg`
      <line class="level" x1=${EDGE.left} x2=${WIDE - EDGE.right} y1=${y(one)} y2=${y(one)}></line>
      <text x=${EDGE.left - 6} y=${y(one) + 4} text-anchor="end">${one}</text>`)}
    <text x=${EDGE.left} y=${HIGH - 6}>0</text>
    <text x=${WIDE - EDGE.right} y=${HIGH - 6} text-anchor="end">${rounds} ${columns.length - 1}</text>
    ${seats.map(({ seat, colour }) => svg`<polyline fill="none" stroke=${colour}
      stroke-dasharray=${DASHES[seat % DASHES.length] ?? ""} points=${columns.map(({ points }, at) =>
      `${x(at).toFixed(1)},${y(points[seat] ?? 0).toFixed(1)}`).join(" ")}></polyline>`)}
    ${seats.map(({ sign, colour }, at) => svg`<path d=${sign} fill=${colour}
      transform="translate(${WIDE - EDGE.right + 5} ${(places[at] ?? 0) - SIGN}) scale(${SIGN / 12})"></path>`)}
  </svg>`;
}

/** Places for signs as near as may be to where they belong, none on another. @param {number[]} wished @returns {number[]} */
function apart(wished) {
  const order = wished.map((one, at) => ({ one, at })).sort((a, b) => a.one - b.one), places = Array(wished.length).fill(0);
  let least = SIGN;
  order.forEach(({ one, at }, place) => {
    // Those that come after need room above the edge.
    const most = HIGH - SIGN - 2 * SIGN * (order.length - 1 - place);
    places[at] = Math.min(most, Math.max(least, one));
    least = places[at] + 2 * SIGN;
  });
  return places;
}
