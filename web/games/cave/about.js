/**
 * What the things of Cave say of themselves, by the key that the picture gives them: the id of a card, an area, a gate, an
 * ability or a chamber, `seat:2`, or a word such as `endurance`.
 *
 * @typedef {import("./types.js").CaveTold} CaveTold
 * @typedef {import("../picture.js").About} About
 */
import { filled } from "../../messages.js";
import { html } from "../../vendor/lit-html.js";
import { spokenIn, words } from "../../words.js";
import { cardOf, ruleOf, signOf } from "./cards.js";
import { sign } from "./signs.js";
import { nameOf } from "./sums.js";

/** What has a text of its own among those of the page. */
const THINGS = /** @type {const} */ (["strength", "power", "endurance", "gold", "object", "friend", "spell", "trophy", "cave_cards",
  "lose_turn", "slow", "force_die", "next_test_bonus", "crystal"]);
const LOOK = "cave";

/** @type {import("../picture.js").Explaining<"cave">} */
export function about(told, key) {
  const [of, seat] = key.split(":");
  if (of === "seat") return person(told, Number(seat));
  return card(told, key) ?? area(told, key) ?? gate(told, key) ?? deck(told, key) ?? thing(told, key);
}

/** @param {CaveTold} told @param {string} key @returns {About | null} */
function card(told, key) {
  const found = cardOf(told, key);
  if (!found) return null;
  const worth = found.value ? ` ${found.value}` : "";
  return { name: `${told.term(key)}${worth}`, lines: [ruleOf(told, key)], sign: sign(signOf(found)), look: LOOK, isCard: true };
}

/**
 * An area: what it does, how many cards are drawn there, what lies there and who stands there.
 * @param {CaveTold} told @param {string} key @returns {About | null}
 */
function area(told, key) {
  const found = told.content.board.areas.find(({ id }) => id === key);
  if (!found) return null;
  const { areas, adventurers } = told.view.state, { lying, gold } = areas[key] ?? { lying: [], gold: 0 }, said = saidOf(told);
  const here = adventurers.filter((one) => one.area === key).map(({ seat }) => told.seats[seat]?.name ?? "");
  const lines = [
    found.instruction ? told.inWords(found.instruction.words) : "", found.kind === "chamber" ? said.chamber : "",
    found.draw ? filled(said.draw, { count: found.draw }, spokenIn(told.language)) : "",
    lying.length ? lying.map(told.term).join(", ") : "", gold ? `${told.term("gold")}: ${gold}` : "", here.join(", "),
  ];
  return { name: `${told.inWords(found.names)} ${key}`, lines: lines.filter(Boolean), sign: sign("place"), look: LOOK };
}

/** @param {CaveTold} told @param {string} key @returns {About | null} */
function gate(told, key) {
  if (!told.content.board.gates.some(({ id }) => id === key)) return null;
  const said = saidOf(told), isOpen = told.view.state.gates_open.includes(key);
  return { name: `${told.term("gate")} ${key}`, lines: [isOpen ? said.gate_open : said.gate_shut], sign: sign("gate"), look: LOOK };
}

/** @param {CaveTold} told @param {string} key @returns {About | null} */
const deck = (told, key) => (key in told.view.state.stacks
  ? { name: told.term(key), lines: [saidOf(told).deck], sign: html`<span class="back"></span>`, look: LOOK } : null);

/** @param {CaveTold} told @param {number} seat @returns {About | null} */
function person(told, seat) {
  const one = told.view.state.adventurers[seat], who = told.seats[seat];
  if (!one || !who) return null;
  const { term } = told, character = told.content.characters.find(({ id }) => id === one.character);
  const lines = character && one.character !== null ? [`${term(one.character)}, ${term(character.alignment)} · ${one.area ?? ""}`,
    `${term("strength")}: ${one.total_strength} · ${term("power")}: ${one.total_power}`,
    `${term("endurance")}: ${one.endurance}/${one.healing_cap} · ${term("gold")}: ${one.gold}`] : [];
  return { name: who.name, lines, look: LOOK, sign: html`<svg viewBox="0 0 24 24"><path d=${who.sign} fill=${who.colour}></path></svg>` };
}

/** @param {CaveTold} told @param {string} key @returns {About | null} */
function thing(told, key) {
  const found = THINGS.find((one) => one === key);
  if (!found) return null;
  const { trophy_points: points, cave_cards_for_power: cards, free_movement_power: free } = told.content.numbers;
  const text = filled(saidOf(told)[found], { points, cards, free }, spokenIn(told.language));
  const id = key === "cave_cards" ? "cave" : key;
  return { name: nameOf(told, id), lines: [text], sign: sign(id === "cave" ? "place" : id), look: LOOK };
}

/** @param {CaveTold} told */
const saidOf = ({ language }) => words(language).cave_things;
