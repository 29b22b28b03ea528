// The match file byte by byte (docs/format.md, "The file").
import { fromCanonical } from "./canonical.js";
import { Broken, hasFields, isCount, isFields, isText, need, type Fault, type Fields, type Json } from "./claims.js";

export interface Opening extends Fields {
  index: number;
  salt: string;
  part: Fields;
}

/** One event. Of the envelope and the openings nothing is known before the chain and the seals are checked. */
export interface Entry {
  readonly envelope: Fields;
  readonly hash: string;
  readonly openings: readonly Fields[];
}

export interface MatchFile {
  readonly match: string;
  readonly game: string;
  readonly rules: string;
  readonly redactedFor: null | "spectator" | number;
  readonly entries: readonly Entry[];
  readonly version: number;
  readonly head: string;
  readonly complete: boolean;
}

/** The bytes are no match file. */
export class NotAMatchFile extends Error {
  constructor(readonly fault: Fault) {
    super(fault.reason);
  }
}

export const LARGEST = 64 * 1024 * 1024;
const LONGEST_LINE = 1024 * 1024;
const MOST_EVENTS = 30_000;
const MOST_VALUES = 4_000_000;
const FORMATS = ["tabularium/1", "tabularium/2", "tabularium/3", "tabularium/4", "tabularium/5"];
const OF_THE_SECOND = new Set(["take_back_asked", "take_back_agreed", "take_back_refused", "moves_taken_back"]);
const [LINE_FEED, COMMA, BRACKET, BRACE] = [0x0a, 0x2c, 0x5b, 0x7b];

function refuse(version: number, reason: string): never {
  throw new NotAMatchFile({ check: "chain", version, reason });
}

/** What a file says, once its form is found to be that of one; `NotAMatchFile` where it is not. */
export function read(data: Uint8Array): MatchFile {
  const lines = split(data);
  const last = lines.length - 1;
  const header = line(lines, 0, isHeader, "the first line is not that of a match file");
  const entries: Entry[] = [];
  for (let number = 1; number < last; number++) {
    entries.push(line(lines, number, isEntry, "the line of an event has envelope, hash and openings") as unknown as Entry);
  }
  if (header["format"] !== formatOf(entries)) refuse(0, `the format is not ${formatOf(entries)}`);
  const footer = line(lines, last, isFooter, "the last line is not that of a match file");
  return {
    match: header["match"] as string,
    game: header["game"] as string,
    rules: header["rules"] as string,
    redactedFor: header["redacted_for"] as MatchFile["redactedFor"],
    entries,
    version: footer["version"] as number,
    head: footer["head"] as string,
    complete: footer["complete"] as boolean,
  };
}

function split(data: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0, values = 0;
  for (let at = 0; at < data.length; at++) {
    const byte = data[at];
    if (byte === COMMA || byte === BRACKET || byte === BRACE) values += 1;
    if (byte !== LINE_FEED) continue;
    lines.push(data.subarray(start, at));
    start = at + 1;
  }
  if (lines.length > MOST_EVENTS + 2) refuse(MOST_EVENTS, `a match has at most ${MOST_EVENTS} events`);
  const long = [...lines, data.subarray(start)].findIndex((one) => one.length > LONGEST_LINE);
  if (long >= 0) refuse(long, `a line has at most ${LONGEST_LINE} bytes`);
  if (values > MOST_VALUES) refuse(0, `a match has at most ${MOST_VALUES} values`);
  if (start < data.length || lines.length < 3) refuse(Math.max(lines.length - 1, 0), "the file ends in mid-line");
  return lines;
}

function line(lines: Uint8Array[], number: number, fits: (value: Fields) => boolean, reason: string): Fields {
  try {
    const value: Json = fromCanonical(lines[number] as Uint8Array);
    need(isFields(value), "the line is no object", "chain");
    need(fits(value), reason, "chain");
    return value;
  } catch (error) {
    // The last line belongs to the last event.
    if (error instanceof Broken) refuse(Math.min(number, lines.length - 2), error.reason);
    throw error;
  }
}

function isHeader(value: Fields): boolean {
  if (!hasFields(value, "format", "match", "game", "rules", "redacted_for")) return false;
  const redacted = value["redacted_for"];
  const isKnown = FORMATS.includes(value["format"] as string) && [value["match"], value["game"], value["rules"]].every(isText);
  return isKnown && (redacted === null || redacted === "spectator" || isCount(redacted));
}

function isEntry(value: Fields): boolean {
  if (!hasFields(value, "envelope", "hash", "openings")) return false;
  const openings = value["openings"];
  return isFields(value["envelope"]) && isText(value["hash"]) && Array.isArray(openings) && openings.every(isFields);
}

function isFooter(value: Fields): boolean {
  if (!hasFields(value, "version", "head", "complete")) return false;
  return isCount(value["version"]) && isText(value["head"]) && typeof value["complete"] === "boolean";
}

/** The first format that knows all that the file has; the shapes in it are unknown still. */
function formatOf(entries: readonly Entry[]): string {
  const first = entries[0] as Entry;
  const origins = first.openings.flatMap(({ part }) =>
    isFields(part) && Array.isArray(part["origins"]) ? part["origins"] : [],
  );
  const told = [first.envelope["data"], ...origins].filter((one) => isFields(one));
  if (told.some((one) => Object.hasOwn(one, "open_draws"))) return "tabularium/5";
  if (entries.some(({ envelope }) => envelope["type"] === "key_bound")) return "tabularium/4";
  if (told.some((one) => Object.hasOwn(one, "beacon"))) return "tabularium/3";
  return entries.some(({ envelope }) => OF_THE_SECOND.has(envelope["type"] as string)) ? "tabularium/2" : "tabularium/1";
}
