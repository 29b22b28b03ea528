/**
 * Rock Paper Wizard in words: who stands where with how much gold, who points at whom, the spell book.
 *
 * @typedef {import("../picture.js").Told<"rock-paper-wizard">} Told
 */
import { everybody, filledOnes, is, nameAt, plainOf, said } from "../headed.js";

/** @type {import("../picture.js").Wording<"rock-paper-wizard">} */
export const wording = (told) => {
  const { term, content, me, seats, view: { state } } = told, plain = plainOf(told), count = seats.length;
  const beside = me === null ? [] : [(me + count - 1) % count, (me + 1) % count];
  return filledOnes([
    ...everybody(told, (seat) => wizard(told, seat)),
    { heading: plain.neighbours, lines: [...new Set(beside)].map((seat) => nameAt(told, seat)) },
    { heading: plain.board, lines: [
      said(is(term("round"), state.round), state.step in content.terms ? term(state.step) : ""),
      is(term("first_player"), nameAt(told, state.first_player)),
      is(term("start"), content.board.start),
      is(term("exit_area"), content.board.exit_area.join("–")), is(term("treasure_area"), content.board.treasure_area.join("–")),
      is(term("deck"), state.deck_size), is(term("discard"), state.discard.map(term).join(", ")),
    ] },
    { heading: term("book"), lines: state.book.map((id) => {
      const card = content.cards.find((one) => one.id === id);
      return card ? is(told.inWords(card.names), told.inWords(card.text)) : id;
    }) },
  ]);
};

/** @param {Told} told @param {number} seat */
function wizard(told, seat) {
  const { term, me, view: { state } } = told, plain = plainOf(told), one = state.wizards[seat], pointed = state.gestures[seat];
  if (!one) return "";
  const choice = seat === me ? state.your_choice : null, choiceAt = choice && "target" in choice ? choice.target : null;
  return said(is(term("wizard"), term(one.wizard)), is(plain.place, one.pos), is(term("gold"), one.gold),
    one.resigned && plain.gone, one.ready && plain.ready,
    choice && is(term("spell"), term(choice.spell)), typeof choiceAt === "number" && is(term("target"), nameAt(told, choiceAt)),
    pointed && pointed.state !== "none" && said(is(term("gesture"), pointed.card ? term(pointed.card) : term("wild_card")),
      pointed.aim !== null && is(term("target"), nameAt(told, pointed.aim)), pointed.state === "cancelled" && plain.cancelled),
    state.outcome?.winners.includes(seat) && plain.won);
}
