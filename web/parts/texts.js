/**
 * The game of a match, and the texts of its very rules.
 *
 * @typedef {import("../types.js").Match} Match
 * @typedef {import("../types.js").Game} Game
 */
import { get } from "../api.js";
import { route } from "../paths.js";

/** All games: it does not have to be known first which one is played. */
export const LISTED = "/games";

/**
 * The game, and what fetches its content or clauses by the rules of this match.
 * @param {Match} match
 * @returns {Promise<{ game: Game, text: (what: "content" | "clauses") => Promise<any> }>}
 */
export async function textsOf(match) {
  const listed = (await get(LISTED)).items.find((/** @type {Game} */ one) => one.game === match.game);
  const game = /** @type {Game} */ (listed ?? await get(route`/games/${match.game}`));
  // The links are those of the newest rules, and may be kept for ever.
  const isNewest = game.rules.at(-1) === match.rules;
  return { game, text: (what) => get(isNewest ? game.links[what] : route`/games/${match.game}/${what}?rules=${match.rules}`) };
}
