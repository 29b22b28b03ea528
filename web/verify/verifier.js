/**
 * Checks a match file in the browser: chain, seals and, as far as that goes without the rules, chance and the course of the
 * match. The same verdicts as `python -m games.verify` (docs/proving.md), which also plays every move again: that is not done here.
 *
 * @typedef {import("./report.js").Report} Report
 * @typedef {import("./report.js").Flaw} Flaw
 * @typedef {import("./matchfile.js").MatchFile} MatchFile
 * @typedef {import("./digests.js").Bytes} Bytes
 * @typedef {{ is: "tooLarge" | "gaveUp" } | { is: "refused", flaw: Flaw } | { is: "done", report: Report, kept: boolean }} Answer
 */
import * as chain from "./chain.js";
import * as chance from "./chance.js";
import { read } from "./matchfile.js";
import { NotAMatchFile, TooLarge } from "./report.js";
import * as seals from "./seals.js";

/** How long, in milliseconds, the page may stand still. */
const BREATH = 12;

/** A browser has WebCrypto only where the address is https, or its own machine. */
export const canVerify = () => globalThis.crypto?.subtle !== undefined;

/**
 * The report on the bytes of a match file; `NotAMatchFile` or `TooLarge`. With `head`, a hash that was kept elsewhere, also
 * whether the match goes by or through it. It works in short turns, so the page stays alive meanwhile.
 *
 * @param {Bytes} data
 * @param {string | null} [head]
 * @returns {Promise<Report>}
 */
export async function verify(data, head = null) {
  const breathe = breather();
  const file = await read(data, breathe);
  const about = { ...told(file), ...(await counted(file, head, breathe)) };
  const linked = (await chain.check(file, breathe)) ?? kept(file, about.isKept);
  // What has no shape cannot be looked at any further.
  if (linked && !(await chain.isShaped(file, breathe)))
    return { ...about, checks: { chain: linked, seals: linked, chance: linked, replay: linked } };
  const sealed = await seals.check(file, breathe);
  const { chance: drawn, replay, ...course } = await chance.check(file, breathe);
  return { ...about, ...course, checks: { chain: linked ?? "ok", seals: sealed, chance: drawn, replay } };
}

/**
 * What becomes of any bytes at all. A file may be made to trip the verifier itself: then nothing in it is proved, and "gaveUp"
 * says so.
 *
 * @param {Bytes} data
 * @param {string | null} head
 * @returns {Promise<Answer>}
 */
export async function judged(data, head) {
  try {
    return { is: "done", report: await verify(data, head), kept: head !== null };
  } catch (error) {
    if (error instanceof NotAMatchFile) return { is: "refused", flaw: error.flaw };
    if (error instanceof TooLarge) return { is: "tooLarge" };
    console.error(error);
    return { is: "gaveUp" };
  }
}

/**
 * @param {MatchFile} file
 * @param {boolean} isKept
 * @returns {Flaw | null}
 */
const kept = (file, isKept) => (isKept ? null : { check: "chain", version: file.length, reason: "otherHead", value: "" });

/** @param {MatchFile} file */
const told = ({ match, game, rules, length, complete, entry }) =>
  ({ match, game, rules, version: length, head: entry(length - 1).hash, complete, draws: 0, redrawn: 0, isStarted: false,
    beacon: null, signed: null,
    event: (/** @type {number} */ version) => entry(version - 1).envelope,
    hash: (/** @type {number} */ version) => entry(version - 1).hash });

/**
 * How many parts are sealed, how many of them open, and whether the match goes through the head that was kept, if one was.
 * @param {MatchFile} file
 * @param {string | null} head
 * @param {() => Promise<void>} breathe
 */
async function counted(file, head, breathe) {
  let seals = 0, opened = 0, isKept = head === null;
  for (let index = 0; index < file.length; index += 1) {
    const { envelope, hash, openings } = file.entry(index);
    seals += Array.isArray(envelope.seals) ? envelope.seals.length : 0;
    opened += openings.length;
    isKept ||= hash === head;
    await breathe();
  }
  return { seals, opened, isKept };
}

/** Waits a moment where the last pause was too long ago. */
function breather() {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < BREATH) return;
    await new Promise((done) => setTimeout(done));
    since = performance.now();
  };
}
