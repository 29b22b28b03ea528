/**
 * Sealed parts against the digests that stand for them, as games/verify/seals.py checks them.
 *
 * @typedef {import("./matchfile.js").MatchFile} MatchFile
 * @typedef {import("./matchfile.js").Fields} Fields
 * @typedef {import("./matchfile.js").Entry} Entry
 * @typedef {import("./report.js").Flaw} Flaw
 */
import { canon } from "./canon.js";
import { sealDigest } from "./digests.js";
import { hasKeys, isCount, isObject } from "./matchfile.js";
import { firstFlaw, need } from "./report.js";

const SALT = /^[0-9a-f]{32}$/;

/**
 * Whether every part that is open has its seal, and exactly those are open that the first line says.
 * @param {MatchFile} file
 * @param {() => Promise<void>} breathe
 * @returns {Promise<"ok" | "sealed" | Flaw>}
 */
export async function check(file, breathe) {
  const hides = file.redactedFor !== null;
  const ended = file.entry(file.length - 1).envelope.type === "match_ended";
  if (hides && ended) return { check: "seals", version: 0, reason: "hidesAfterEnd", value: "" };
  const judge = (/** @type {number} */ version) => checkOpenings(file, file.entry(version - 1), version);
  return (await firstFlaw("seals", file.length, breathe, judge)) ?? (hides ? "sealed" : "ok");
}

/**
 * @param {MatchFile} file
 * @param {Entry} entry
 * @param {number} version
 */
async function checkOpenings(file, entry, version) {
  const seals = /** @type {{ audience: number[], digest: string }[]} */ (entry.envelope.seals);
  for (const opening of entry.openings) {
    const { index, salt, part } = opening;
    need(hasKeys(opening, ["index", "part", "salt"]) && isCount(index), "noOpening");
    const seal = seals[index];
    need(seal, "neverSealed");
    need(isObject(part), "partNoObject");
    need(typeof salt === "string" && SALT.test(salt), "noSalt");
    const content = canon([file.match, version, index, seal.audience, part]);
    need((await sealDigest(salt, content)) === seal.digest, "otherPart");
  }
  const expected = [...seals.keys()].filter((index) => isOpen(file.redactedFor, seals[index]?.audience ?? []));
  need(entry.openings.map(({ index }) => index).join() === expected.join(), "othersOpen");
}

/**
 * @param {MatchFile["redactedFor"]} redactedFor
 * @param {number[]} audience
 */
const isOpen = (redactedFor, audience) =>
  redactedFor === null || (redactedFor !== "spectator" && audience.includes(redactedFor));
