// What the steps of a card do (docs/format-rock-paper-wizard.md, "Steps").
import type { Fields } from "../claims.js";
import { clockwise, liveGesture, nextOf, poorerThan, poorestOf, wizardOf, type Board, type Play } from "./board.js";
import type { Amount, Gestural, Step, Who } from "./cards.js";

const LAST_SPACE = 10;

/** Who casts which card on whom. */
export interface Spell {
  readonly caster: number;
  readonly target: number;
  readonly card: string;
}

interface Change {
  readonly wizard: number;
  readonly of: "pos" | "gold";
  readonly after: number;
}

interface Effect {
  readonly rules?: readonly string[];
  readonly amount?: number;
  readonly changes?: readonly Change[];
  readonly ignored?: string | undefined;
}

/** Carry out one step; it may ask for a receiver. */
export async function carryOut(play: Play, spell: Spell, step: Step): Promise<void> {
  const { board } = play, { caster, target } = spell;
  switch (step[0]) {
    case "push":
    case "advance":
      return shift(play, spell, step[0], step[1], step[2]);
    case "place": {
      const [, who, near, offset] = step, at = near === "caster" ? caster : target;
      return move(play, spell, "place", [[who === "caster" ? caster : target, wizardOf(board, at).pos + offset]]);
    }
    case "swap":
      if (caster === target) return applied(play, spell, "swap", { ignored: "target_is_caster" });
      return move(play, spell, "swap", [
        [caster, wizardOf(board, target).pos],
        [target, wizardOf(board, caster).pos],
      ]);
    case "lose":
      return lose(play, spell, step[2]);
    case "give":
      if (caster === target) return applied(play, spell, "give", { amount: step[3], ignored: "target_is_caster" });
      return pay(play, spell, "give", [caster], step[3], []);
    case "give_each_poorer":
    case "give_chosen_poorer":
      return givePoorer(play, spell, step[0], step[1]);
    case "pool_split":
      return pool(play, spell);
    default:
      return changeGesture(play, spell, step[0]);
  }
}

function applied(play: Play, { caster }: Spell, effect: string, { rules = [], amount, changes = [], ignored }: Effect): void {
  const told: Fields[] = changes.map(({ wizard, of, after }) => {
    const before = wizardOf(play.board, wizard)[of];
    return { wizard, of, before, after };
  });
  for (const { wizard, of, after } of changes) wizardOf(play.board, wizard)[of] = after;
  const clauses = new Set(["RPW-32", ...rules, ...(ignored === undefined ? [] : ["RPW-33"])]);
  play.tell("effect_applied", [...clauses], { effect, amount: amount ?? null, changes: told, ignored: ignored ?? null }, { seat: caster });
}

function chosen(board: Board, { caster, target }: Spell, who: Who): number[] {
  if (who === "caster") return [caster];
  if (who === "target") return [target];
  if (who === "neighbours") return [nextOf(board, target), clockwise(board, target).at(-1) as number];
  const aim = liveGesture(board, target)?.aim;
  return aim === undefined ? [] : [aim];
}

/** What an amount comes to, and the clauses that say so. */
function counted(board: Board, { caster, target, card }: Spell, amount: Amount): [number, string[]] {
  if (typeof amount === "number") return [amount, []];
  if (amount === "gold_gap") return [Math.abs(wizardOf(board, target).gold - wizardOf(board, caster).gold), []];
  if ("per_poorer" in amount) return [amount.per_poorer * poorerThan(board, target).length, ["RPW-38"]];
  const [base, each] = amount.per_card_between, slot = board.book.indexOf(card);
  return slot < 0 ? [base, ["RPW-47"]] : [base + each * slot, []];
}

/** Why the target's gesture is not live, with the clause; undefined where it is. */
function whyNotLive(board: Board, { caster, target }: Spell): [string, string] | undefined {
  if (caster === target) return ["target_is_caster", "RPW-40"];
  const gesture = board.gestures[target] ?? null;
  if (gesture === null) return ["target_cast_nothing", "RPW-40"];
  if (gesture.state === "released") return ["target_has_resolved", "RPW-39"];
  return gesture.state === "cancelled" ? ["target_was_cancelled", "RPW-40"] : undefined;
}

function shift(play: Play, spell: Spell, way: "push" | "advance", who: Who, wanted: Amount): void {
  const { board } = play, [amount, byAmount] = counted(board, spell, wanted);
  const byWho = who === "neighbours" ? ["RPW-49"] : who === "target_of_target" ? ["RPW-48"] : [];
  const rules = [way === "push" ? "RPW-37" : "RPW-36", ...byWho, ...byAmount];
  const seats = chosen(board, spell, who), why = whyNotLive(board, spell);
  if (seats.length === 0 && why) return applied(play, spell, way, { rules: [...rules, why[1]], amount, ignored: why[0] });
  const by = way === "push" ? -amount : amount;
  return move(play, spell, way, seats.map((seat) => [seat, wizardOf(board, seat).pos + by]), rules, amount);
}

function move(play: Play, spell: Spell, effect: string, wanted: [number, number][], rules: string[] = [], amount?: number): void {
  const changes = wanted.map(([wizard, pos]) => ({ wizard, of: "pos" as const, after: Math.min(Math.max(pos, 0), LAST_SPACE) }));
  const isShort = wanted.some(([, pos]) => pos < 0 || pos > LAST_SPACE);
  const told = isShort ? { rules: [...rules, "RPW-34"], ignored: "end_of_track" } : { rules };
  applied(play, spell, effect, { ...told, changes, ...(amount === undefined ? {} : { amount }) });
}

function lose(play: Play, spell: Spell, wanted: Amount): void {
  const [amount, rules] = counted(play.board, spell, wanted), { gold } = wizardOf(play.board, spell.target);
  const changes = [{ wizard: spell.target, of: "gold" as const, after: Math.max(0, gold - amount) }];
  applied(play, spell, "lose", { amount, changes, ...short(rules, gold < amount) });
}

const short = (rules: string[], isShort: boolean): Effect =>
  isShort ? { rules: [...rules, "RPW-35"], ignored: "too_little_gold" } : { rules };

/** The target pays each of these. */
export function pay(play: Play, spell: Spell, effect: string, receivers: readonly number[], amount: number, rules: string[]): void {
  const { board } = play, { gold } = wizardOf(board, spell.target);
  let purse = gold;
  const given = receivers.map((wizard) => {
    const paid = Math.min(amount, purse);
    purse -= paid;
    return { wizard, of: "gold" as const, after: wizardOf(board, wizard).gold + paid };
  });
  const changes = [{ wizard: spell.target, of: "gold" as const, after: purse }, ...given];
  applied(play, spell, effect, { amount, changes, ...short(rules, gold < amount * receivers.length) });
}

function givePoorer(play: Play, spell: Spell, effect: "give_each_poorer" | "give_chosen_poorer", amount: number): void {
  const { board } = play, { caster, target } = spell, poorer = poorerThan(board, target);
  if (poorer.length === 0) return applied(play, spell, effect, { rules: ["RPW-38"], amount, ignored: "nobody_poorer" });
  if (effect === "give_each_poorer" || poorer.length === 1) return pay(play, spell, effect, poorer, amount, ["RPW-38"]);
  if (wizardOf(board, target).resigned) {
    const receiver = poorestOf(board, poorer);
    tellReceiver(play, target, receiver, true);
    return pay(play, spell, effect, [receiver], amount, ["RPW-38"]);
  }
  play.tell("receiver_asked", ["RPW-32", "RPW-38"], { caster, amount }, { seat: target });
  board.questions += 1;
  board.phase = { is: "choosing", caster, chooser: target, amount };
}

export function tellReceiver(play: Play, seat: number, receiver: number, forResigned: boolean): void {
  const rules = forResigned ? ["RPW-38", "RPW-65"] : ["RPW-38"];
  play.tell("receiver_chosen", rules, { receiver, for_resigned: forResigned }, { seat });
}

function pool(play: Play, spell: Spell): void {
  const { caster, target } = spell;
  if (caster === target) return applied(play, spell, "pool_split", { ignored: "target_is_caster" });
  const sum = wizardOf(play.board, caster).gold + wizardOf(play.board, target).gold, half = Math.floor(sum / 2);
  const changes = [
    { wizard: caster, of: "gold" as const, after: sum - half },
    { wizard: target, of: "gold" as const, after: half },
  ];
  applied(play, spell, "pool_split", { changes });
}

async function changeGesture(play: Play, spell: Spell, step: Gestural): Promise<void> {
  const { board } = play, { caster, target } = spell, why = whyNotLive(board, spell), gesture = board.gestures[target] ?? null;
  if (why || gesture === null) return applied(play, spell, step, { rules: why ? [why[1]] : [], ignored: why?.[0] });
  if (step === "cancel") return cancelGesture(play, caster, target, ["RPW-44"]);
  if (step === "make_wild") {
    if (gesture.wild) return applied(play, spell, step, { rules: ["RPW-45"], ignored: "already_wild" });
    const [card, draws] = await play.drawCard();
    play.tell("gesture_made_wild", ["RPW-45", "RPW-29"], { wizard: target }, { seat: caster, draws, sealed: [[], { card }] });
    board.gestures[target] = { ...gesture, card, wild: true };
    return;
  }
  const after = step === "redirect_next" ? nextOf(board, gesture.aim) : target;
  const rules = [step === "redirect_next" ? "RPW-42" : "RPW-41", "RPW-43"];
  play.tell("gesture_redirected", rules, { wizard: target, before: gesture.aim, after }, { seat: caster });
  board.gestures[target] = { ...gesture, aim: after };
}

/** A live gesture is cancelled by the doing of a seat; a wild card is turned up and discarded. */
export function cancelGesture(play: Play, seat: number, wizard: number, rules: string[]): void {
  const gesture = liveGesture(play.board, wizard);
  if (gesture === undefined) return;
  const card = gesture.wild ? gesture.card : null;
  play.tell("gesture_cancelled", rules, { wizard, card }, { seat });
  if (card !== null) play.board.discard.push(card);
  play.board.gestures[wizard] = { ...gesture, state: "cancelled" };
}
