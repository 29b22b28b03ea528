/**
 * How gold runs over the rounds of Rock Paper Wizard, and what one remembers of a match.
 *
 * @typedef {{ wizard: number, of: string, before: number, after: number }} Change
 */
import { put } from "../points.js";

/** @type {import("../picture.js").Ending} */
export const ending = {
  unit: "gold",
  step: "round",
  begin: (seats, { game, numbers }) => Array(seats).fill(game === "rock-paper-wizard" ? numbers.starting_gold : 0),
  after(points, { type, data }) {
    const said = /** @type {any} */ (data);
    if (type === "gold_scored") return points.map((one, seat) => one + (said.amounts[seat] ?? 0));
    if (type !== "effect_applied") return points;
    const changes = /** @type {Change[]} */ (said.changes).filter((one) => one.of === "gold");
    return changes.reduce((all, one) => put(all, one.wizard, one.after), points);
  },
  opens: ({ type }) => type === "round_begun",
  moments: {
    push: ({ type, data }) => (type === "effect_applied" ? pushed(/** @type {any} */ (data).changes) : null),
  },
};

/** How many spaces wizards were moved. @param {Change[]} changes */
function pushed(changes) {
  const far = changes.filter((one) => one.of === "pos").reduce((sum, one) => sum + Math.abs(one.after - one.before), 0);
  return far || null;
}
