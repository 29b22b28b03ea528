/**
 * A word that can be laid now, found in the lexicon that everybody may read: the page looks through it as a person might.
 *
 * @typedef {import("../picture.js").Told<"spell-a-spell">} Told
 */
import { cardOf, letters } from "./laying.js";

/** So many words are tried at most: the service has the last word. */
const MOST = 5;

/**
 * Those of the words that the cards can lay, the longest first, of equals those that spare the fog.
 * @param {readonly string[]} words @param {readonly string[]} faces letters of the hand @param {number} fogs @param {number} least
 */
export function layable(words, faces, fogs, least) {
  return words.flatMap((word) => {
    const left = [...faces], laid = letters(word);
    let missing = 0;
    for (const letter of laid) {
      const at = left.indexOf(letter);
      if (at < 0) missing += 1;
      else left.splice(at, 1);
    }
    return laid.length >= least && missing <= fogs ? [{ word, length: laid.length, missing }] : [];
  }).sort((one, other) => other.length - one.length || one.missing - other.missing).map(({ word }) => word);
}

/** @type {import("../picture.js").Hint} */
export const hint = async (told, game, get) => {
  const { content, me, view: { state } } = /** @type {Told} */ (/** @type {unknown} */ (told));
  const cards = (state.players.find((one) => one.seat === me)?.hand ?? []).map((id) => cardOf(/** @type {any} */ (told), id));
  const faces = cards.filter(({ kind }) => kind === "letter").map(({ face }) => face);
  const fogs = cards.filter(({ kind }) => kind === "fog").length;
  const least = state.spell?.on === me ? state.spell?.length ?? 0 : content.numbers.shortest_word;
  const { items } = await get(/** @type {string} */ (game.links.lexicon));
  const words = layable(items.map((/** @type {{ word: string }} */ one) => one.word), faces, fogs, least);
  return words.slice(0, MOST).map((word) => ({ type: "cast_word", word }));
};
