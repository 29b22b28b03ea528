/**
 * The sheet of each seat: what the adventurer is and has, what fights and tests would count, what the turn has used up.
 *
 * @typedef {import("./types.js").CaveTold} CaveTold
 * @typedef {import("./types.js").Adventurer} Adventurer
 * @typedef {import("./types.js").Addend} Addend
 * @typedef {import("./types.js").Person} Person
 * @typedef {import("./types.js").News} News
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { backs, cardOf, chip } from "./cards.js";
import { of, sign } from "./signs.js";
import { nameOf, sumOf } from "./sums.js";
import { NONE, tapOfSet, tapOn } from "./taps.js";
import { direction, words } from "../../words.js";

/**
 * @param {CaveTold} told
 * @param {News} news
 */
export const sheets = (told, news) => html`<div class="sheets">
  ${told.view.state.adventurers.map((one) => sheet(told, news, one))}</div>`;

/**
 * @param {CaveTold} told
 * @param {News} news
 * @param {Adventurer} one
 */
function sheet(told, news, one) {
  const person = told.seats[one.seat];
  if (!person) return nothing;
  const looks = `${person.isMe ? "mine" : ""} ${told.view.state.turn === one.seat ? "turn" : ""} ${one.out ? "out" : ""}`;
  return html`<section class="hero ${looks}" dir=${direction(told.language)}>
    ${head(told, one, person)}
    ${one.character === null ? nothing
      : html`${stats(told, news, one)}<div class="rows">${belongings(told, news, one)}${spells(told, news, one)}
      ${trophies(told, news, one)}</div>${penalties(told, news, one)}${totals(told, one)}${turnSoFar(told, one)}`}
  </section>`;
}

/**
 * @param {CaveTold} told
 * @param {Adventurer} one
 * @param {Person} person
 */
function head(told, one, person) {
  const { looks, tap } = one.seat === told.me ? NONE : tapOn(told, { target: one.seat });
  const character = told.content.characters.find(({ id }) => id === one.character);
  const has = told.view.state.crystal.owner === one.seat;
  return html`<h3 class=${looks} @click=${tap}>
    <span class="who"><svg class="person" viewBox="0 0 24 24"><path d=${person.sign}
      fill=${person.colour}></path></svg><bdi>${person.name}</bdi></span>${has ? sign("crystal") : nothing}<i
      class="awaited ${person.isAsked ? "" : "not"}"></i>
    ${one.character === null ? nothing : html`<small data-about=${`seat:${one.seat}`}>
      ${told.term(one.character)}${character ? html`, ${told.term(character.alignment)}` : nothing} · <b>${one.area}</b></small>`}
    ${one.character === null && one.out ? html`<small>✗</small>` : nothing}</h3>
    ${character ? html`<p class="abilities">${character.abilities.map((ability) => shownAbility(told, one, ability))}</p>` : nothing}`;
}

/** The moves that use an ability, by its id. */
const USES = /** @type {Record<string, string>} */ ({ dark_pact: "dark_pact", second_wind: "again", prayer: "reroll" });

/**
 * An ability; struck through when the turn has used it up.
 * @param {CaveTold} told
 * @param {Adventurer} one
 * @param {string} id
 */
function shownAbility(told, one, id) {
  const { looks, tap } = one.seat === told.me ? tapOn(told, { ability: id }, { type: USES[id] ?? "" }) : NONE;
  const turn = told.view.state.turn === one.seat ? told.view.state.turn_so_far : null;
  const used = (id === "dark_pact" && turn?.dark_pact) || (id === "second_wind" && turn?.second_wind);
  return html`<span class="ability ${looks} ${used ? "used" : ""}" data-about=${id}
    @click=${tap}>${told.term(id)}</span>`;
}

/**
 * @param {CaveTold} told
 * @param {News} news
 * @param {Adventurer} one
 */
function stats(told, news, one) {
  const stat = (/** @type {string} */ id, /** @type {unknown} */ value) =>
    html`<span class="stat ${id} ${news.gains.has(`${one.seat} ${id}`) ? "new" : ""}" data-about=${id}>${sign(id)}${value}</span>`;
  const both = (/** @type {number | null} */ own, /** @type {number | null} */ total) =>
    html`<span dir="ltr"><b>${total}</b>${own === total ? nothing : html`<small>(${own})</small>`}</span>`;
  return html`<p class="stats">${stat("strength", both(one.strength, one.total_strength))}${stat("power", both(one.power, one.total_power))}
    ${stat("endurance", of(one.endurance, one.healing_cap))}${stat("gold", html`<b>${one.gold}</b>`)}</p>`;
}

/**
 * @param {CaveTold} told
 * @param {News} news
 * @param {Adventurer} one
 */
function belongings(told, news, one) {
  const { objects, friends } = one;
  return html`${row(told, "object", of(objects?.length ?? 0, one.object_limit),
    (objects ?? []).map((card, at) => owned(told, news, one, card, objects ?? [], at)))}
    ${row(told, "friend", null, (friends ?? []).map((card, at) => owned(told, news, one, card, friends ?? [], at)))}`;
}

/**
 * What one may do with a belonging: drop it, leave it for another, give it up; or take it from a loser.
 * @param {CaveTold} told
 * @param {News} news
 * @param {Adventurer} one
 * @param {string} card
 * @param {readonly string[]} cards
 * @param {number} at
 */
function owned(told, news, one, card, cards, at) {
  const fresh = news.gains.has(`${one.seat} ${card}`) ? "new" : "";
  const mine = one.seat === told.me;
  const excess = mine ? tapOfSet(told, "drop_excess", cards, at) : NONE;
  if (excess.looks) return chip(told, card, excess, fresh);
  return chip(told, card, mine ? tapOn(told, { leaving: card }, { card }) : tapOn(told, { prize: card }), fresh);
}

/**
 * Spells lie face down: their number, and one's own names.
 * @param {CaveTold} told
 * @param {News} news
 * @param {Adventurer} one
 */
function spells(told, news, one) {
  const own = one.seat === told.me ? told.view.state.your_spells : [];
  const fresh = news.gains.has(`${one.seat} spells`) ? "new" : "";
  const cards = own.map((card) => chip(told, card, tapOn(told, { spell: card }, ...answers(told, card)), fresh));
  return row(told, "spell", of(one.spell_count, one.spell_limit), [cards, backs((one.spell_count ?? 0) - own.length)]);
}

/**
 * The answer to a spell in the air names no card.
 * @param {CaveTold} told
 * @param {string} card
 */
const answers = (told, card) => (cardOf(told, card)?.when === "reaction" ? [{ type: "cancel" }] : []);

/**
 * @param {CaveTold} told
 * @param {News} news
 * @param {Adventurer} one
 */
function trophies(told, news, one) {
  const cards = one.trophies ?? [];
  const points = cards.reduce((sum, card) => sum + (cardOf(told, card)?.value ?? 0), 0);
  const { trophy_points: per, cave_cards_for_power: perPower } = told.content.numbers;
  const mine = one.seat === told.me;
  const won = cards.map((card, at) => chip(told, card, mine ? tapOfSet(told, "exchange_trophies", cards, at) : undefined,
    news.gains.has(`${one.seat} ${card}`) ? "new" : ""));
  return html`${row(told, "trophy", html`${of(points, per)}${sign("strength")}`, won)}
    ${row(told, "cave", html`${of(one.cave_cards, perPower)}${sign("power")}`, [])}`;
}

/**
 * A line of the sheet; none where there is nothing to tell.
 * @param {CaveTold} told
 * @param {string} id
 * @param {unknown} count
 * @param {unknown[]} things
 */
function row(told, id, count, things) {
  if (count === null && things.length === 0) return nothing;
  return html`<p class="owns"><span class="label" data-about=${id === "cave" ? "cave_cards" : id}>${sign(id === "cave" ? "place"
    : id)}${told.term(id)}
    ${count ?? nothing}</span>${things}</p>`;
}

/**
 * @param {CaveTold} told
 * @param {News} news
 * @param {Adventurer} one
 */
function penalties(told, news, one) {
  const counts = { ...one.penalties, next_test_bonus: one.next_test_bonus ?? 0 };
  const due = Object.entries(counts).filter(([_id, count]) => count > 0);
  return due.length === 0 ? nothing : html`<p class="owns">${due.map(([id, count]) =>
    html`<span class="penalty ${news.gains.has(`${one.seat} ${id}`) ? "new" : ""}" data-about=${id}>${sign(id)}${nameOf(told, id)}
      <b>${count}</b></span>`)}</p>`;
}

/** The kinds of sums by the words for them. */
const KINDS = /** @type {Record<string, string>} */ ({ fight: "fight_word", monster_fight: "monster", psychic_duel: "adventurer" });

/**
 * What fights, gates, trials and tests would count, with every addend; those alike in one line.
 * @param {CaveTold} told
 * @param {Adventurer} one
 */
function totals(told, one) {
  /** @type {Map<string, { kinds: string[], total: number, addends: readonly Addend[] }>} */
  const lines = new Map();
  for (const { kind, total, addends } of one.totals ?? []) {
    const key = JSON.stringify(addends);
    const line = lines.get(key) ?? { kinds: [], total, addends };
    lines.set(key, { ...line, kinds: [...line.kinds, nameOf(told, KINDS[kind] ?? kind)] });
  }
  const longer = [...lines.values()].filter(({ addends }) => addends.length > 1);
  return longer.length === 0 ? nothing : html`<div class="totals">${longer.map(({ kinds, total, addends }) =>
    html`<p><small>${kinds.join(", ")}</small>${sumOf(told, addends, total)}</p>`)}</div>`;
}

/**
 * What the turn has used up, on the sheet of the one whose turn it is.
 * @param {CaveTold} told
 * @param {Adventurer} one
 */
function turnSoFar(told, one) {
  const { turn, turn_so_far: used } = told.view.state;
  if (turn === null || !used) return nothing;
  const said = words(told.language).cave;
  const cast = used.spells_cast[one.seat] ?? 0;
  const spellsCast = cast ? html`<span class="penalty">${sign("spell")}${said.cast} ${of(cast, used.spells_held[one.seat])}</span>`
    : nothing;
  if (turn !== one.seat) return cast ? html`<p class="owns used-up">${spellsCast}</p>` : nothing;
  const { path, left, carried, opened } = used;
  if (!cast && path.length === 0 && left.length === 0 && !carried && !opened) return nothing;
  return html`<p class="owns used-up">
    ${path.length ? html`<span class="penalty" dir="ltr">${sign("step")}${path.join(" → ")}</span>` : nothing}
    ${left.length ? html`<span class="penalty">${said.left}:</span>${left.map((card) => chip(told, card))}` : nothing}
    ${carried ? html`<span class="penalty">${sign("carried")}${said.carried} <b>${carried}</b></span>` : nothing}
    ${opened ? html`<span class="penalty">${sign("gate")}${told.term("gate")} <b>${opened}</b></span>` : nothing}
    ${spellsCast}</p>`;
}
