// Opened parts against the digests that stand for them (docs/format.md, "Seals").
import { canonBytes } from "./canonical.js";
import { Broken, hasFields, isCount, isFields, isText, need, type Fault, type Fields } from "./claims.js";
import type { Envelope, Seal } from "./chain.js";
import { fromHex, hex, prefixed, sha256, utf8 } from "./digests.js";
import type { Entry, MatchFile } from "./matchfile.js";

const DOMAIN = utf8("tabularium/seal/1");

/** Whether each part that is open was sealed so, and exactly those are open that the first line says. */
export async function checkSeals(file: MatchFile): Promise<"ok" | "sealed" | Fault> {
  const { redactedFor } = file;
  if (redactedFor !== null && file.entries.at(-1)?.envelope["type"] === "match_ended") {
    return { check: "seals", version: 0, reason: "a match that has ended hides nothing" };
  }
  for (const [place, entry] of file.entries.entries()) {
    try {
      await checkOpenings(file, entry, place + 1);
    } catch (error) {
      if (error instanceof Broken) return { check: "seals", version: place + 1, reason: error.reason };
      throw error;
    }
  }
  return redactedFor === null ? "ok" : "sealed";
}

async function checkOpenings(file: MatchFile, entry: Entry, version: number): Promise<void> {
  const envelope = entry.envelope as unknown as Envelope;
  for (const opening of entry.openings) {
    need(hasFields(opening, "index", "salt", "part") && isCount(opening["index"]), "an opening is index, salt and part", "seals");
    const seal = envelope.seals[opening["index"]];
    need(seal !== undefined, "a part is opened that was never sealed", "seals");
    need(isFields(opening["part"]), "an opened part is no object", "seals");
    const digest = await digestOf(file.match, version, opening, seal);
    need(digest === seal.digest, "an opened part is not the one that was sealed", "seals");
  }
  const open = envelope.seals.flatMap((seal, index) => (isOpen(file.redactedFor, seal) ? [index] : []));
  const isAsSaid = open.length === entry.openings.length && open.every((index, place) => entry.openings[place]?.["index"] === index);
  need(isAsSaid, "other parts are open than the first line says", "seals");
}

async function digestOf(match: string, version: number, { index, salt, part }: Fields, seal: Seal): Promise<string> {
  need(isText(salt) && /^[0-9a-f]{32}$/.test(salt), "a salt is not 16 bytes in hex", "seals");
  const content = canonBytes([match, version, index as number, seal.audience, part as Fields]);
  return hex(await sha256(prefixed(DOMAIN, fromHex(salt), content)));
}

const isOpen = (redactedFor: MatchFile["redactedFor"], seal: Seal): boolean =>
  redactedFor === null || (typeof redactedFor === "number" && seal.audience.includes(redactedFor));
