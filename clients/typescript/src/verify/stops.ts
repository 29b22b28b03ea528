// When a seat's clock stands still: quiet hours and a vacation (docs/format.md, "When a clock stands still").
import { canon } from "./canonical.js";
import { hasFields, isCount, isFields, type Fields, type Json } from "./claims.js";
import { DAY, earliest, FIRST, instantOf, LAST, latest, later, SECOND, type Instant } from "./times.js";

const MOST_QUIET = 32;
const LONGEST_QUIET = 12n * 3600n * SECOND;
const LONGEST_VACATION = 366n * DAY;

interface Quiet {
  readonly since: Instant;
  /** Quiet from so long after midnight, for so long. */
  readonly from: bigint;
  readonly length: bigint;
}

interface Stretch {
  readonly quiet: Quiet;
  readonly begins: Instant;
  readonly ends: Instant;
}

const floorMod = (value: bigint, by: bigint): bigint => ((value % by) + by) % by;

/** Microseconds without quiet hours from some fixed moment to this one. */
function awakeUntil({ from, length }: Quiet, moment: Instant): bigint {
  const shifted = moment - from, ofTheDay = floorMod(shifted, DAY);
  const days = (shifted - ofTheDay) / DAY;
  return days * (DAY - length) + (ofTheDay > length ? ofTheDay - length : 0n);
}

/** The first moment by which `awakeUntil` has come so far. */
function whenAwakeFor({ from, length }: Quiet, awake: bigint): Instant {
  const each = DAY - length;
  // A day's last moment awake belongs to that day, not to the morning after.
  const rest = floorMod(awake - 1n, each) + 1n;
  return from + ((awake - rest) / each) * DAY + length + rest;
}

/** What stops one seat's clock. */
export class Stops {
  static readonly NONE = new Stops([], undefined, "", "[]");

  private constructor(
    private readonly quiet: readonly Quiet[],
    private readonly vacation: readonly [Instant, Instant] | undefined,
    private readonly vacationText: string,
    readonly quietText: string,
  ) {}

  /** Those of a `clock_changed`; undefined where they are not of their form, or nobody may wish for them. */
  static read(data: Fields, moment: Instant): Stops | undefined {
    const { quiet_hours: hours, vacation } = data;
    if (!Array.isArray(hours) || hours.length > MOST_QUIET) return undefined;
    const quiet = hours.map((one, place) => quietOf(one, place === 0));
    if (!areAll(quiet) || quiet.some(({ since }) => since - moment >= 1100n * DAY)) return undefined;
    // The first is from the beginning, and so before any time.
    if (quiet.some(({ since }, place) => place > 1 && since <= (quiet[place - 1] as Quiet).since)) return undefined;
    const away = vacation === null ? undefined : vacationOf(vacation);
    if (vacation !== null && away === undefined) return undefined;
    if (away && (away[1] - away[0] > LONGEST_VACATION || away[1] - moment > LONGEST_VACATION + DAY)) return undefined;
    return new Stops(quiet, away, away ? canon(vacation as Json) : "", canon(hours));
  }

  get hasQuiet(): boolean {
    return this.quiet.length > 0;
  }

  get hasVacation(): boolean {
    return this.vacation !== undefined;
  }

  isSame(other: Stops): boolean {
    return this.quietText === other.quietText && this.vacationText === other.vacationText;
  }

  /** For how long the clock runs between two moments. */
  running(from: Instant, to: Instant): bigint {
    let runs = 0n;
    for (const { quiet, begins, ends } of this.stretches(from)) {
      if (begins >= to) break;
      runs += awakeUntil(quiet, earliest(ends, to)) - awakeUntil(quiet, begins);
    }
    return runs;
  }

  /** The first moment by which a clock that starts at `from` has run for so long; RangeError beyond the year 9999. */
  up(from: Instant, left: bigint): Instant {
    if (left <= 0n) return from;
    if (!this.hasQuiet && !this.hasVacation) return later(from, left);
    let rest = left;
    for (const { quiet, begins, ends } of this.stretches(from)) {
      const before = awakeUntil(quiet, begins), runs = awakeUntil(quiet, ends) - before;
      if (runs >= rest) return whenAwakeFor(quiet, before + rest);
      rest -= runs;
    }
    throw new RangeError("beyond the year 9999");
  }

  /** The time from a moment on without the vacation, in pieces with the same quiet hours each day. */
  private *stretches(from: Instant): Generator<Stretch> {
    const all: Quiet[] = [{ since: FIRST, from: 0n, length: 0n }, ...this.quiet];
    for (const [place, quiet] of all.entries()) {
      const begins = latest(quiet.since, from), ends = all[place + 1]?.since ?? LAST;
      const [leaves, returns] = this.vacation ?? [ends, ends];
      const pieces = [
        { quiet, begins, ends: earliest(ends, leaves) },
        { quiet, begins: latest(begins, returns), ends },
      ];
      for (const piece of pieces) if (piece.begins < piece.ends) yield piece;
    }
  }
}

const areAll = <T>(values: (T | undefined)[]): values is T[] => values.every((one) => one !== undefined);
const isOfTheDay = (value: Json | undefined): value is number => isCount(value) && value < 86_400;

function quietOf(value: Json, isFirst: boolean): Quiet | undefined {
  if (!isFields(value) || !hasFields(value, "since", "from_seconds", "to_seconds")) return undefined;
  const { since, from_seconds: from, to_seconds: to } = value;
  const begins = isFirst ? (since === null ? FIRST : undefined) : instantOf(since);
  if (begins === undefined || !isOfTheDay(from) || !isOfTheDay(to)) return undefined;
  const length = floorMod(BigInt(to - from) * SECOND, DAY);
  if (length === 0n || length > LONGEST_QUIET) return undefined;
  return { since: begins, from: BigInt(from) * SECOND, length };
}

function vacationOf(value: Json | undefined): [Instant, Instant] | undefined {
  if (!isFields(value as Json) || !hasFields(value as Fields, "starts_at", "ends_at")) return undefined;
  const { starts_at: starts, ends_at: ends } = value as Fields;
  const [from, to] = [instantOf(starts), instantOf(ends)];
  return from === undefined || to === undefined || from >= to ? undefined : [from, to];
}
