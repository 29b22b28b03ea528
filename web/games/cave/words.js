/**
 * Cave in words: every adventurer's sheet, where the ways lead from here, what lies where, the decks and the gates.
 *
 * @typedef {import("./types.js").CaveTold} CaveTold
 */
import { apart, everybody, filledOnes, is, nameAt, plainOf, said } from "../headed.js";
import { nameOf } from "./sums.js";

/** @type {import("../picture.js").Wording<"cave">} */
export const wording = (told) => {
  const { me, term, view: { state } } = told, plain = plainOf(told);
  return filledOnes([
    ...everybody(told, (seat) => adventurer(told, seat)),
    { heading: plain.neighbours, lines: waysOf(told, state.adventurers[me ?? -1]?.area ?? null) },
    { heading: plain.lying, lines: Object.keys(state.areas).map((area) => is(areaOf(told, area), lyingOn(told, area))) },
    { heading: plain.board, lines: [
      is(term("round"), state.max_rounds ? `${state.round}/${state.max_rounds}` : state.round),
      state.turn === null ? "" : is(term("turn"), nameAt(told, state.turn)),
      is(term("crystal"), state.crystal.owner !== null ? nameAt(told, state.crystal.owner)
        : areaOf(told, state.crystal.area ?? state.crystal_area) || "?"),
      is(plain.cast_now, named(told, state.being_cast === null ? [] : [state.being_cast])),
      is(plain.gates_open, state.gates_open.join(", ")),
      ...Object.entries(state.stacks).map(([deck, count]) => said(is(term(deck), count),
        is(plain.discarded, named(told, (state.discards[deck] ?? []).slice(-1))),
        is(plain.seen, (state.you_have_seen[deck] ?? []).map((card) => (card === null ? "?" : term(card))).join(", ")))),
    ] },
  ]);
};

/** An area as the map writes it and by its name. @param {CaveTold} told @param {string | null} id */
function areaOf(told, id) {
  return id === null ? "" : told.term(id) === id ? id : `${id} ${told.term(id)}`;
}

/** @param {CaveTold} told @param {readonly string[] | null | undefined} cards */
const named = ({ term }, cards) => (cards ?? []).map((card) => apart(term(card))).join(", ");

/** @param {CaveTold} told @param {string} area */
function lyingOn(told, area) {
  const { lying, gold } = told.view.state.areas[area] ?? { lying: [], gold: 0 };
  return said(named(told, lying), gold ? is(told.term("gold"), gold) : "");
}

/** Each way from an area with whoever stands there and what lies there. @param {CaveTold} told @param {string | null} from */
function waysOf(told, from) {
  const { content: { board }, view: { state } } = told;
  const exits = board.areas.find(({ id }) => id === from)?.exits ?? [];
  return exits.map((area) => said(areaOf(told, area),
    state.adventurers.filter((one) => one.area === area).map(({ seat }) => nameAt(told, seat)).join(", "), lyingOn(told, area)));
}

/** @param {CaveTold} told @param {number} seat */
function adventurer(told, seat) {
  const { term, me, view: { state } } = told, plain = plainOf(told), one = state.adventurers[seat];
  if (!one) return "";
  if (one.character === null) return said(one.out && plain.gone, is(plain.place, areaOf(told, one.area)));
  const spells = seat === me ? named(told, state.your_spells) : "";
  return said(apart(term(one.character)), one.out && plain.gone, is(plain.place, areaOf(told, one.area)),
    is(term("strength"), one.total_strength), is(term("power"), one.total_power),
    is(term("endurance"), `${one.endurance}/${one.healing_cap}`), is(term("gold"), one.gold),
    is(term("object"), named(told, one.objects)), is(term("friend"), named(told, one.friends)),
    one.spell_count !== null && said(is(term("spell"), `${one.spell_count}/${one.spell_limit}`), spells),
    is(term("trophy"), named(told, one.trophies)),
    ...Object.entries(one.penalties ?? {}).map(([penalty, count]) => (count ? is(nameOf(told, penalty), count) : "")),
    state.crystal.owner === seat && term("crystal"), state.outcome?.winners.includes(seat) && plain.won);
}
