// What lies on the table of a match of Rock Paper Wizard, and the events of one move while they are made.
import type { Chance } from "../chance.js";
import type { Draws } from "../chain.js";
import type { Fields } from "../claims.js";
import type { Fact } from "../judging.js";
import { CARDS } from "./cards.js";

export type Pointing = "pointing" | "released" | "cancelled";

export interface Gesture {
  card: string;
  aim: number;
  wild: boolean;
  state: Pointing;
}

export interface Wizard {
  pos: number;
  gold: number;
  resigned: boolean;
}

export interface Answer {
  /** Null where the clock has answered. */
  choice: { spell: string; target: number } | null;
}

/** The one question that is asked: of all for a spell, or of one for a receiver. */
export type Phase =
  | { readonly is: "setting up" | "resolving" }
  | { readonly is: "learning"; answers: (Answer | null)[] }
  | { readonly is: "choosing"; caster: number; chooser: number; amount: number }
  | { readonly is: "over"; reason: string; winners: number[] };

export interface Board {
  maxRounds: number;
  wizards: Wizard[];
  deck: string[];
  discard: string[];
  book: string[];
  gestures: (Gesture | null)[];
  firstPlayer: number;
  round: number;
  questions: number;
  idleRounds: number;
  phase: Phase;
}

const NUMBERS = new Map([...CARDS.keys()].map((id, number) => [id, number]));

export const inOrder = (cards: readonly string[]): string[] =>
  [...cards].sort((one, other) => (NUMBERS.get(one) as number) - (NUMBERS.get(other) as number));

/** Each seat once, from one on. */
export const clockwise = (board: Board, from: number): number[] =>
  board.wizards.map((_, step) => (from + step) % board.wizards.length);

export const nextOf = (board: Board, seat: number): number => (seat + 1) % board.wizards.length;
export const wizardOf = (board: Board, seat: number): Wizard => board.wizards[seat] as Wizard;

export const stillIn = (board: Board): number[] =>
  board.wizards.flatMap(({ resigned }, seat) => (resigned ? [] : [seat]));

/** Seats with less gold than this one, clockwise from its next. */
export const poorerThan = (board: Board, seat: number): number[] =>
  clockwise(board, seat).filter((one) => wizardOf(board, one).gold < wizardOf(board, seat).gold);

/** The poorest; of equal ones the first. */
export const poorestOf = (board: Board, seats: readonly number[]): number =>
  seats.reduce((found, one) => (wizardOf(board, one).gold < wizardOf(board, found).gold ? one : found));

export const liveGesture = (board: Board, seat: number): Gesture | undefined => {
  const gesture = board.gestures[seat];
  return gesture?.state === "pointing" ? gesture : undefined;
};

/** Seats still in whose answer is missing. */
export const missing = ({ phase, wizards }: Board): number[] =>
  phase.is === "learning" ? phase.answers.flatMap((answer, seat) => (answer === null && !wizards[seat]?.resigned ? [seat] : [])) : [];

interface Told {
  seat?: number;
  draws?: Draws;
  sealed?: readonly [number[], Fields];
}

/** A board that is being changed, with the events that tell of it. */
export class Play {
  readonly facts: Fact[] = [];

  constructor(
    readonly board: Board,
    private readonly chance: Chance,
  ) {}

  tell(type: string, rules: readonly string[], data: Fields, { seat, draws, sealed }: Told = {}): void {
    const parts = sealed ? [sealed] : [];
    this.facts.push({ type, seat: seat ?? null, draws: draws ?? null, data: { rules: [...rules], ...data }, parts });
  }

  async below(n: number): Promise<[number, Draws]> {
    const first = this.chance.number;
    return [await this.chance.below(n), { first, count: 1 }];
  }

  /** One of the deck, which it leaves; an empty deck is made anew of the discard. */
  async drawCard(): Promise<[string, Draws]> {
    const { board } = this;
    if (board.deck.length === 0) {
      this.tell("discard_became_deck", ["RPW-9", "RPW-10"], { count: board.discard.length });
      board.deck = inOrder(board.discard);
      board.discard = [];
    }
    const [place, draws] = await this.below(board.deck.length);
    return [board.deck.splice(place, 1)[0] as string, draws];
  }
}

