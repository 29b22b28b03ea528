// What a check asks of values that nobody has looked at yet, and how it says that they are not so.
export type Json = null | boolean | number | string | Json[] | Fields;
export interface Fields {
  [name: string]: Json;
}
export type Check = "chain" | "seals" | "chance" | "replay";

/** Where a file does not hold: the check, the version of the event (0 is the first line), and why. */
export interface Fault {
  readonly check: Check;
  readonly version: number;
  readonly reason: string;
}

/** Something is not as it has to be. Whoever catches it knows at which event. The reason may quote what is sealed. */
export class Broken extends Error {
  constructor(
    readonly reason: string,
    readonly check: Check = "replay",
  ) {
    super(reason);
  }
}

/** Go on where this holds; `Broken` where it does not. */
export function need(holds: boolean, reason: string, check: Check = "replay"): asserts holds {
  if (!holds) throw new Broken(reason, check);
}

export const isFields = (value: Json | undefined): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isCount = (value: Json | undefined): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
export const isText = (value: Json | undefined): value is string => typeof value === "string";
export const isDigest = (value: Json | undefined): value is string => isText(value) && /^[0-9a-f]{64}$/.test(value);
export const isMatchId = (value: Json | undefined): value is string =>
  isText(value) && /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value);
/** The signature of a beacon's round: a point of the first group, or of the second. */
export const isSignature = (value: Json | undefined): value is string =>
  isText(value) && /^(?:[0-9a-f]{96}|[0-9a-f]{192})$/.test(value);
/** Counts that rise: who may open a seal. */
export const isAudience = (value: Json | undefined): value is number[] =>
  Array.isArray(value) && value.every((one, place) => isCount(one) && (place === 0 || one > (value[place - 1] as number)));

/** Whether an object has exactly these fields; those with a question mark may be missing. */
export function hasFields(value: Fields, ...names: string[]): boolean {
  const wanted = names.filter((name) => !name.endsWith("?"));
  const known = new Set(names.map((name) => name.replace("?", "")));
  return wanted.every((name) => Object.hasOwn(value, name)) && Object.keys(value).every((name) => known.has(name));
}
