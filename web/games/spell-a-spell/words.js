/**
 * Spell-a-Spell in words: hands and scores, the spell that stands and over whom, the words of the run.
 *
 * @typedef {import("../picture.js").Told<"spell-a-spell">} Told
 */
import { apart, everybody, filledOnes, is, nameAt, plainOf, said } from "../headed.js";
import { cardOf } from "./laying.js";

/** @type {import("../picture.js").Wording<"spell-a-spell">} */
export const wording = (told) => {
  const { term, me, seats, view: { state } } = told, plain = plainOf(told), count = seats.length;
  const beside = me === null ? [] : [(me + count - 1) % count, (me + 1) % count];
  return filledOnes([
    ...everybody(told, (seat) => player(told, seat)),
    { heading: plain.neighbours, lines: [...new Set(beside)].map((seat) => nameAt(told, seat)) },
    { heading: plain.board, lines: [
      is(term("run"), `${state.run}/${state.runs}`), state.turn !== null ? is(term("turn"), nameAt(told, state.turn)) : "",
      state.spell ? said(is(term("spell"), apart(state.spell.word)), is(term("target"), nameAt(told, state.spell.on))) : "",
      state.snowball ? is(term("snowball"), nameAt(told, state.snowball.target)) : "",
      state.proposed ? is(plain.proposed, apart(state.proposed.word)) : "", state.your_vote ? term(state.your_vote) : "",
      is(term("deck"), state.deck_size),
      is(term("discard"), Object.entries(state.discard).map(([effect, number]) => `${term(effect)} ${number}`).join(", ")),
    ] },
    { heading: plain.words, lines: [...state.words].reverse().map(({ seat, word }) => is(nameAt(told, seat), apart(word))) },
  ]);
};

/** @param {Told} told @param {number} seat */
function player(told, seat) {
  const { term, view: { state } } = told, plain = plainOf(told), one = state.players[seat];
  if (!one) return "";
  const hand = (one.hand ?? []).map((id) => {
    const { kind, face } = cardOf(told, id);
    return kind === "letter" || kind === "unknown" ? face : term(face);
  });
  return said(is(term("hand"), one.hand_size), hand.length > 0 && apart(hand.join(", ")), is(plain.score, one.score),
    one.bewitched && term("bewitched"), one.resigned && plain.gone, state.outcome?.winners.includes(seat) && plain.won);
}
