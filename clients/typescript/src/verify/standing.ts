// Where a match stands between two events: the table, the rules' state, and the clocks.
import type { Envelope } from "./chain.js";
import type { Fields } from "./claims.js";
import { deadlinesOf, followed, type Clock, type Deadline, type SeatClock } from "./clocks.js";
import type { Question, Rules } from "./judging.js";
import { Stops } from "./stops.js";
import { at, type Instant } from "./times.js";

const MOST_TAKEN_BACK = 8;

/** The last move, as long as its seat may take it back; `seat` is undefined until a player is known to have made it. */
interface LastMove {
  readonly number: number;
  readonly state: unknown;
  readonly clocks: ReadonlyMap<number, SeatClock>;
  readonly seat: number | undefined;
}

/** The match before one of the latest moves. */
interface Earlier {
  readonly number: number;
  readonly state: unknown;
  readonly draws: number;
  readonly discloses: boolean;
}

export interface Wish {
  readonly first: number;
  readonly knowing: boolean;
  readonly agreed: Set<number>;
}

/** What happened within the rules by events that were judged or passed over. */
export interface Ruled {
  readonly move: number | null;
  readonly draws: number;
  readonly isSilent: boolean;
  readonly isOut: "resigned" | "eliminated" | undefined;
  readonly seat: number | null;
}

export class Standing {
  status: "open" | "active" | "over" = "open";
  /** Taken seats, the longest sitting first, each with the version that took it. */
  readonly seated = new Map<number, number>();
  readonly bots = new Map<number, string>();
  readonly entropies = new Map<number, string | null>();
  readonly strikes = new Map<number, number>();
  readonly autopilot = new Set<number>();
  readonly stops = new Map<number, Stops>();
  readonly resigned = new Set<number>();
  readonly eliminated = new Set<number>();
  agreed = new Set<number>();
  /** Consents as "replaced inviting consenting", and whoever was ever invited as "replaced inviting". */
  consents = new Set<string>();
  invited = new Set<string>();
  startedAt: Instant | undefined;
  pausedAt: Instant | undefined;
  signature: string | undefined;
  missed = false;
  wish: Wish | undefined;
  /** Those that sign the moves of a seat's player, and the version at which moves were last taken back. */
  readonly keys = new Map<number, string[]>();
  rewoundAt = 0;
  knowing = false;
  moves = 0;
  draws = 0;
  /** The rules' state; undefined before the start, and where it is sealed or the rules are not known. */
  state: unknown;
  clocks: ReadonlyMap<number, SeatClock> = new Map();
  lastMove: LastMove | undefined;
  earlier: Earlier[] = [];

  constructor(
    readonly data: Fields,
    readonly rules: Rules | undefined,
    readonly createdAt: Instant,
    /** The time of the last event. */
    public now: Instant,
  ) {}

  get seats(): number {
    return this.data["seats"] as number;
  }

  get clock(): Clock {
    return this.data["clock"] as Clock;
  }

  get fork(): { resigned: number[]; eliminated: number[] } | undefined {
    return this.data["forked_from"] as unknown as { resigned: number[]; eliminated: number[] } | undefined;
  }

  get beacon(): { otherwise: string } | undefined {
    return this.data["beacon"] as unknown as { otherwise: string } | undefined;
  }

  /** Whether the match goes on and its rules' state cannot be told. */
  get isBlind(): boolean {
    return this.startedAt !== undefined && this.state === undefined;
  }

  get free(): number[] {
    const out = new Set([...(this.fork?.resigned ?? []), ...(this.fork?.eliminated ?? [])]);
    return Array.from({ length: this.seats }, (_, seat) => seat).filter((seat) => !this.seated.has(seat) && !out.has(seat));
  }

  isGone(seat: number): boolean {
    return this.resigned.has(seat) || this.eliminated.has(seat);
  }

  isPlayers(seat: number): boolean {
    return this.seated.has(seat) && !this.bots.has(seat);
  }

  /** Seats whose player is there. */
  get attended(): number[] {
    return [...this.seated.keys()].filter((seat) => this.isPlayers(seat) && !this.isGone(seat) && !this.autopilot.has(seat));
  }

  get questions(): ReadonlyMap<number, Question> {
    return this.status === "active" && this.state !== undefined && this.rules ? this.rules.questions(this.state) : new Map();
  }

  get deadlines(): Deadline[] {
    return this.deadlinesOf(this.clocks);
  }

  deadlinesOf(clocks: ReadonlyMap<number, SeatClock>): Deadline[] {
    return deadlinesOf(this.clock, clocks);
  }

  /** Seats whose consent is missing before a guest of `inviting` may take the seat `replaced`. */
  undecided(replaced: number, inviting: number): number[] {
    if (inviting === replaced) return [];
    return this.attended.filter((seat) => !this.consents.has(`${replaced} ${inviting} ${seat}`));
  }

  discloses(first: number): boolean {
    return this.earlier.some((one) => one.number >= first && one.discloses);
  }

  /** An event of the table that has just been written: what it is, whatever it says, means for moves. */
  noteTold({ move }: Envelope): void {
    this.lastMove = undefined;
    if (move === null || move <= this.moves) return;
    this.noteMove(move, false);
    this.moves = move;
    this.wish = undefined;
  }

  /** An event by the rules, before its state is the match's. */
  noteRuled({ move, draws, isSilent, isOut, seat }: Ruled): void {
    const isNew = move !== null && move > this.moves;
    this.noteLastMove(move, isSilent);
    if (move === null || isOut) this.earlier = [];
    else if (isNew) this.noteMove(move, !isSilent);
    else if (!isSilent && this.earlier.at(-1)?.number === move) {
      this.earlier = [...this.earlier.slice(0, -1), { ...(this.earlier.at(-1) as Earlier), discloses: true }];
    }
    if (move !== null || !this.isBlind) this.wish = undefined;
    this.moves = move ?? this.moves;
    this.draws = draws;
    if (isOut && seat !== null) this[isOut].add(seat);
  }

  private noteLastMove(move: number | null, isSilent: boolean): void {
    if (move === null || !isSilent || this.isBlind) this.lastMove = undefined;
    else if (move !== this.moves) this.lastMove = { number: move, state: this.state, clocks: this.clocks, seat: undefined };
  }

  private noteMove(number: number, discloses: boolean): void {
    this.earlier = [...this.earlier.slice(1 - MOST_TAKEN_BACK), { number, state: this.state, draws: this.draws, discloses }];
  }

  /** A whole move was made. */
  moved(seat: number, by: string): void {
    if (by !== "player") this.lastMove = undefined;
    else this.strikes.delete(seat);
    if (this.lastMove) this.lastMove = { ...this.lastMove, seat };
  }

  /** The last move is taken back. */
  undo(last: LastMove | undefined): void {
    if (last === undefined) return;
    this.state = last.state;
    this.clocks = last.clocks;
    this.earlier = this.earlier.filter(({ number }) => number < last.number);
  }

  /** All agreed to go back to before a move; what was asked then is asked anew. */
  rewind(first: number): void {
    const then = this.earlier.find(({ number }) => number === first);
    if (then === undefined) return;
    this.strikes.clear();
    this.state = then.state;
    // The secret of an open draw may be known: its number is never used again.
    if (this.data["open_draws"] === undefined) this.draws = then.draws;
    const waiting = { prompt: undefined, since: undefined, used: 0n };
    this.clocks = new Map([...this.clocks].map(([seat, clock]) => [seat, { ...clock, ...waiting }]));
    this.earlier = this.earlier.filter(({ number }) => number < first);
  }

  /** An append is over: the clocks follow what the seats are asked now. */
  settle(): void {
    if (this.isBlind || this.clock.mode === "none" || this.status === "open") return;
    const asked = new Map([...this.questions].filter(([, question]) => !question.optional));
    const there = this.pausedAt === undefined ? this.attended : [];
    const clocks = new Map<number, SeatClock>();
    for (const seat of new Set([...this.clocks.keys(), ...asked.keys()])) {
      const stops = this.stops.get(seat) ?? Stops.NONE;
      clocks.set(seat, followed(this.clock, this.clocks.get(seat), this.now, asked.get(seat)?.id, there.includes(seat), stops));
    }
    this.clocks = clocks;
  }
}

export const timeOf = (envelope: Envelope): Instant => at(envelope.at);
