/**
 * Whether the log of all heads has a match as its file tells it, and whether the log has only grown since this browser saw it
 * last; as `games.verify --log` and `games.headlog continues` judge it (docs/proving.md). The service's answers are believed in
 * nothing: it could tell each reader another log.
 *
 * @typedef {import("./signednotes.js").Checkpoint} Checkpoint
 * @typedef {import("../words.js").Words} Words
 * @typedef {Pick<import("./report.js").Report, "match" | "version" | "complete"> & { hash: (version: number) => string }} Match
 *   `hash` is the one after a version, as the file has it
 * @typedef {{ note: string, keys: string[], at: string }} Known a checkpoint that this browser saw, the log's keys, and when
 * @typedef {{ index: number, version: number, head: string, at: string, path: string[] }} Shown an entry of the match
 * @typedef {{ reason: LogReason, version: number, values: Record<string, string | number>, old: string, given: string }} Contradiction
 *   what does not fit; `version` is the event where it shows, 0 for none; `old` and `given` are the checkpoints that tell it
 * @typedef {"misshapen" | "unsigned" | "otherLog" | "wentBack" | "twoStories" | "rewritten" | "notIncluded" | "otherHead"
 *   | "beyond" | "noEntry" | "noEnd" | "otherUnsigned"} LogReason
 * @typedef {object} Found
 * @property {Shown | null} entry the newest of the match; null where a match that goes on has none yet
 * @property {Checkpoint} checkpoint
 * @property {Known | null} since what the browser knew, and the log has continued
 * @property {boolean} isSigned false where this browser cannot check signatures
 * @property {boolean} isCompared whether the checkpoint of another reader was continued too
 * @property {string[]} keys
 * @typedef {{ is: "none" | "unreachable" } | { is: "wrong", wrong: Contradiction } | { is: "found", found: Found }} LogAnswer
 */
import { canon } from "./canon.js";
import { DIGEST, is } from "./chain.js";
import { sha256, utf8 } from "./digests.js";
import { hashesOf, isContinued, leafHash, rootOfInclusion } from "./hashtree.js";
import { isCount, isObject } from "./matchfile.js";
import { readCheckpoint, signers } from "./signednotes.js";

/** How often both answers are asked for until they are of one size: the log grows once a minute. */
const TRIES = 4;

/** Log, match and memory contradict each other. */
class Wrong extends Error {
  /** @param {LogReason} reason @param {Partial<Contradiction>} more */
  constructor(reason, { version = 0, values = {}, old = "", given = "" } = {}) {
    super(reason);
    this.wrong = /** @type {Contradiction} */ ({ reason, version, values, old, given });
  }
}

/**
 * What the log says of a match.
 * @param {Match} match
 * @param {object} by
 * @param {(path: "match" | "log", from?: number) => Promise<unknown>} by.fetched what `GET /matches/{match}/log` and `GET /log` answer
 * @param {Known | null} by.known what this browser saw last
 * @param {string} [by.other] a checkpoint that another reader was given
 * @returns {Promise<LogAnswer>}
 */
export async function check(match, { fetched, known, other = "" }) {
  try {
    const told = await answers(fetched, known);
    if (!told) return { is: "none" };
    const { checkpoint, keys, entries } = told, trusted = known?.keys ?? keys;
    const signed = await signers(checkpoint, trusted);
    if (signed && !signed.length) throw new Wrong("unsigned", { values: { origin: checkpoint.origin }, given: checkpoint.note });
    if (known) await continued(known.note, checkpoint, told.consistency);
    if (other) await compared(other, checkpoint, trusted, fetched);
    const entry = await newest(match, await included(entries, match, checkpoint), checkpoint);
    // A new key is believed from the checkpoint on that a known one has signed beside it.
    const named = (await signers(checkpoint, keys)) ?? keys;
    return { is: "found", found: { entry, checkpoint, since: known, isSigned: signed !== null, isCompared: Boolean(other), keys: named } };
  } catch (error) {
    if (error instanceof Wrong) return { is: "wrong", wrong: error.wrong };
    console.error(error);
    return { is: "unreachable" };
  }
}

/**
 * Entries, keys and proof of one checkpoint; null where no log is kept and none was.
 * @param {(path: "match" | "log", from?: number) => Promise<unknown>} fetched
 * @param {Known | null} known
 */
async function answers(fetched, known) {
  const old = known && readCheckpoint(known.note);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const ofMatch = await fetched("match"), size = sizeOf(ofMatch);
    // Of a size that it has not reached the service proves nothing.
    const ofLog = await fetched("log", old && size !== null && old.size <= size ? old.size : undefined);
    if (!isObject(ofMatch) || !isObject(ofLog)) throw new Wrong("misshapen");
    if (ofMatch.checkpoint === null && !known) return null;
    const checkpoint = readCheckpoint(ofMatch.checkpoint), newest = readCheckpoint(ofLog.checkpoint);
    if (!checkpoint || !newest || !areTexts(ofLog.keys)) throw new Wrong("misshapen", { old: known?.note ?? "" });
    if (checkpoint.size !== newest.size) continue;
    if (checkpoint.root !== newest.root) throw new Wrong("twoStories", two(newest, checkpoint));
    return { checkpoint, keys: ofLog.keys, consistency: hashesOf(ofLog.consistency), entries: ofMatch.entries };
  }
  throw new Error("the log never stood still");
}

/** @param {unknown} answer */
const sizeOf = (answer) => readCheckpoint(isObject(answer) ? answer.checkpoint : null)?.size ?? null;

/** @param {unknown} value @returns {value is string[]} */
const areTexts = (value) => Array.isArray(value) && value.every((one) => typeof one === "string");

/** @param {Checkpoint} old @param {Checkpoint} given */
const two = (old, given) => ({ old: old.note, given: given.note,
  values: { origin: given.origin, size: given.size, known: old.size, other: old.origin, gone: old.size - given.size } });

/**
 * Goes on if a checkpoint continues an older one.
 * @param {string} note @param {Checkpoint} given @param {string[] | null} path
 */
async function continued(note, given, path) {
  const old = readCheckpoint(note);
  if (!old) return;
  const both = two(old, given);
  if (old.origin !== given.origin) throw new Wrong("otherLog", both);
  if (old.size > given.size) throw new Wrong("wentBack", both);
  if (old.size === given.size && old.root !== given.root) throw new Wrong("twoStories", both);
  if (!path || !(await isContinued(old, given, path))) throw new Wrong("rewritten", both);
}

/**
 * Goes on if a checkpoint that another reader was given is of the same log.
 * @param {string} told @param {Checkpoint} given @param {string[]} keys
 * @param {(path: "match" | "log", from?: number) => Promise<unknown>} fetched
 */
async function compared(told, given, keys, fetched) {
  const other = readCheckpoint(`${told.trim()}\n`);
  const signed = other && (await signers(other, keys));
  // What nobody has signed is nobody's word: it tells nothing against the log.
  if (!other || (signed && !signed.length)) throw new Wrong("otherUnsigned");
  const answer = other.size < given.size ? await fetched("log", other.size) : { consistency: [] };
  const grown = readCheckpoint(isObject(answer) ? answer.checkpoint : null);
  if (grown && grown.size !== given.size) throw new Error("the log has grown meanwhile");
  await continued(other.note, given, isObject(answer) ? hashesOf(answer.consistency) : null);
}

/**
 * The entries that the service tells of a match, each shown to be in the log.
 * @param {unknown} told @param {Match} match @param {Checkpoint} checkpoint
 */
async function included(told, match, checkpoint) {
  if (!Array.isArray(told)) throw new Wrong("misshapen", { given: checkpoint.note });
  const found = told.map(shown), digest = await sha256(utf8(match.match));
  for (const one of found) {
    if (!one) throw new Wrong("misshapen", { given: checkpoint.note });
    const leaf = await leafHash(utf8(canon({ match: digest, version: one.version, head: one.head })));
    if ((await rootOfInclusion(leaf, one.index, checkpoint.size, one.path)) !== checkpoint.root)
      throw new Wrong("notIncluded", { version: one.version, values: { index: one.index, size: checkpoint.size }, given: checkpoint.note });
  }
  return /** @type {Shown[]} */ (found);
}

/** @param {unknown} told @returns {Shown | null} */
function shown(told) {
  if (!isObject(told)) return null;
  const { index, version, head, logged_at } = told, path = hashesOf(told.path);
  const isEntry = isCount(index) && isCount(version) && version > 0 && is(DIGEST, head) && path;
  return isEntry ? { index, version, head: String(head), at: String(logged_at), path } : null;
}

/**
 * The entry of the highest version that the file has; null where a match that goes on has none yet.
 * @param {Match} match @param {Shown[]} entries @param {Checkpoint} checkpoint
 */
async function newest(match, entries, checkpoint) {
  const given = checkpoint.note;
  let found = /** @type {Shown | null} */ (null);
  for (const one of [...entries].sort((one, other) => one.version - other.version)) {
    const { index, version } = one, values = { index };
    if (version <= match.version && match.hash(version) !== one.head) throw new Wrong("otherHead", { version, values, given });
    // The file of a match that goes on may have been fetched before the day's close.
    if (version > match.version && (match.complete || !found))
      throw new Wrong("beyond", { version: match.version, values: { index, later: version }, given });
    if (version <= match.version) found = one;
  }
  if (match.complete && !found) throw new Wrong("noEntry", { given });
  if (match.complete && found && found.version < match.version) throw new Wrong("noEnd", { version: match.version, given });
  return found;
}
