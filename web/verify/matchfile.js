/**
 * The match file byte by byte, as games/verify/match_file.py reads it.
 *
 * @typedef {import("../types.js").Json} Json
 * @typedef {import("../types.js").Fields} Fields
 * @typedef {import("./digests.js").Bytes} Bytes
 * @typedef {{ envelope: Fields, hash: string, openings: Fields[] }} Entry
 * @typedef {object} MatchFile
 * @property {string} match
 * @property {string} game
 * @property {string} rules
 * @property {null | number | "spectator"} redactedFor
 * @property {number} length how many events
 * @property {(index: number) => Entry} entry read from its line when it is asked for: all at once would fill the memory
 * @property {number} version the last line's word, as the next two
 * @property {string} head
 * @property {boolean} complete
 */
import { canon } from "./canon.js";
import { Broken, NotAMatchFile, TooLarge, need } from "./report.js";

/** @typedef {import("./report.js").Reason} Reason */

/** A file is of the first format that knows all that it holds. */
const FORMATS = ["tabularium/1", "tabularium/2", "tabularium/3", "tabularium/4", "tabularium/5"];
const NEW_TYPES = new Set(["moves_taken_back", "take_back_agreed", "take_back_asked", "take_back_refused"]);
const HEADER = ["format", "game", "match", "redacted_for", "rules"];
const ENTRY = ["envelope", "hash", "openings"];
const FOOTER = ["complete", "head", "version"];
/** The limits of the command line (docs/proving.md). */
const LARGEST = 64 * 1024 * 1024;
const LONGEST_LINE = 1024 * 1024;
const MOST_EVENTS = 30_000;
const MOST_VALUES = 4_000_000;
const [NEWLINE, COMMA, BRACKET, BRACE] = [10, 44, 91, 123];

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The match file that the bytes are; `NotAMatchFile` or `TooLarge`.
 * @param {Bytes} data
 * @param {() => Promise<void>} breathe
 * @returns {Promise<MatchFile>}
 */
export async function read(data, breathe) {
  if (data.length > LARGEST) throw new TooLarge();
  const ends = lineEnds(data);
  const last = ends.length - 1;
  if (last < 2 || ends[last] !== data.length - 1) refuse(Math.max(last, 0), "midLine");
  /** @param {number} number */
  const bytes = (number) => data.subarray((ends[number - 1] ?? -1) + 1, ends[number]);
  /** @param {number} number */
  const line = (number) => canonical(bytes(number));
  const header = formed(line, 0, last, checkHeader);
  let format = 0;
  for (let number = 1; number < last; number += 1) {
    const { envelope, openings } = formed(line, number, last, checkEntry);
    format = Math.max(format, since(number, /** @type {Fields} */ (envelope), /** @type {Fields[]} */ (openings)));
    await breathe();
  }
  if (header.format !== FORMATS[format]) refuse(0, "otherFormat", FORMATS[format]);
  const footer = formed(line, last, last, checkFooter);
  return /** @type {MatchFile} */ ({
    match: header.match, game: header.game, rules: header.rules, redactedFor: header.redacted_for,
    version: footer.version, head: footer.head, complete: footer.complete,
    length: last - 1,
    entry: (/** @type {number} */ index) => JSON.parse(decoder.decode(bytes(index + 1))),
  });
}

/**
 * The first format, by its place, that knows what an event's line says.
 * @param {number} number
 * @param {Fields} envelope
 * @param {Fields[]} openings
 */
function since(number, envelope, openings) {
  const type = typeof envelope.type === "string" ? envelope.type : "";
  if (number === 1 && tells("open_draws", envelope, openings)) return 4;
  if (type === "key_bound") return 3;
  if (number === 1 && tells("beacon", envelope, openings)) return 2;
  return NEW_TYPES.has(type) ? 1 : 0;
}

/**
 * Whether the first event has this field, or one of the older keys that it seals.
 * @param {string} field
 * @param {Fields} envelope
 * @param {Fields[]} openings
 */
function tells(field, { data }, openings) {
  const older = openings.flatMap(({ part }) => (isObject(part) && Array.isArray(part.origins) ? part.origins : []));
  return [data, ...older].some((one) => isObject(one) && Object.hasOwn(one, field));
}

/**
 * Where the lines end; refuses what is larger than a match can be before any of it is read as JSON.
 * @param {Bytes} data
 */
function lineEnds(data) {
  const ends = [];
  let values = 0, start = 0, tooLong = -1;
  for (let at = 0; at <= data.length; at += 1) {
    const byte = data[at];
    if (byte === COMMA || byte === BRACKET || byte === BRACE) values += 1;
    if (byte !== NEWLINE && byte !== undefined) continue;
    if (at - start > LONGEST_LINE && tooLong < 0) tooLong = ends.length;
    if (byte === NEWLINE) ends.push(at);
    start = at + 1;
  }
  if (ends.length > MOST_EVENTS + 2) refuse(MOST_EVENTS, "tooManyEvents", MOST_EVENTS);
  if (tooLong >= 0) refuse(tooLong, "lineTooLong", LONGEST_LINE);
  // A text may hold these characters too; then it counts for more than it is.
  if (values > MOST_VALUES) refuse(0, "tooManyValues", MOST_VALUES);
  return ends;
}

/**
 * @param {number} version
 * @param {Reason} reason
 * @param {string | number} [value]
 * @returns {never}
 */
function refuse(version, reason, value = "") {
  throw new NotAMatchFile({ check: "chain", version, reason, value });
}

/**
 * @param {(number: number) => Fields} line
 * @param {number} number
 * @param {number} last
 * @param {(value: Fields) => void} check
 */
function formed(line, number, last, check) {
  try {
    const value = line(number);
    check(value);
    return value;
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    // The last line belongs to the last event.
    return refuse(Math.min(number, last - 1), error.reason, error.value);
  }
}

/**
 * @param {Bytes} line
 * @returns {Fields}
 */
function canonical(line) {
  let text, value, same;
  try {
    text = decoder.decode(line);
    value = /** @type {Json} */ (JSON.parse(text));
    same = canon(value) === text;
  } catch {
    throw new Broken("notCanonical");
  }
  need(same, "otherForm");
  need(isObject(value), "noObject");
  return value;
}

/** @param {Fields} value */
function checkHeader(value) {
  need(hasKeys(value, HEADER), "noFirstLine");
  need(typeof value.format === "string" && FORMATS.includes(value.format), "otherFormat", FORMATS[0]);
  need([value.match, value.game, value.rules].every((one) => typeof one === "string"), "noTexts");
  const redacted = value.redacted_for;
  need(redacted === null || redacted === "spectator" || isCount(redacted), "redactedFor");
}

/** @param {Fields} value */
function checkEntry(value) {
  need(hasKeys(value, ENTRY), "noEntry");
  need(isObject(value.envelope) && typeof value.hash === "string", "entryMisshapen");
  need(Array.isArray(value.openings) && value.openings.every(isObject), "openingsNoObjects");
}

/** @param {Fields} value */
function checkFooter(value) {
  need(hasKeys(value, FOOTER), "noLastLine");
  need(isCount(value.version), "lastVersion");
  need(typeof value.head === "string" && typeof value.complete === "boolean", "lastMisshapen");
}

/**
 * @param {Fields} value
 * @param {string[]} names sorted
 */
export const hasKeys = (value, names) => {
  const keys = Object.keys(value).sort();
  return keys.length === names.length && keys.every((key, place) => key === names[place]);
};

/**
 * @param {unknown} value
 * @returns {value is Fields}
 */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * @param {unknown} value
 * @returns {value is number}
 */
export const isCount = (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

/**
 * Whether a value is a list of seats in rising order.
 * @param {unknown} value
 * @returns {value is number[]}
 */
export const isAudience = (value) =>
  Array.isArray(value) && value.every((seat, place) => isCount(seat) && (place === 0 || value[place - 1] < seat));
