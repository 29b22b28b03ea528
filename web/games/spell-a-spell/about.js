/**
 * What the things of Spell-a-Spell say of themselves, by the key that the picture gives them: an effect, a kind of card, the
 * name of a pile or of a button, `seat:1`.
 *
 * @typedef {import("../picture.js").Told<"spell-a-spell">} Told
 * @typedef {import("../picture.js").About} About
 */
import { html } from "../../vendor/lit-html.js";
import { filled } from "../../messages.js";
import { spokenIn, words } from "../../words.js";
import { shape, who } from "./cards.js";

/** What has a text of its own among those of the page. */
const THINGS = /** @type {const} */ (["letter_card", "spell", "bewitched", "end_turn", "deck", "discard", "score_pile", "hand", "accept",
  "challenge", "resisted"]);
/** The sign that stands for a thing, where it has one. @type {Record<string, string>} */
const SIGNS = { fog_card: "fog", special_word: "star", bewitched: "bewitched", accept: "accept", challenge: "challenge",
  resisted: "resisted" };
/** Which gloss of the content tells of a thing. @type {Record<string, string>} */
const GLOSSES = { fog_card: "fog", snowball_round: "snowball", snow: "special_word", fire: "special_word", sand: "special_word" };
const LOOK = "spell-a-spell";

/** @type {import("../picture.js").Explaining<"spell-a-spell">} */
export function about(told, key) {
  const [of, seat] = key.split(":");
  if (of === "seat") return person(told, Number(seat));
  const found = THINGS.find((one) => one === key), gloss = told.content.glosses[GLOSSES[key] ?? key];
  if (!found && !gloss) return null;
  const { numbers } = told.content;
  const text = found ? filled(words(told.language).spells[found], { hand: numbers.hand_size }, spokenIn(told.language))
    : told.inWords(/** @type {import("../../types.js").Names} */ (gloss));
  const sign = SIGNS[key] ?? (gloss && key in told.content.numbers.effect_cards ? key : "");
  return { name: told.term(key === "resisted" ? "resist" : key), lines: [text], ...(sign ? { sign: shape(sign), look: LOOK } : {}) };
}

/** @param {Told} told @param {number} seat @returns {About | null} */
function person(told, seat) {
  const { seats, term, language, view: { state } } = told, one = state.players[seat], person = seats[seat];
  if (!one || !person) return null;
  const said = words(language);
  return {
    name: person.name, sign: who(person), look: LOOK,
    lines: [`${term("hand")}: ${one.hand_size} · ${said.plain.score}: ${one.score}`, ...(one.bewitched ? [said.spells.bewitched] : [])],
  };
}
