// Envelopes, the chain of their hashes, and what the first and the last line say (docs/format.md, "Events").
import { canonBytes } from "./canonical.js";
import {
  Broken, hasFields, isAudience, isCount, isDigest, isFields, isMatchId, isText, need, type Fault, type Fields, type Json,
} from "./claims.js";
import { hex, prefixed, sha256, utf8 } from "./digests.js";
import type { Entry, MatchFile } from "./matchfile.js";
import { instantOf } from "./times.js";

const DOMAIN = utf8("tabularium/event/1");
const FIELDS = ["match", "version", "type", "schema", "seat", "by", "at", "move", "draws", "data", "seals"];
const AUTHORS: Json[] = ["player", "bot", "clock", "system"];
export const ENDS = new Set(["match_ended", "match_cancelled"]);

export interface Draws extends Fields {
  first: number;
  count: number;
}

export interface Seal extends Fields {
  audience: number[];
  digest: string;
}

/** An envelope whose form was checked. */
export interface Envelope {
  readonly match: string;
  readonly version: number;
  readonly type: string;
  readonly schema: number;
  readonly seat: number | null;
  readonly by: "player" | "bot" | "clock" | "system";
  readonly at: string;
  readonly move: number | null;
  readonly draws: Draws | null;
  readonly data: Fields;
  readonly seals: readonly Seal[];
}

/** The first event that has not its form, place, time or hash; then whether first and last line are about this match. */
export async function checkChain(file: MatchFile): Promise<Fault | undefined> {
  let previous: Uint8Array<ArrayBuffer> = new Uint8Array(32), before = "";
  for (const [place, entry] of file.entries.entries()) {
    try {
      const envelope = shaped(entry.envelope);
      need(envelope.match === file.match, "the event is of another match", "chain");
      need(envelope.version === place + 1, "the version is not the next", "chain");
      need(envelope.at >= before, "the time goes back", "chain");
      before = envelope.at;
      previous = await sha256(prefixed(DOMAIN, previous, canonBytes(entry.envelope)));
      need(hex(previous) === entry.hash, "the hash does not follow from the event and the hash before it", "chain");
    } catch (error) {
      if (error instanceof Broken) return { check: "chain", version: place + 1, reason: error.reason };
      throw error;
    }
  }
  return ends(file, hex(previous));
}

/** The envelope, which is of its form; `Broken` where it is not. */
export function shaped(envelope: Fields): Envelope {
  need(hasFields(envelope, ...FIELDS), "the envelope has not its fields", "chain");
  const { version, type, schema, seat, by, at, move, draws, data, seals } = envelope;
  need(isCount(version), "the version is no number", "chain");
  need(isText(type) && /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(type), "the type is not in snake case", "chain");
  need(isCount(schema) && schema >= 1, "the schema is no number from 1", "chain");
  need(seat === null || isCount(seat), "the seat is no number", "chain");
  need(AUTHORS.includes(by as Json), "nobody of that name writes events", "chain");
  need(instantOf(at) !== undefined, "the time is none", "chain");
  need(move === null || (isCount(move) && move >= 1), "the move is no number from 1", "chain");
  need(draws === null || areDraws(draws), "the draws are not first and count", "chain");
  need(isFields(data), "the data is no object", "chain");
  need(Array.isArray(seals) && seals.every(isSeal), "the seals are not of their form", "chain");
  return envelope as unknown as Envelope;
}

function areDraws(value: Json | undefined): boolean {
  if (!isFields(value) || !hasFields(value, "first", "count")) return false;
  return isCount(value["first"]) && isCount(value["count"]) && value["count"] >= 1;
}

const isSeal = (value: Json): boolean =>
  isFields(value) && hasFields(value, "audience", "digest") && isDigest(value["digest"]) && isAudience(value["audience"]);

function ends(file: MatchFile, head: string): Fault | undefined {
  const data = (file.entries[0] as Entry).envelope["data"] as Fields;
  const last = file.entries.at(-1) as Entry;
  const fault = (version: number, reason: string): Fault => ({ check: "chain", version, reason });
  if (!isMatchId(file.match) || data["game"] !== file.game || data["rules"] !== file.rules) {
    return fault(0, "the first line names another match than the first event");
  }
  const { redactedFor } = file, seats = data["seats"];
  if (typeof redactedFor === "number" && !(isCount(seats) && redactedFor < seats)) {
    return fault(0, "the first line names a seat that the match has not");
  }
  const isTrue = file.version === file.entries.length && file.head === head;
  if (isTrue && file.complete === ENDS.has(last.envelope["type"] as string)) return undefined;
  return fault(file.entries.length, "the last line is not about the last event");
}
