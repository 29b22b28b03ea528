/**
 * Envelopes and the chain of hashes over them, as games/verify/chain.py checks them.
 *
 * @typedef {import("./matchfile.js").MatchFile} MatchFile
 * @typedef {import("./matchfile.js").Fields} Fields
 * @typedef {import("./report.js").Flaw} Flaw
 */
import { canon } from "./canon.js";
import { GENESIS, eventHash } from "./digests.js";
import { hasKeys, isAudience, isCount, isObject } from "./matchfile.js";
import { firstFlaw, flawOf, need } from "./report.js";

const FIELDS = ["at", "by", "data", "draws", "match", "move", "schema", "seals", "seat", "type", "version"];
const AUTHORS = ["player", "bot", "clock", "system"];
export const LAST = ["match_cancelled", "match_ended"];
const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
const MATCH_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z$/;
export const DIGEST = /^[0-9a-f]{64}$/;

/**
 * The first event that has not its form, its place, its time or its hash; then whether first and last line fit.
 * @param {MatchFile} file
 * @param {() => Promise<void>} breathe
 * @returns {Promise<Flaw | null>}
 */
export async function check(file, breathe) {
  return (await firstFlaw("chain", file.length, breathe, (version) => checkLink(file, version)))
    ?? (await flawOf("chain", 0, () => checkFirstLine(file)))
    ?? flawOf("chain", file.length, () => checkLastLine(file));
}

/**
 * An event, against the one before as that stands in the file: if that is wrong, it is found there.
 * @param {MatchFile} file
 * @param {number} version
 */
async function checkLink(file, version) {
  const { envelope, hash } = file.entry(version - 1);
  const before = version > 1 ? file.entry(version - 2) : null;
  checkEnvelope(envelope);
  need(envelope.match === file.match, "otherMatch");
  need(envelope.version === version, "otherVersion", Number(envelope.version));
  const { at } = before?.envelope ?? {};
  need(typeof at !== "string" || String(envelope.at) >= at, "timeGoesBack");
  need(hash === (await eventHash(before?.hash ?? GENESIS, canon(envelope))), "otherHash");
}

/**
 * Whether all envelopes are of the shape of the format.
 * @param {MatchFile} file
 * @param {() => Promise<void>} breathe
 */
export const isShaped = async (file, breathe) =>
  (await firstFlaw("chain", file.length, breathe, (version) => checkEnvelope(file.entry(version - 1).envelope))) === null;

/** @param {Fields} envelope */
function checkEnvelope(envelope) {
  const { version, type, schema, seat, by, at, move, draws, data, seals } = envelope;
  need(hasKeys(envelope, FIELDS), "otherFields");
  need(isCount(version), "versionNoNumber");
  need(is(SNAKE_CASE, type), "typeNoSnakeCase");
  need(isCount(schema) && schema >= 1, "schemaNoNumber");
  need(seat === null || isCount(seat), "seatNoNumber");
  need(typeof by === "string" && AUTHORS.includes(by), "noAuthor");
  need(isTime(at), "noTime");
  need(move === null || (isCount(move) && move >= 1), "moveNoNumber");
  need(draws === null || areDraws(draws), "noDraws");
  need(isObject(data), "dataNoObject");
  need(Array.isArray(seals), "sealsNoList");
  need(seals.every(isSeal), "noSeal");
}

/** @param {MatchFile} file */
function checkFirstLine(file) {
  const data = /** @type {Fields} */ (file.entry(0).envelope.data);
  const named = data.game === file.game && data.rules === file.rules;
  need(is(MATCH_ID, file.match) && named, "firstLineOtherMatch");
  const seat = file.redactedFor;
  need(!isCount(seat) || (isCount(data.seats) && seat < data.seats), "firstLineNoSeat");
}

/** @param {MatchFile} file */
function checkLastLine(file) {
  const { envelope, hash } = file.entry(file.length - 1);
  const fits = file.version === file.length && file.head === hash && file.complete === LAST.includes(String(envelope.type));
  need(fits, "lastLineOther");
}

/**
 * @param {RegExp} form
 * @param {unknown} value
 */
export const is = (form, value) => typeof value === "string" && form.test(value);

/** @param {unknown} value */
function isTime(value) {
  if (typeof value !== "string" || !TIME.test(value) || value.startsWith("0000")) return false;
  const second = new Date(`${value.slice(0, 19)}Z`);
  // A day that the month has not is read as one of the next.
  return !Number.isNaN(second.getTime()) && second.toISOString().startsWith(value.slice(0, 19));
}

/** @param {unknown} value */
const areDraws = (value) =>
  isObject(value) && hasKeys(value, ["count", "first"]) && isCount(value.first) && isCount(value.count) && value.count >= 1;

/** @param {unknown} value */
const isSeal = (value) =>
  isObject(value) && hasKeys(value, ["audience", "digest"]) && is(DIGEST, value.digest) && isAudience(value.audience);
