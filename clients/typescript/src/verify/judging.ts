// What a verifier has to know of a game to judge its moves (docs/format.md, "Moves").
import type { Chance } from "./chance.js";
import type { Draws } from "./chain.js";
import type { Fields, Json } from "./claims.js";

/** An open question to one seat, with the moves that are listed, in their order. */
export interface Question {
  readonly id: string;
  readonly optional: boolean;
  readonly legal: readonly Fields[];
}

/** An event by the rules: `parts` are what is sealed, each with its audience. */
export interface Fact {
  readonly type: string;
  readonly seat: number | null;
  readonly draws: Draws | null;
  readonly data: Fields;
  readonly parts: readonly (readonly [number[], Fields])[];
}

export interface Outcome {
  readonly reason: string;
  readonly ranking: number[][];
  readonly winners: number[];
}

/** What a move, or the set-up, makes. */
export interface Decided<State> {
  readonly facts: readonly Fact[];
  readonly state: State;
}

/** One version of one game's rules. A state is never changed. */
export interface Rules<State = unknown> {
  /** Types of events that draw, open and show nothing. */
  readonly silent: ReadonlySet<string>;
  /** Types of moves that only the clock makes. */
  readonly clockOnly: ReadonlySet<string>;
  /** All versions of the bots that ever were, and those whose picks can be judged. */
  readonly bots: ReadonlySet<string>;
  readonly keptBots: ReadonlySet<string>;
  hasOptions(options: Json): boolean;
  start(options: Fields, seats: number, chance: Chance): Promise<Decided<State>>;
  /** Whether a move, without its prompt, is of the form of its type. */
  fits(move: Fields): boolean;
  /** What a move makes, or why it is refused. */
  decide(state: State, seat: number, move: Fields, chance: Chance): Promise<Decided<State> | string>;
  questions(state: State): ReadonlyMap<number, Question>;
  defaultMove(state: State, seat: number): Fields;
  outcome(state: State): Outcome | undefined;
}
