/**
 * What the trials may come to, reckoned from what everybody sees: two dice up to strength, two dice up to power, and a price
 * that a die sets (CAVE-R20.5). Failing one of the first two costs an endurance, and at none one dies (CAVE-4.2, CAVE-4.3).
 *
 * @typedef {{ kind: string, total: number }} Total
 * @typedef {{ gold: number | null, endurance: number | null, totals: readonly Total[] | null }} Hero
 * @typedef {{ ways: readonly number[], of: readonly number[], all: number, isDeadly: boolean }} Odds
 */

const FACES = 6;

/** How many of the 36 throws of two dice come to no more than this. @param {number} total */
export function waysOfTwo(total) {
  let ways = 0;
  for (let one = 1; one <= FACES; one += 1) ways += Math.max(0, Math.min(FACES, total - one));
  return ways;
}

/** How many faces of a die are a price that so much gold pays. @param {number} gold */
export const waysOfOne = (gold) => Math.max(0, Math.min(FACES, gold));

/**
 * Of each trial in its order how many throws pass it, of how many; how likely all are passed in one go, from 0 to 1; and
 * whether failing may kill.
 * @param {Hero} hero
 * @returns {Odds}
 */
export function oddsOfTrials({ gold, endurance, totals }) {
  const held = (totals ?? []).filter(({ kind }) => kind === "trial").map(({ total }) => waysOfTwo(total));
  const ways = [...held, waysOfOne(gold ?? 0)], of = [...held.map(() => FACES * FACES), FACES];
  const all = ways.reduce((chance, one, at) => (chance * one) / (of[at] ?? 1), 1);
  return { ways, of, all, isDeadly: (endurance ?? 0) <= 1 && held.some((one) => one < FACES * FACES) };
}

/**
 * A chance as a text of per cent: no digits that nobody needs, and none that says never of what may happen.
 * @param {number} chance from 0 to 1
 * @param {string} language
 */
export function percent(chance, language) {
  const small = chance > 0 && chance < 0.1;
  return new Intl.NumberFormat(language, { style: "percent", ...(small ? { maximumSignificantDigits: 1 } : { maximumFractionDigits: 0 }) })
    .format(chance);
}

/**
 * Whether a move could end one's match, so that it is asked once more: the trials with the last endurance.
 * @param {{ adventurers: readonly Hero[] }} state
 * @param {number} seat
 * @param {import("../../types.js").Fields} move
 */
export function isGrave(state, seat, move) {
  if (move.type !== "attempt" && move.type !== "trials_again") return false;
  const hero = state.adventurers[seat];
  return hero !== undefined && oddsOfTrials(hero).isDeadly;
}
