// The whole match judged again: table, chance, and every move by the rules (docs/format.md, "The table", "Moves").
import { after, afterCreation, afterStart, ALONE, END, next } from "./appends.js";
import { isSame } from "./canonical.js";
import { ENDS, type Envelope } from "./chain.js";
import { Chance, keyOf, readSeed, type Key, type Seed } from "./chance.js";
import { Broken, need, type Check, type Fault, type Fields, type Json } from "./claims.js";
import { firstOf } from "./clocks.js";
import type { Fact, Rules } from "./judging.js";
import { kindOf, OF_THE_TABLE } from "./kinds.js";
import type { Entry } from "./matchfile.js";
import { authorAfterTimeout, checkSent, checkTurn, sealedMove, withoutPrompt, type Author, type Sent } from "./moves.js";
import { checkBound, checkSigned, KeyBook } from "./signatures.js";
import { Standing, timeOf } from "./standing.js";
import { bookTold } from "./table_booking.js";
import { checkCreated, checkFounded, checkTold, entropiesOf } from "./table_rules.js";
import { later } from "./times.js";

/** What the table may say at the beginning of a move. */
const AHEAD = [[], ["timed_out"], ["timed_out", "autopilot_on"], ["autopilot_off"]];

/** Goes through the events of a match; `at` is the place of the next one. */
export class Replay {
  at = 0;
  seed: Seed | undefined;
  /** Moves of bots that look ahead, and of bots that nobody can ask again, by version: only found legal. */
  unjudged = 0;
  /** Resignations without a signature, of seats that sign. */
  unsigned = 0;
  readonly keys = new KeyBook();
  readonly otherBots = new Map<string, number>();
  private standing!: Standing;
  private key: Key | undefined;
  /** What the append before may go on with; undefined where too much of it is sealed. */
  private owed: readonly string[] | undefined;

  constructor(
    private readonly match: string,
    private readonly entries: readonly Entry[],
    private readonly rules: Rules | undefined,
  ) {}

  /** The first fault, if any. */
  async run(): Promise<Fault | undefined> {
    try {
      await this.judge();
      return undefined;
    } catch (error) {
      // Where an event is missing, the last one is where it is missing.
      const version = Math.min(this.at + 1, this.entries.length);
      if (error instanceof Broken) return { check: error.check, version, reason: error.reason };
      return { check: "replay", version, reason: `the match cannot be followed: ${String(error)}` };
    }
  }

  /** Whether the moves were passed over, because they are sealed, or by rules that are not known here. */
  get isBlind(): boolean {
    return this.at > 0 && this.standing.isBlind;
  }

  get hasStarted(): boolean {
    return this.at > 0 && this.standing.startedAt !== undefined;
  }

  private envelopeAt(place: number): Envelope | undefined {
    return this.entries[place]?.envelope as unknown as Envelope | undefined;
  }

  private get next(): Envelope {
    return this.envelopeAt(this.at) as Envelope;
  }

  private async judge(): Promise<void> {
    await this.create();
    while (this.at < this.entries.length) {
      const { next: envelope, standing } = this;
      this.checkInTime(envelope);
      if (!OF_THE_TABLE.has(envelope.type) || envelope.move !== null) {
        this.checkAppend();
        if (standing.isBlind) this.passOver();
        else await this.move("");
      } else if (envelope.type === "match_started") {
        await this.start();
      } else {
        const ends = envelope.type === "match_ended" && standing.status === "active";
        need(standing.isBlind || !ends, "by the rules the match goes on: no move has ended it");
        await this.tell();
      }
      if (this.envelopeAt(this.at)?.at !== this.envelopeAt(this.at - 1)?.at) standing.settle();
    }
    this.checkAppend();
  }

  private async create(): Promise<void> {
    const { envelope: first, openings } = this.entries[0] as Entry;
    const envelope = first as unknown as Envelope;
    checkFounded(envelope);
    this.seed = await readSeed(this.match, envelope.data, openings, envelope.data["seats"] as number);
    checkCreated(envelope, (options) => this.rules?.hasOptions(options) ?? true);
    this.standing = new Standing(envelope.data, this.rules, timeOf(envelope), timeOf(envelope));
    this.owed = afterCreation(this.standing);
    this.at = 1;
  }

  /** The clock plays first: unless an event is written at the moment after the one before, no time may be up. */
  private checkInTime(envelope: Envelope): void {
    const moment = later(timeOf(this.envelopeAt(this.at - 1) as Envelope), 1n), now = timeOf(envelope);
    if (envelope.type === "timed_out" || now <= moment) return;
    const due = firstOf(this.standing.deadlines);
    need(due === undefined || due.at > now, "a question's time was up before");
  }

  /** What comes next belongs to the append before it; or that append is over, and owes nothing. */
  private checkAppend(): void {
    if (this.standing.status === "over") return;
    const before = this.envelopeAt(this.at - 1) as Envelope, found = this.envelopeAt(this.at);
    const along = found?.at === before.at ? found : undefined;
    if (this.owed === undefined) return this.checkSealedAppend(before, along);
    const step = along === undefined ? END : next(along.type, along.seat);
    need(this.owed.includes(step), `the append goes on with ${this.owed.join(", or ")}`);
  }

  private checkSealedAppend(before: Envelope, along: Envelope | undefined): void {
    if (timeOf(before) === this.standing.startedAt) return;
    const goesOn = along !== undefined && along.move === before.move;
    need(goesOn || !OF_THE_TABLE.has(before.type), "the table begins a move, and there is none");
    need(goesOn || along === undefined || along.type === "match_ended", "two appends have one time");
  }

  /** An event of the table that is no part of a move. */
  private async tell(): Promise<void> {
    checkTold(this.standing, this.next);
    if (this.next.type === "key_bound") await checkBound(this.next);
    this.checkAppend();
    this.owed = after(this.standing, this.next);
    this.book();
  }

  private book(): void {
    const { next: envelope } = this;
    if (envelope.type === "key_bound") this.keys.bound(envelope);
    if (envelope.type === "seat_left" || envelope.type === "seat_taken") this.keys.handed(envelope);
    bookTold(this.standing, envelope);
    this.at += 1;
  }

  private async start(): Promise<void> {
    const begun = this.next.at, { standing, rules, seed } = this;
    await this.tell();
    this.owed = undefined;
    if (seed === undefined) return;
    const isOpen = standing.data["open_draws"] !== undefined;
    this.key = await keyOf(seed.own, this.match, entropiesOf(standing), standing.signature, isOpen);
    if (rules === undefined) return;
    const { facts, state } = await rules.start(standing.data["options"] as Fields, standing.seats, this.chance());
    for (const fact of facts) this.follow(fact, "system", null, begun);
    standing.state = state;
    if (standing.fork) await this.carry(begun, standing.fork, seed);
    this.owed = afterStart(standing);
  }

  /** The moves of the match that a fork goes on from. */
  private async carry(begun: string, origin: { resigned: number[]; eliminated: number[] }, seed: Seed): Promise<void> {
    const { standing } = this;
    while (this.at < this.entries.length && this.next.at === begun && !OF_THE_TABLE.has(this.next.type)) await this.move("system");
    const areOut = (seats: number[], out: ReadonlySet<number>): boolean => seats.length === out.size && seats.every((seat) => out.has(seat));
    need(areOut(origin.resigned, standing.resigned), "others had resigned where the fork begins");
    need(areOut(origin.eliminated, standing.eliminated), "others were eliminated where the fork begins");
    need(standing.draws === (seed.origins.at(-1)?.until ?? 0), "the older keys are for other draws", "chance");
  }

  private chance(): Chance {
    return new Chance(this.key as Key, this.standing.draws, (this.seed as Seed).origins);
  }

  /** A whole move; one that a fork carries is by `system`. */
  private async move(carried: "system" | ""): Promise<void> {
    const { standing, rules, next: first } = this, begun = first.at;
    need(standing.status === "active" && rules !== undefined, "the match is not running");
    const number = standing.moves + 1;
    need(first.move === number, `move ${number} comes next`);
    const isLate = first.type === "timed_out", by: Author = isLate ? authorAfterTimeout(standing) : first.by;
    need((by === "system") === (carried === "system"), "this author makes no such move");
    const { openings } = this.entries[this.at] as Entry;
    need(openings[0]?.["index"] === 0, "the move is not in its first event");
    const part = openings[0]["part"] as Json, { seat, body, bots, signed } = sealedMove(part, first.seals[0]?.audience ?? []);
    const sent: Sent = { seat, by, body, bots, isLate }, seed = this.seed as Seed;
    if (!(await checkSent(standing, rules, sent, seed.own, this.match))) this.leaveUnjudged(bots, rules);
    if (by === "bot" && !isLate) checkTurn(standing, seat, timeOf(first));
    const signer = await checkSigned(standing, first, sent, signed, this.entries);
    if (signer === "") this.unsigned += 1;
    else if (signer !== undefined) this.keys.signed(seat, signer);
    const decided = await rules.decide(standing.state, seat, withoutPrompt(body), this.chance());
    if (typeof decided === "string") throw new Broken(`the rules refuse the move: ${decided}`);
    let ahead: [number[], Json][] = [[[seat], part]];
    if (this.tellAhead(sent, number, part)) ahead = [];
    for (const fact of decided.facts) {
      this.follow(fact, by, number, begun, ahead);
      ahead = [];
    }
    standing.state = decided.state;
    standing.moved(seat, by);
    this.owed = ALONE;
    this.end(begun, rules);
  }

  private leaveUnjudged(bots: string | undefined, rules: Rules): void {
    if (bots !== undefined && rules.keptBots.has(bots)) this.unjudged += 1;
    else this.otherBots.set(bots ?? "unknown", (this.otherBots.get(bots ?? "unknown") ?? 0) + 1);
  }

  /** Book what the table says at the beginning of a move; whether it says anything. */
  private tellAhead(sent: Sent, number: number, part: Json): boolean {
    const begun = this.at, types: string[] = [], { at: time } = this.next;
    while (this.envelopeAt(this.at)?.move === number && OF_THE_TABLE.has(this.next.type)) {
      const envelope = this.next;
      types.push(envelope.type);
      need(AHEAD.some((shape) => types.every((type, place) => shape[place] === type)), "the table says nothing here");
      need(envelope.seat === sent.seat && envelope.at === time, "this is of another seat, or another time");
      isSealed(this.entries[this.at] as Entry, this.at > begun ? [] : [[[sent.seat], part]], "replay");
      checkTold(this.standing, envelope);
      this.book();
    }
    checkAhead(this.standing, sent, types);
    return types.length > 0;
  }

  /** The next event has to be this one. */
  private follow(fact: Fact, by: Author, move: number | null, time: string, ahead: [number[], Json][] = []): void {
    need(this.at < this.entries.length, `${fact.type} should follow`);
    const { next: envelope, standing } = this;
    const check: Check = fact.draws || envelope.draws ? "chance" : "replay";
    need(envelope.type === fact.type, `by the rules ${fact.type} comes next`);
    need(isSame(envelope.draws, fact.draws), "the draws are others", check);
    need(envelope.seat === fact.seat && envelope.schema === 1, "the event is of another seat or schema");
    need(isSame(envelope.data, fact.data), "by rules and draws the event says something else", check);
    isSealed(this.entries[this.at] as Entry, [...ahead, ...fact.parts], check);
    need(envelope.by === by && envelope.move === move && envelope.at === time, "the event is of another move, or another time");
    standing.now = timeOf(envelope);
    const isOut = fact.type === "seat_resigned" ? "resigned" : fact.type === "seat_eliminated" ? "eliminated" : undefined;
    const isSilent = fact.draws === null && (this.rules as Rules).silent.has(fact.type);
    const draws = fact.draws === null ? standing.draws : fact.draws.first + fact.draws.count;
    standing.noteRuled({ move, draws, isSilent, isOut, seat: fact.seat });
    this.at += 1;
  }

  private end(time: string, rules: Rules): void {
    const ends = this.envelopeAt(this.at)?.type === "match_ended";
    // A match that nobody is left to play may go on: the table's rule for that came later.
    if (rules.outcome(this.standing.state) === undefined && !ends) return;
    need(ends && this.next.at === time, "match_ended comes next, at the same time");
    checkTold(this.standing, this.next);
    this.book();
  }

  /** An event of which too much is sealed, or of rules that are not known: its numbers can be checked. */
  private passOver(): void {
    const { standing, next: envelope } = this, { move, draws, type, seat } = envelope;
    need(standing.status === "active", "the match is not running");
    need(move === null || move === standing.moves || move === standing.moves + 1, `move ${standing.moves + 1} comes next`);
    need(draws === null || draws.first === standing.draws, `draw ${standing.draws} comes next`, "chance");
    this.owed = undefined;
    if (OF_THE_TABLE.has(type)) {
      checkTold(standing, envelope);
      return this.book();
    }
    const { data } = standing;
    need(kindOf(data["game"], data["rules"])?.types.has(type) === true, "the game has no such event");
    const isOut = type === "seat_resigned" ? "resigned" : type === "seat_eliminated" ? "eliminated" : undefined;
    standing.now = timeOf(envelope);
    standing.noteRuled({ move, draws: draws === null ? standing.draws : draws.first + draws.count, isSilent: false, isOut, seat });
    this.at += 1;
  }
}

/** What the table has just said at the beginning of a move, against the move. */
function checkAhead(standing: Standing, { seat, by, body, isLate }: Sent, types: readonly string[]): void {
  const isBareResignation = isSame(body, { type: "resign" });
  if (types.length === 0) {
    need(by !== "player" || !standing.autopilot.has(seat) || isBareResignation, "a move ends autopilot");
  } else if (!isLate) {
    need(!isBareResignation, "nobody comes back by resigning");
  } else {
    const { strikes, on_timeout: late } = standing.clock;
    const isStruck = standing.strikes.get(seat) === strikes && late !== "resign";
    need((types.length === 2) === isStruck, "autopilot comes with the last strike, and only then");
  }
}

/** Exactly these parts are sealed in an event, and open. */
function isSealed({ envelope, openings }: Entry, parts: readonly (readonly [number[], Json])[], check: Check): void {
  const { seals } = envelope as unknown as Envelope;
  need(isSame(seals.map(({ audience }) => audience), parts.map(([audience]) => audience)), "other seats may look than by the rules");
  need(isSame(openings.map((one) => one["part"] as Json), parts.map(([, part]) => part)), "by rules and draws the sealed part is another", check);
}

/** Whether a match has ended by its last event. */
export const isOver = (entries: readonly Entry[]): boolean => ENDS.has(entries.at(-1)?.envelope["type"] as string);
