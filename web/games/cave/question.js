/**
 * The question as a picture: who is asked, what it is about, with every addend, and the characters that may be picked.
 *
 * @typedef {import("./types.js").CaveTold} CaveTold
 * @typedef {import("./types.js").Asked} Asked
 * @typedef {import("./types.js").News} News
 * @typedef {import("./types.js").Addend} Addend
 * @typedef {import("./types.js").AskedOf<"before_fight"> | import("./types.js").AskedOf<"second_wind">} AskedOfFight
 * @typedef {import("../../types.js").Move} Move
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { fits, has } from "../choice.js";
import { cardOf, chip, face, ruleOf, source } from "./cards.js";
import { lyingOn } from "./ground.js";
import { die, of, sign } from "./signs.js";
import { nameOf, sumOf } from "./sums.js";
import { isAside } from "./asides.js";
import { tapOn } from "./taps.js";
import { trials } from "./trials.js";
import { areasOf, ways } from "./map/ways.js";
import { direction } from "../../words.js";

/**
 * @param {CaveTold} told
 * @param {News} news
 */
export function question(told, news) {
  const { asked } = told.view.state;
  if (!asked) return nothing;
  return html`<section class="question" dir=${direction(told.language)}>
    <p class="askers">${asked.seats.map((seat) => who(told, seat))}</p>${acts(told)}${matter(told, asked)}${tiles(told)}
    ${meant(told, news)}</section>`;
}

/**
 * What is chosen, with its text: the area one would go to and what lies there, the card, the ability.
 * @param {CaveTold} told
 * @param {News} news
 */
function meant(told, news) {
  const chosen = Object.entries(told.chosen).flatMap(([field, value]) => (field !== "type" && typeof value === "string" ? [value] : []));
  return chosen.map((id) => {
    if (told.content.board.areas.some((area) => area.id === id))
      return html`<div class="meant">${source(told, id)}${lyingOn(told, news, id)}</div>`;
    if (cardOf(told, id)) return html`<div class="meant">${source(told, id)}</div>`;
    const ability = told.content.abilities.find((one) => one.id === id);
    return ability ? html`<p class="meant text">${told.inWords(ability.names)} – ${told.inWords(ability.texts)}</p>` : nothing;
  });
}

/**
 * @param {CaveTold} told
 * @param {number} seat
 */
function who(told, seat) {
  const person = told.seats[seat];
  return person ? html`<span class="who"><svg class="person" viewBox="0 0 24 24"><path d=${person.sign} fill=${person.colour}></path></svg>
    <bdi>${person.name}</bdi></span>` : nothing;
}

/**
 * What the question is about.
 * @param {CaveTold} told
 * @param {Asked} asked
 */
function matter(told, asked) {
  const seat = asked.seats[0] ?? -1;
  switch (asked.kind) {
    case "start_action": return start(told, seat);
    case "first_step":
    case "branch": return html`<p class="matter">${sign("step")} ${nameOf(told, "steps")}: <b>${asked.about.left}</b></p>${walks(told)}`;
    case "engage": return engage(told, seat, asked.about.others);
    case "before_explore":
    case "split_draw": return explore(told, asked.about);
    case "before_fight":
    case "second_wind": return fight(told, asked);
    case "trials": return trials(told, seat);
    case "counterspell": return html`<p class="matter">${who(told, asked.about.caster)} → ${chip(told, asked.about.spell)}
      ${asked.about.target === null ? nothing : html`→ ${who(told, asked.about.target)}`}${asked.about.deck === null ? nothing
        : html`→ ${told.term(asked.about.deck)}`}</p>
      <p class="text">${ruleOf(told, asked.about.spell)}</p>`;
    case "victor_reward": return html`<p class="matter">${sign("trophy")} ${who(told, seat)} ${sign(asked.about.by)} &gt;
      ${who(told, asked.about.loser)}</p>`;
    case "pickpocket_take": return html`<p class="matter">${who(told, asked.about.victim)}</p>`;
    case "prayer": return html`<p class="matter">${die(asked.about.face)}</p>`;
    case "choose": return source(told, asked.about.source);
    case "pay": return html`${source(told, asked.about.source)}<p class="matter">${sign("gold")}
      ${of(asked.about.price, asked.about.gold)}</p>`;
    case "discard_cards": return html`${source(told,
      asked.about.source)}<p class="matter">${sign(asked.about.what)}${told.term(asked.about.what)} <b>${asked.about.left}</b></p>`;
    case "take": return face(told, asked.about.card);
    case "drop_excess": return html`<p class="matter">${sign("object")}${told.term("object")} <b>−${asked.about.excess}</b> →
      ${asked.about.limit}</p>`;
    case "discard_spell": return html`<p class="matter">${sign("spell")}${told.term("spell")} <b>−${asked.about.excess}</b> →
      ${asked.about.limit}</p>`;
    case "eye": return html`<p class="matter">${told.term(asked.about.deck)} <b>${asked.about.count}</b></p>`;
    case "use_map": return html`<p class="matter">${sign("crystal")} ? <b>${asked.about.area}</b></p>`;
    default: return nothing;
  }
}

/**
 * The ways to the place that is chosen, where there is more than one: a tile each, with the areas that not all of them cross.
 * @param {CaveTold} told
 */
function walks(told) {
  const found = ways(told), isShared = (/** @type {string} */ area) => found.every((way) => areasOf(way).includes(area));
  return found.length < 2 ? nothing : html`<div class="tiles ways" dir="ltr">${found.map((way) => html`<span class="tile may"
    @click=${() => told.select(way)}>${areasOf(way).filter((area) => !isShared(area)).join(" → ")}</span>`)}</div>`;
}

/**
 * At the start of a turn: the gates beside one, and the trials, as far as a move of one's own leads there.
 * @param {CaveTold} told
 * @param {number} seat
 */
function start(told, seat) {
  const area = told.view.state.adventurers[seat]?.area;
  const { gates } = told.content.board;
  const shut = gates.filter(({ id, edge }) => edge.includes(area ?? "") && !told.view.state.gates_open.includes(id));
  return html`${shut.map((gate) => html`<div class="matter">${sign("gate")}${told.term("gate")} <b>${gate.id}</b></div>
      ${totalsOf(told, seat, "gate")
        .map(([, addends, total]) =>
          html`<div class="matter" dir="ltr">${sumOf(told, addends, total)}<span
            class="versus">≥</span>${die(null)}${die(null)}</div>`)}`)}
    ${told.view.state.crystal_area === area && area !== null ? trials(told, seat) : nothing}`;
}

/**
 * The totals of a kind, by strength and by power.
 * @param {CaveTold} told
 * @param {number} seat
 * @param {string} kind
 * @returns {[string, readonly Addend[], number][]}
 */
function totalsOf(told, seat, kind) {
  const totals = told.view.state.adventurers[seat]?.totals ?? [];
  return totals.filter((one) => one.kind === kind).map(({ stat, addends, total }) => [stat, addends, total]);
}

/**
 * The others on the area, and what one would fight them with.
 * @param {CaveTold} told
 * @param {number} seat
 * @param {readonly number[]} others
 */
function engage(told, seat, others) {
  const side = (/** @type {number} */ one) =>
    html`${who(told, one)}${[...totalsOf(told, one, "fight"), ...totalsOf(told, one, "psychic_duel")]
      .map(([, addends, total]) => html`<span>${sumOf(told, addends, total, 1)}</span>`)}`;
  return html`${others.map((other) =>
    html`<div class="fight"><div class="side">${side(seat)}</div><span class="versus">:</span><div
      class="side">${side(other)}</div></div>`)}`;
}

/**
 * @param {CaveTold} told
 * @param {{ area: string, draw: number, lying: number }} about
 */
function explore(told, { area, draw, lying }) {
  const cards = told.view.state.areas[area]?.lying ?? [];
  return html`<p class="matter"><b>${area}</b> ${Array.from({ length: draw }, () => html`<span class="back"></span>`)}
    ${lying > 0 ? cards.map((card) => chip(told, card)) : nothing}</p>`;
}

/**
 * A fight before the dice: both sides with all they count.
 * @param {CaveTold} told
 * @param {AskedOfFight} asked
 */
function fight(told, asked) {
  const { opponent, by, total, addends, enemy_total: otherTotal, enemy_addends: others } = asked.about;
  const enemy = opponent !== null ? who(told, opponent) : nothing;
  const { looks, tap } = tapOn(told, { type: "fight" });
  return html`<div class="fight"><div class="side">${who(told, asked.seats[0] ?? -1)}${sumOf(told, addends, total, 1)}</div>
    <span class="versus">${sign(by)}</span><div class="side ${looks}"
      @click=${tap}>${enemy}${sumOf(told, others, otherTotal, 1)}</div></div>`;
}

/** So many moves stand open below the picture on a phone; of more the panel shows one line. */
const FEW = 3;

/** Moves that no place, card or person on the table stands for. */
const ACTS = new Set(["roll", "cure", "dark_pact", "explore", "go_on", "split_draw", "evade", "pass", "again", "accept", "keep",
  "reroll", "decline", "leave", "roll_kind", "attempt", "trials_again"]);

/**
 * A tile for each of them, where the panel shows no buttons.
 * @param {CaveTold} told
 */
export function acts(told) {
  const answers = told.legal.filter(({ type }) => !isAside(type));
  const moves = answers.length > FEW ? answers.filter(({ type }) => ACTS.has(type)) : [];
  return moves.length === 0 ? nothing : html`<div class="tiles acts">${moves.map((move) => {
    const { label: _label, text: _text, prompt: _prompt, ...part } = move;
    return html`<span class="tile may ${has(told.chosen, part) ? "chosen" : ""}" @click=${() => told.select(part)}>${
      move.type.includes("roll") ? die(null) : nothing}<span>${told.say(move.label)}</span></span>`;
  })}</div>`;
}

/**
 * A tile for each character that may be picked: nothing else on the table stands for them.
 * @param {CaveTold} told
 */
function tiles(told) {
  const moves = fits(told.legal, { type: "pick_character" });
  return moves.length === 0 ? nothing : html`<div class="tiles">${moves.map((move) => tile(told, move))}</div>`;
}

/**
 * @param {CaveTold} told
 * @param {Move} move
 */
function tile(told, move) {
  const { label: _label, text: _text, prompt: _prompt, ...part } = move;
  const looks = has(told.chosen, part) ? "chosen" : "";
  return html`<span class="tile may ${looks}" @click=${() => told.select(part)}>
    ${sign("friend")}<span>${told.say(move.label)}${character(told, move)}</span></span>`;
}

/**
 * What one would be: the character's own numbers and abilities.
 * @param {CaveTold} told
 * @param {Move} move
 */
function character(told, move) {
  const one = told.content.characters.find(({ id }) => id === move.character);
  return one ? html`<br><small>${sign("strength")} ${one.strength} ${sign("power")} ${one.power} ${sign("gold")} ${one.gold}
    · ${told.term(one.alignment)} · ${one.abilities.map(told.term).join(", ")}</small>` : nothing;
}
