// Times of events, in whole microseconds: a number of JavaScript has too few bits for them.

/** Microseconds since 1970. */
export type Instant = bigint;
export const SECOND = 1_000_000n;
export const DAY = 86_400n * SECOND;
const FORM = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{6})Z$/;

/** The moment of a time that exists, in the one form; undefined for anything else. */
export function instantOf(value: unknown): Instant | undefined {
  const found = typeof value === "string" ? FORM.exec(value) : null;
  if (found === null) return undefined;
  const [year, month, day, hour, minute, second, micros] = found.slice(1).map(Number) as [number, number, number, number, number, number, number];
  const date = new Date(0);
  // Unlike Date.UTC this knows the years below 100.
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const isThere = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (year < 1 || !isThere || hour > 23 || minute > 59 || second > 59) return undefined;
  return BigInt(date.getTime()) * 1000n + BigInt(micros);
}

/** The moment of a time whose form was checked. */
export function at(text: string): Instant {
  const found = instantOf(text);
  if (found === undefined) throw new RangeError("no time");
  return found;
}

export const FIRST = at("0001-01-01T00:00:00.000000Z");
export const LAST = at("9999-12-31T23:59:59.999999Z");

/** A moment so much later; RangeError past the end of 9999. */
export function later(from: Instant, by: bigint): Instant {
  if (from + by > LAST) throw new RangeError("beyond the year 9999");
  return from + by;
}

export const seconds = (count: number): bigint => BigInt(count) * SECOND;
export const earliest = (one: Instant, other: Instant): Instant => (one < other ? one : other);
export const latest = (one: Instant, other: Instant): Instant => (one > other ? one : other);
