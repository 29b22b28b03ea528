// Version 1 of the rules of Rock Paper Wizard (docs/format-rock-paper-wizard.md).
import { hasFields, isCount, isFields, isText, type Fields, type Json } from "../claims.js";
import type { Chance } from "../chance.js";
import type { Decided, Outcome, Question, Rules } from "../judging.js";
import { clockwise, liveGesture, missing, nextOf, Play, poorerThan, poorestOf, stillIn, wizardOf, type Board, type Gesture } from "./board.js";
import { CARDS } from "./cards.js";
import { cancelGesture, carryOut, pay, tellReceiver, type Spell } from "./steps.js";

const MOST_ROUNDS = 1_000_000;
const MOST_SLOTS = 5;
const MOST_OF_A_COLOUR = 2;
const GOAL = 25;
const MOST_IDLE = 3;
const HIGHEST_SEAT = 5;

const colourOf = (card: string): string => CARDS.get(card)?.colour as string;

async function fillSlot(play: Play, isSetUp: boolean): Promise<void> {
  const { board } = play;
  for (;;) {
    const [card, draws] = await play.drawCard(), colour = colourOf(card);
    if (board.book.filter((one) => colourOf(one) === colour).length < MOST_OF_A_COLOUR) {
      play.tell("card_placed", isSetUp ? ["RPW-12", "RPW-14"] : ["RPW-59"], { card }, { draws });
      board.book.unshift(card);
      return;
    }
    play.tell("card_rejected", isSetUp ? ["RPW-13", "RPW-14"] : ["RPW-60"], { card, colour }, { draws });
    board.discard.push(card);
  }
}

function beginRound(play: Play): void {
  const { board } = play;
  board.round += 1;
  board.questions += 1;
  board.gestures = board.wizards.map(() => null);
  board.phase = { is: "learning", answers: board.wizards.map(() => null) };
  play.tell("round_begun", ["RPW-17", "RPW-18"], { round: board.round });
}

async function setUp(options: Fields, seats: number, chance: Chance): Promise<Decided<Board>> {
  const maxRounds = options["max_rounds"] as number;
  const wizards = Array.from({ length: seats }, () => ({ pos: 5, gold: 3, resigned: false }));
  const none = { discard: [], book: [], gestures: [], firstPlayer: 0, round: 0, questions: 0, idleRounds: 0 };
  const play = new Play({ maxRounds, wizards, deck: [...CARDS.keys()], ...none, phase: { is: "setting up" } }, chance);
  play.tell("lair_prepared", ["RPW-3", "RPW-7", "RPW-8", "RPW-16"], { seats, max_rounds: maxRounds });
  for (let slot = 0; slot < Math.min(seats, MOST_SLOTS); slot++) await fillSlot(play, true);
  const [first, draws] = await play.below(seats);
  play.board.firstPlayer = first;
  play.tell("first_player_drawn", ["RPW-15"], { first_player: first }, { draws });
  beginRound(play);
  return { facts: play.facts, state: play.board };
}

/** Once nobody is waited for: all gestures are shown, equal ones on each other go wild, and all are resolved. */
async function revealIfReady(play: Play): Promise<void> {
  const { board } = play, { phase } = board;
  if (phase.is !== "learning" || missing(board).length > 0) return;
  const shown = phase.answers.map((answer) => answer?.choice ?? null);
  play.tell("gestures_revealed", ["RPW-24"], { gestures: shown as Json });
  board.gestures = shown.map((one): Gesture | null => one && { card: one.spell, aim: one.target, wild: false, state: "pointing" });
  board.phase = { is: "resolving" };
  await goWild(play);
  await resolve(play);
}

async function goWild(play: Play): Promise<void> {
  const { board } = play, wild = new Set<number>();
  for (const [seat, gesture] of board.gestures.entries()) {
    if (gesture === null || gesture.aim <= seat) continue;
    const other = board.gestures[gesture.aim] ?? null;
    if (other === null || other.aim !== seat || other.card !== gesture.card) continue;
    play.tell("wild_pair_formed", ["RPW-26", "RPW-27"], { seats: [seat, gesture.aim], spell: gesture.card });
    wild.add(seat).add(gesture.aim);
  }
  for (const seat of clockwise(board, board.firstPlayer)) {
    if (!wild.has(seat)) continue;
    const [card, draws] = await play.drawCard();
    play.tell("wild_card_drawn", ["RPW-26", "RPW-28", "RPW-29"], {}, { seat, draws, sealed: [[], { card }] });
    board.gestures[seat] = { ...(board.gestures[seat] as Gesture), card, wild: true };
  }
}

async function resolve(play: Play): Promise<void> {
  const { board } = play;
  for (;;) {
    const caster = clockwise(board, board.firstPlayer).find((seat) => liveGesture(board, seat));
    if (caster === undefined) return score(play);
    const { card, aim, wild } = liveGesture(board, caster) as Gesture;
    play.tell("spell_begun", ["RPW-30", "RPW-31", ...(wild ? ["RPW-46"] : [])], { card, aim, wild }, { seat: caster });
    board.gestures[caster] = { card, aim, wild, state: "released" };
    for (const step of CARDS.get(card)?.steps ?? []) await carryOut(play, { caster, target: aim, card }, step);
    // Another function has changed it.
    if ((board.phase as { is: string }).is === "choosing") return;
    endSpell(play, caster);
  }
}

function endSpell(play: Play, caster: number): void {
  const { card, wild } = play.board.gestures[caster] as Gesture;
  if (!wild) return;
  play.tell("wild_card_discarded", ["RPW-46"], { card }, { seat: caster });
  play.board.discard.push(card);
}

/** The receiver gets the gold that was asked about, and the round goes on. */
async function handOver(play: Play, receiver: number, forResigned: boolean): Promise<void> {
  const { board } = play;
  if (board.phase.is !== "choosing") throw new Error("no receiver is asked for");
  const { caster, chooser, amount } = board.phase, { card, aim } = board.gestures[caster] as Gesture;
  const spell: Spell = { caster, target: aim, card };
  tellReceiver(play, chooser, receiver, forResigned);
  board.phase = { is: "resolving" };
  pay(play, spell, "give_chosen_poorer", [receiver], amount, ["RPW-38"]);
  endSpell(play, caster);
  await resolve(play);
}

/** The places: seats still in by gold, then those that have resigned. */
function rankingOf({ wizards }: Board): number[][] {
  const places = new Map<number, number[]>();
  for (const [seat, { gold, resigned }] of wizards.entries()) {
    const place = resigned ? gold - 1e9 : gold;
    places.set(place, [...(places.get(place) ?? []), seat]);
  }
  return [...places].sort(([one], [other]) => other - one).map(([, seats]) => seats);
}

async function score(play: Play): Promise<void> {
  const { board } = play;
  const [highest, second] = [...new Set(board.wizards.map(({ pos }) => pos))].sort((one, other) => other - one);
  const amounts = board.wizards.map(({ pos }) => (pos === highest ? 5 : pos === second ? 3 : 0));
  play.tell("gold_scored", ["RPW-51", "RPW-52", ...(amounts.includes(3) ? [] : ["RPW-53"])], { amounts });
  for (const [seat, amount] of amounts.entries()) wizardOf(board, seat).gold += amount;
  const isIdle = stillIn(board).every((seat) => board.gestures[seat] === null);
  board.idleRounds = isIdle ? board.idleRounds + 1 : 0;
  const { result, winners, rules } = verdict(board);
  play.tell("win_checked", rules, { result, winners, idle_rounds: board.idleRounds });
  if (result === "play_on") return refresh(play);
  board.phase = { is: "over", reason: result, winners };
}

function verdict(board: Board): { result: string; winners: number[]; rules: string[] } {
  const lead = rankingOf(board)[0] as number[], isRich = wizardOf(board, lead[0] as number).gold >= GOAL;
  if (isRich && lead.length === 1) return { result: "goal", winners: lead, rules: ["RPW-54"] };
  const ended = isRich ? ["RPW-54", "RPW-55", "RPW-67"] : ["RPW-54", "RPW-67"];
  if (board.idleRounds >= MOST_IDLE) return { result: "abandoned", winners: [], rules: ended };
  if (board.maxRounds > 0 && board.round >= board.maxRounds) return { result: "round_limit", winners: lead, rules: ended };
  return { result: "play_on", winners: [], rules: ["RPW-54", isRich ? "RPW-55" : "RPW-56"] };
}

async function refresh(play: Play): Promise<void> {
  const { board } = play;
  for (const [seat, wizard] of board.wizards.entries()) {
    const { pos: before } = wizard, after = before <= 2 ? 3 : before >= 8 ? 7 : before;
    if (after === before) continue;
    play.tell("wizard_reentered", ["RPW-57"], { wizard: seat, before, after });
    wizard.pos = after;
  }
  const retired = board.book.pop() as string;
  play.tell("book_card_retired", ["RPW-58"], { card: retired });
  board.discard.push(retired);
  await fillSlot(play, false);
  board.firstPlayer = nextOf(board, board.firstPlayer);
  play.tell("marker_passed", ["RPW-62"], { first_player: board.firstPlayer });
  beginRound(play);
}

async function resign(play: Play, seat: number): Promise<void> {
  const { board } = play, { phase } = board;
  play.tell("seat_resigned", ["RPW-65"], {}, { seat });
  wizardOf(board, seat).resigned = true;
  if (phase.is === "learning") phase.answers[seat] = null;
  const [left, ...others] = stillIn(board);
  if (left !== undefined && others.length === 0) {
    play.tell("last_seat_remained", ["RPW-66"], { winner: left });
    board.phase = { is: "over", reason: "last_seat", winners: [left] };
  } else if (phase.is === "choosing") {
    cancelGesture(play, seat, seat, ["RPW-65", "RPW-44"]);
    if (phase.chooser === seat) await handOver(play, poorestOf(board, poorerThan(board, seat)), true);
  } else {
    await revealIfReady(play);
  }
}

async function decide(state: Board, seat: number, move: Fields, chance: Chance): Promise<Decided<Board> | string> {
  const play = new Play(structuredClone(state), chance), { board } = play, { phase } = board;
  if (phase.is === "over") return "the match is over";
  if (!stillIn(board).includes(seat)) return "the seat is not in play";
  const why = await made(play, seat, move);
  return why ?? { facts: play.facts, state: board };
}

/** Carry out a move; why it is refused, if it is. */
async function made(play: Play, seat: number, move: Fields): Promise<string | undefined> {
  const { board } = play, { phase } = board;
  switch (move["type"]) {
    case "choose_spell": {
      const { spell, target } = move as unknown as { spell: string; target: number };
      if (phase.is !== "learning" || phase.answers[seat] !== null) return "no spell is wanted of the seat";
      if (!board.book.includes(spell)) return "the spell is not in the book";
      if (target === seat || target >= board.wizards.length) return "the target is not another wizard";
      phase.answers[seat] = { choice: { spell, target } };
      play.tell("choice_made", ["RPW-18", "RPW-21", "RPW-22"], {}, { seat, sealed: [[seat], { spell, target }] });
      await revealIfReady(play);
      return undefined;
    }
    case "cast_nothing":
      if (phase.is !== "learning" || phase.answers[seat] !== null) return "no spell is wanted of the seat";
      phase.answers[seat] = { choice: null };
      play.tell("choice_defaulted", ["RPW-23"], {}, { seat });
      await revealIfReady(play);
      return undefined;
    case "choose_receiver": {
      const receiver = move["receiver"] as number;
      if (phase.is !== "choosing" || phase.chooser !== seat) return "no receiver is wanted of the seat";
      if (!poorerThan(board, seat).includes(receiver)) return "the receiver is not poorer";
      await handOver(play, receiver, false);
      return undefined;
    }
    case "resign":
      await resign(play, seat);
      return undefined;
    default:
      return "there is no such move";
  }
}

function questions(board: Board): ReadonlyMap<number, Question> {
  const { phase } = board, id = (seat: number): string => `p${board.questions}.${seat}`;
  if (phase.is === "choosing") {
    const { chooser } = phase, legal = poorerThan(board, chooser).map((receiver) => ({ type: "choose_receiver", receiver }));
    return new Map([[chooser, { id: id(chooser), optional: false, legal }]]);
  }
  return new Map(missing(board).map((seat) => [seat, { id: id(seat), optional: false, legal: spellsOf(board, seat) }]));
}

function spellsOf(board: Board, seat: number): Fields[] {
  const others = clockwise(board, seat).slice(1);
  return board.book.flatMap((spell) => others.map((target) => ({ type: "choose_spell", spell, target })));
}

function outcome(board: Board): Outcome | undefined {
  const { phase } = board;
  return phase.is === "over" ? { reason: phase.reason, ranking: rankingOf(board), winners: phase.winners } : undefined;
}

const isSeat = (value: Json | undefined): boolean => isCount(value) && value <= HIGHEST_SEAT;

function fits(move: Fields): boolean {
  switch (move["type"]) {
    case "choose_spell":
      return hasFields(move, "type", "spell", "target") && isText(move["spell"]) && CARDS.has(move["spell"]) && isSeat(move["target"]);
    case "choose_receiver":
      return hasFields(move, "type", "receiver") && isSeat(move["receiver"]);
    case "cast_nothing":
      return hasFields(move, "type");
    default:
      return false;
  }
}

export const ROCK_PAPER_WIZARD: Rules<Board> = {
  silent: new Set(["choice_made"]),
  clockOnly: new Set(["cast_nothing"]),
  bots: new Set(["1", "3", "4", "5", "6"]),
  keptBots: new Set(["3", "4", "5", "6"]),
  hasOptions(options) {
    if (!isFields(options) || !hasFields(options, "max_rounds")) return false;
    return isCount(options["max_rounds"]) && options["max_rounds"] <= MOST_ROUNDS;
  },
  start: setUp,
  fits,
  decide,
  questions,
  defaultMove(board, seat) {
    if (board.phase.is !== "choosing") return { type: "cast_nothing" };
    return { type: "choose_receiver", receiver: poorestOf(board, poorerThan(board, seat)) };
  },
  outcome,
};
