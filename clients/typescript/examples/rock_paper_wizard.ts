// A good bot for Rock Paper Wizard: it imagines how a round ends for each spell on each wizard, against others who do
// so too, with less thought.
import { moves, type Choose, type GameData, type Tabularium } from "tabularium-client";

// So many rounds are imagined for each question, and what a space of the track is worth in coins.
const ROUNDS = 150;
const SPACE = 1 / 3;

interface Counted {
  readonly per_poorer?: number;
  readonly per_card_between?: readonly [number, number];
}
type Amount = number | "gold_gap" | Counted;
type Step = readonly [string, ...unknown[]];
interface Choice {
  readonly spell: string;
  readonly target: number;
}
interface Wizard {
  readonly seat: number;
  readonly pos: number;
  readonly gold: number;
  readonly resigned: boolean;
}
interface State {
  readonly wizards: readonly Wizard[];
  readonly book: readonly string[];
  readonly first_player: number;
}

/** The bot, which knows from the content what each spell does. */
export async function good(client: Tabularium): Promise<Choose> {
  const content: GameData = await client.getContent("rock-paper-wizard");
  const effects = new Map<string, readonly Step[]>(content["cards"].map((card: GameData) => [card["id"], card["ops"]]));
  return (view, prompt) => {
    const state = view.state as unknown as State;
    const listed = moves(prompt);
    if (prompt.kind === "choose_receiver") return best(listed, (move) => -(state.wizards[move["receiver"]]?.gold ?? 0));
    return choose(state, prompt.seat, listed, effects);
  };
}

type Choices = ReadonlyMap<number, Choice>;
type Effects = ReadonlyMap<string, readonly Step[]>;

function choose(state: State, seat: number, listed: GameData[], effects: Effects): GameData {
  const sums = new Map(listed.map((move) => [move, 0]));
  for (let round = 0; round < ROUNDS; round++) {
    // All moves meet the same choices of the others.
    const choices = new Map(playing(state, seat).map((other) => [other, thought(state, other, effects)]));
    for (const move of listed) {
      const own = { spell: move["spell"], target: move["target"] };
      sums.set(move, (sums.get(move) ?? 0) + outlook(state, choices, seat, own, effects));
    }
  }
  return best(listed, (move) => sums.get(move) ?? 0);
}

/** What another chooses who imagines one round: the best against anything. */
function thought(state: State, seat: number, effects: Effects): Choice {
  const choices = new Map(playing(state, seat).map((other) => [other, anyOf(choicesOf(state, other))]));
  return best(choicesOf(state, seat), (own) => outlook(state, choices, seat, own, effects));
}

function outlook(state: State, others: Choices, seat: number, own: Choice, effects: Effects): number {
  return new Round(state, new Map(others).set(seat, own), effects).worthTo(seat);
}

function choicesOf(state: State, seat: number): Choice[] {
  return playing(state, seat).flatMap((target) => state.book.map((spell) => ({ spell, target })));
}

/** The seats beside one's own. */
function playing(state: State, seat: number): number[] {
  return state.wizards.filter((one) => one.seat !== seat && !one.resigned).map((one) => one.seat);
}

/** A round as it is imagined: where the wizards stand and what they point, by seat, changed in place. */
class Round {
  private readonly pos: number[];
  private readonly gold: number[];
  private readonly aims: number[];
  private readonly live: boolean[];

  constructor(
    private readonly state: State,
    private readonly choices: Choices,
    private readonly effects: Effects,
  ) {
    this.pos = state.wizards.map((one) => one.pos);
    this.gold = state.wizards.map((one) => one.gold);
    this.aims = state.wizards.map((one) => choices.get(one.seat)?.target ?? -1);
    this.live = state.wizards.map((one) => choices.has(one.seat));
  }

  /** By how much the seat leads at the end of the round, in coins. */
  worthTo(seat: number): number {
    const seats = this.pos.length;
    // Two wizards who cast the same spell on each other cast any other: that is left out.
    for (let each = 0; each < seats; each++) if (this.isPaired(each)) this.live[each] = false;
    for (let turn = 0; turn < seats; turn++) this.cast((this.state.first_player + turn) % seats);
    const places = [...new Set(this.pos)].sort((one, other) => other - one);
    const worth = this.pos.map((pos, each) => {
      const gold = at(this.gold, each) + (pos === places[0] ? 5 : pos === places[1] ? 3 : 0);
      return gold + (pos >= 8 ? 7 : pos <= 2 ? 3 : pos) * SPACE + (gold >= 25 ? 20 : 0);
    });
    return at(worth, seat) - Math.max(...worth.filter((_, each) => each !== seat));
  }

  private isPaired(seat: number): boolean {
    const [own, other] = [this.choices.get(seat), this.choices.get(at(this.aims, seat))];
    return own !== undefined && other !== undefined && other.target === seat && other.spell === own.spell;
  }

  private cast(caster: number): void {
    const choice = this.choices.get(caster);
    if (choice === undefined || !this.live[caster]) return;
    this.live[caster] = false;
    for (const step of this.effects.get(choice.spell) ?? []) this.apply(step, caster, at(this.aims, caster));
  }

  // A branch for each word that a spell's text has.
  private apply([word, ...said]: Step, caster: number, target: number): void {
    const [first, second, third] = said;
    switch (word) {
      case "advance":
        return this.move(this.selected(first, caster, target), this.amount(second, caster, target));
      case "push":
        return this.move(this.selected(first, caster, target), -this.amount(second, caster, target));
      case "place":
        return this.place(first === "caster" ? caster : target, second === "caster" ? caster : target, Number(third));
      case "swap":
        return this.swap(caster, target);
      case "lose":
        return this.pay(target, null, this.amount(second, caster, target));
      case "give":
        return this.pay(target, caster, Number(third));
      case "give_each_poorer":
        return this.poorer(target).forEach((seat) => this.pay(target, seat, Number(first)));
      case "give_chosen_poorer":
        return this.payPoorest(target, Number(first));
      case "pool_split":
        return this.split(caster, target);
      case "redirect_next":
        if (this.live[target]) this.aims[target] = (at(this.aims, target) + 1) % this.pos.length;
        return;
      case "redirect_self":
        if (this.live[target]) this.aims[target] = target;
        return;
      case "cancel":
      case "make_wild":
        this.live[target] = false;
    }
  }

  private selected(who: unknown, caster: number, target: number): number[] {
    const seats = this.pos.length;
    if (who === "caster") return [caster];
    if (who === "neighbours") return [(target + 1) % seats, (target + seats - 1) % seats];
    if (who === "target_of_target") return this.live[target] ? [at(this.aims, target)] : [];
    return [target];
  }

  private amount(said: unknown, caster: number, target: number): number {
    const amount = said as Amount;
    if (typeof amount === "number") return amount;
    if (amount === "gold_gap") return Math.abs(at(this.gold, target) - at(this.gold, caster));
    if (amount.per_poorer !== undefined) return amount.per_poorer * this.poorer(target).length;
    const [base, each] = amount.per_card_between ?? [0, 0];
    return base + each * Math.max(0, this.state.book.indexOf(this.choices.get(caster)?.spell ?? ""));
  }

  private poorer(target: number): number[] {
    return this.gold.flatMap((gold, seat) => (gold < at(this.gold, target) ? [seat] : []));
  }

  private move(seats: readonly number[], by: number): void {
    for (const seat of seats) this.put(seat, at(this.pos, seat) + by);
  }

  private put(seat: number, pos: number): void {
    this.pos[seat] = Math.max(0, Math.min(10, pos));
  }

  private place(seat: number, beside: number, by: number): void {
    this.put(seat, at(this.pos, beside) + by);
  }

  private swap(one: number, other: number): void {
    [this.pos[one], this.pos[other]] = [at(this.pos, other), at(this.pos, one)];
  }

  private pay(giver: number, receiver: number | null, most: number): void {
    const amount = Math.min(most, at(this.gold, giver));
    this.gold[giver] = at(this.gold, giver) - amount;
    if (receiver !== null) this.gold[receiver] = at(this.gold, receiver) + amount;
  }

  private payPoorest(giver: number, amount: number): void {
    const poorer = this.poorer(giver);
    if (poorer.length > 0) this.pay(giver, best(poorer, (seat) => -at(this.gold, seat)), amount);
  }

  private split(one: number, other: number): void {
    const both = at(this.gold, one) + at(this.gold, other);
    if (one !== other) [this.gold[one], this.gold[other]] = [Math.ceil(both / 2), Math.floor(both / 2)];
  }
}

function at(list: readonly number[], seat: number): number {
  return list[seat] ?? 0;
}

function anyOf<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() * list.length)] as T;
}

function best<T>(list: readonly T[], worth: (one: T) => number): T {
  return list.reduce((found, one) => (worth(one) > worth(found) ? one : found));
}
