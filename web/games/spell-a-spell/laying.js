/**
 * Cards and words without a picture, so that node can run it: what is on a card, how letters make a word, which cards a word
 * takes, and what speaks against it.
 *
 * @typedef {import("../picture.js").Told<"spell-a-spell">} Told
 * @typedef {import("../../types.js").Fields} Fields
 * @typedef {{ kind: string, face: string }} Card
 * @typedef {{ id: string | null, letter: string | null }} Laid
 */
import { filled } from "../../messages.js";
import { spokenIn, words } from "../../words.js";

/** Letters that look otherwise at the end of a word; cards have none of these. */
const FINAL = /** @type {Record<string, string>} */ ({ כ: "ך", מ: "ם", נ: "ן", פ: "ף", צ: "ץ" });
const PLAIN = Object.fromEntries(Object.entries(FINAL).map(([plain, final]) => [final, plain]));

/**
 * A card by its id; one that no deck has is drawn as its id.
 * @param {Told} told
 * @param {string} id
 * @returns {Card}
 */
export function cardOf({ content }, id) {
  return Object.values(content.decks).flat().find((card) => card.id === id) ?? { kind: "unknown", face: id };
}

/**
 * The letters of a word as they stand on cards.
 * @param {string} word
 */
export const letters = (word) => [...word].filter((sign) => sign >= "א" && sign <= "ת").map((sign) => PLAIN[sign] ?? sign);

/**
 * A word of such letters, as it is written: in the way of a listed move that means the same, or with its last letter at rest.
 * @param {Told} told
 * @param {string[]} laid
 */
export function spelled({ legal }, laid) {
  const listed = legal.find((move) => move.type === "cast_word" && typeof move.word === "string"
    && letters(move.word).join("") === laid.join(""));
  if (listed) return String(listed.word);
  const last = laid.at(-1) ?? "";
  return laid.slice(0, -1).join("") + (laid.length > 1 ? FINAL[last] ?? last : last);
}

/** What of a word is not a letter, and no card is needed for: points, and the strokes that letters wear. */
const WORN = /[\u0591-\u05c7\u05f3'\u2019]/g;

/** The cards that the viewer holds, none where they are not seen. @param {Told} told @returns {readonly string[]} */
export const held = (told) => told.view.state.players.find((one) => one.seat === told.me)?.hand ?? [];

/** Those that a word can be laid of. @param {Told} told */
export const layable = (told) => held(told).filter((id) => cardOf(told, id).kind !== "effect");

/**
 * What is laid, by what is chosen: by cards where they are named, else by the word, letter cards before fog.
 * @param {Told} told
 * @param {Fields} move
 * @returns {Laid[]}
 */
export function laidOf(told, move) {
  if (move.type !== "cast_word") return [];
  const word = letters(String(move.word ?? ""));
  if (Array.isArray(move.card_ids) && move.card_ids.length > 0)
    return move.card_ids.map((id, at) => ({ id: String(id), letter: word[at] ?? null }));
  const left = [...held(told)];
  return word.map((letter) => {
    const id = left.find((one) => cardOf(told, one).face === letter) ?? left.find((one) => cardOf(told, one).kind === "fog") ?? null;
    if (id) left.splice(left.indexOf(id), 1);
    return { id, letter };
  });
}

/**
 * What is chosen where this is laid; null where nothing is.
 * @param {Told} told
 * @param {Laid[]} laid
 * @returns {Fields | null}
 */
export function chosenOf(told, laid) {
  if (laid.length === 0) return null;
  const word = laid.flatMap(({ letter }) => letter ?? []);
  return {
    type: "cast_word", card_ids: laid.flatMap(({ id }) => id ?? []),
    word: laid.length === word.length ? spelled(told, word) : word.join(""),
  };
}

/** How long a word has to be now. @param {Told} told */
export function least({ me, content, view: { state: { spell } } }) {
  return spell && spell.on === me ? spell.length : content.numbers.shortest_word;
}

/**
 * Why a word cannot be cast, as far as the table shows it; whether it is a word, the service says.
 * @param {Told} told
 * @param {Fields} move
 * @returns {string | null}
 */
export function faultOf(told, move) {
  if (move.type !== "cast_word") return null;
  const laid = laidOf(told, move), said = words(told.language).spells, written = String(move.word ?? "").replace(WORN, "");
  const { spell } = told.view.state, key = letters(written).join("");
  if (laid.some(({ id, letter }) => id !== null && letter === null)) return said.fault_fog;
  if (letters(written).length < [...written].length) return said.fault_sign;
  const lacks = laid.filter(({ id }) => id === null).map(({ letter }) => letter);
  if (lacks.length) return filled(said.fault_lacks, { letters: lacks.join(" ") }, spokenIn(told.language));
  const isSpecial = told.content.special_words.some(({ word }) => letters(word).join("") === key);
  if (laid.length < least(told) && !isSpecial) return filled(said.fault_short, { count: least(told) }, spokenIn(told.language));
  if (spell && letters(spell.word).join("") === key && !isSpecial) return said.fault_same;
  return null;
}
