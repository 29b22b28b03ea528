// The clocks of the seats (docs/format.md, "Clocks").
import { hasFields, isCount, isFields, type Fields, type Json } from "./claims.js";
import { BOTS } from "./kinds.js";
import { Stops } from "./stops.js";
import { seconds, type Instant } from "./times.js";

const LONGEST = 366 * 24 * 3600;
const MOST_STRIKES = 20;
const ABSENCE = ["on_timeout?", "bot?", "autopilot?", "strikes?", "quiet_hours?", "vacation?"];
const LATE_BOTS: Json[] = ["random", "easy", "medium"];

/** A match's clock, as event 1 has it. */
export interface Clock extends Fields {
  mode: "none" | "per_move" | "bank";
}

/** One seat's clock; `bank` is undefined where each question has its own time. */
export interface SeatClock {
  readonly bank: bigint | undefined;
  readonly prompt: string | undefined;
  readonly since: Instant | undefined;
  readonly used: bigint;
  readonly stops: Stops;
}

export interface Deadline {
  readonly seat: number;
  readonly prompt: string;
  readonly at: Instant;
}

export function isClock(value: Json | undefined): value is Clock {
  if (!isFields(value as Json)) return false;
  const clock = value as Fields;
  const isOf = (name: string, least: number): boolean => {
    const given = clock[name];
    return isCount(given) && given >= least && given <= LONGEST;
  };
  switch (clock["mode"]) {
    case "none":
      return hasFields(clock, "mode");
    case "per_move":
      return hasFields(clock, "mode", "seconds", ...ABSENCE) && isOf("seconds", 1) && isAbsence(clock);
    case "bank": {
      const hasAll = hasFields(clock, "mode", "bank_seconds", "increment_seconds", "cap_seconds", ...ABSENCE);
      const areTimes = isOf("bank_seconds", 1) && isOf("increment_seconds", 0) && isOf("cap_seconds", 1);
      return hasAll && areTimes && isAbsence(clock) && (clock["cap_seconds"] as number) >= (clock["bank_seconds"] as number);
    }
    default:
      return false;
  }
}

function isAbsence({ on_timeout: late, bot, autopilot, strikes, quiet_hours: quiet, vacation }: Fields): boolean {
  const isLate = late === undefined || late === "default_move" || late === "bot" || late === "resign";
  const isBot = bot === undefined || (late === "bot" && LATE_BOTS.includes(bot));
  const isPilot = autopilot === undefined || (late !== "resign" && typeof autopilot === "string" && BOTS.has(autopilot));
  const areStrikes = strikes === undefined || (isCount(strikes) && strikes >= 1 && strikes <= MOST_STRIKES);
  const areSaid = [quiet, vacation].every((one) => one === undefined || typeof one === "boolean");
  return isLate && isBot && isPilot && areStrikes && areSaid;
}

const fresh = (clock: Clock): SeatClock => ({
  bank: clock.mode === "bank" ? seconds(clock["bank_seconds"] as number) : undefined,
  prompt: undefined,
  since: undefined,
  used: 0n,
  stops: Stops.NONE,
});

/** A seat's clock after an append: from then on the seat is asked `prompt`, and its clock ticks or stands still. */
export function followed(clock: Clock, found: SeatClock | undefined, now: Instant, prompt: string | undefined, attended: boolean, stops: Stops): SeatClock {
  const before = found ?? fresh(clock), ticks = attended && prompt !== undefined;
  const isRunning = before.since !== undefined;
  if (before.prompt === prompt && isRunning === ticks && before.stops.isSame(stops)) return before;
  let used = before.used + (before.since === undefined ? 0n : before.stops.running(before.since, now));
  let bank = before.bank;
  if (before.prompt !== undefined && before.prompt !== prompt) {
    if (bank !== undefined) {
      bank = bank > used ? bank - used : 0n;
      const cap = seconds(clock["cap_seconds"] as number);
      if (isRunning) bank += seconds(clock["increment_seconds"] as number);
      if (isRunning && bank > cap) bank = cap;
    }
    used = 0n;
  }
  return { bank, prompt, since: ticks ? now : undefined, used, stops };
}

/** The deadline of each question whose clock runs. */
export function deadlinesOf(clock: Clock, clocks: ReadonlyMap<number, SeatClock>): Deadline[] {
  const found: Deadline[] = [];
  for (const [seat, { bank, prompt, since, used, stops }] of clocks) {
    if (prompt === undefined || since === undefined) continue;
    const left = (bank ?? seconds(clock["seconds"] as number)) - used;
    found.push({ seat, prompt, at: stops.up(since, left) });
  }
  return found;
}

/** The earliest; of equal ones that of the lowest seat. */
export function firstOf(deadlines: readonly Deadline[]): Deadline | undefined {
  return [...deadlines].sort((one, other) => (one.at === other.at ? one.seat - other.seat : one.at < other.at ? -1 : 1))[0];
}
