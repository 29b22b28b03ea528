/** How strength, power and gold together run over the rounds of Cave (CAVE-R21.5), and what one remembers of a match. */
import { add, put } from "../points.js";

const STATS = ["strength", "power", "gold"];

/** @type {import("../picture.js").Ending} */
export const ending = {
  unit: "worth",
  step: "round",
  begin: (seats) => Array(seats).fill(0),
  after(points, { type, seat, data }, content) {
    const said = /** @type {any} */ (data);
    if (type === "character_dealt") return put(points, seat, worthOf(said.character, content));
    if (type === "adventurer_died") return put(points, seat, 0);
    if (type === "stat_changed" && STATS.includes(said.stat)) return add(points, seat, said.after - said.before);
    if (type === "trophies_exchanged") return add(points, seat, said.strength);
    if (type === "gold_taken") return add(points, seat, said.amount);
    return type === "gold_seized" ? add(add(points, seat, said.amount), said.loser, -said.amount) : points;
  },
  opens: ({ type, data }, round) => ["turn_started", "turn_skipped"].includes(type) && /** @type {any} */ (data).round !== round,
  round: ({ data }) => /** @type {any} */ (data).round,
  // Whoever comes anew begins with something: nothing has swung.
  quiet: ["character_dealt"],
  moments: {
    // The sum that counts for less wins.
    fight: ({ type, data }) => (type === "fight_decided" || type === "duel_decided" ? -Math.abs(/** @type {any} */ (data).sum
      - /** @type {any} */ (data).enemy_sum) : null),
    death: ({ type }) => (type === "adventurer_died" ? 1 : null),
    crystal: ({ type }) => (type === "crystal_taken" ? 1 : null),
  },
};

/** @param {string} id @param {import("../../types.js").Content} content */
function worthOf(id, content) {
  const found = "characters" in content ? content.characters.find((one) => one.id === id) : undefined;
  return found ? found.strength + found.power + found.gold : 0;
}
