/**
 * The whole map, small: the levels, the rooms as dots, everybody's sign, the Crystal Chamber, and a frame around what is in
 * sight, which `parts/board/zoom.js` moves.
 *
 * @typedef {import("../types.js").CaveTold} CaveTold
 */
import { html, nothing, svg } from "../../../vendor/lit-html.js";
import { HEIGHT, LEVELS, place, WIDTH } from "./layout.js";

/** @param {CaveTold} told */
export function overview(told) {
  const { areas, edges } = told.content.board, { adventurers, crystal, turn } = told.view.state;
  const at = new Map(areas.map((area) => [area.id, place(area)]));
  const ways = edges.map(([one, other]) => [at.get(one ?? ""), at.get(other ?? "")]);
  return html`<div class="overview"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}">
    ${LEVELS.map(({ name, top, bottom }) => svg`<rect class="rock level-${name}" y=${top} width=${WIDTH} height=${bottom - top}></rect>`)}
    <path class="ways" d=${ways.map(([one, other]) => (one && other ? `M${one.x} ${one.y}L${other.x} ${other.y}` : "")).join("")}></path>
    ${areas.map((area) => svg`<circle class=${area.id === crystal.area ? "dot found" : "dot"} r=${area.kind === "chamber" ? 22 : 15}
      cx=${place(area).x} cy=${place(area).y}></circle>`)}
    ${adventurers.map(({ seat, area }) => {
      const to = at.get(area ?? ""), person = told.seats[seat];
      return to && person ? svg`<path class="figure ${turn === seat ? "turn" : ""}" d=${person.sign} fill=${person.colour}
        transform="translate(${to.x} ${to.y}) scale(4.6) translate(-12 -12)"></path>` : nothing;
    })}</svg><i class="in-sight"></i></div>`;
}
