// Keys of seats, and the signatures of their players' moves (docs/format.md, "Signed moves").
import { canonBytes } from "./canonical.js";
import type { Envelope } from "./chain.js";
import { hasFields, isCount, isDigest, isFields, isText, need, type Fields, type Json } from "./claims.js";
import { fromHex } from "./digests.js";
import type { Entry } from "./matchfile.js";
import type { Sent } from "./moves.js";
import type { Standing } from "./standing.js";

const ED25519 = { name: "Ed25519" };
export const MOST_KEYS = 8;

export const isSignatureOfKey = (value: Json | undefined): value is string => isText(value) && /^[0-9a-f]{128}$/.test(value);

/** Whether a signature of this content is by this key; a platform that cannot tell throws. */
async function holds(key: string, signature: string, content: Json): Promise<boolean> {
  let held: CryptoKey;
  try {
    held = await crypto.subtle.importKey("raw", fromHex(key), ED25519, false, ["verify"]);
  } catch (error) {
    if ((error as Error).name === "NotSupportedError") throw error;
    return false;
  }
  return crypto.subtle.verify(ED25519, held, fromHex(signature), canonBytes(content));
}

/** `Broken` unless the signatures of a binding hold, whose form the table's rules have found right. */
export async function checkBound(envelope: Envelope): Promise<void> {
  const { match, seat, data } = envelope, { key, proof, vouched } = data as { key: string; proof: string; vouched?: Fields };
  const content = ["tabularium/key/1", match, seat, key];
  need(await holds(key, proof, content), "the key has not signed that it is bound");
  if (vouched === undefined) return;
  need(await holds(vouched["key"] as string, vouched["signature"] as string, content), "the earlier key has not signed this one");
}

/** `Broken` unless a move is signed as its seat has to; `unsigned` where the seat resigns without a signature. */
export async function checkSigned(
  standing: Standing, envelope: Envelope, { seat, by, body }: Sent, signed: Json | undefined, entries: readonly Entry[],
): Promise<"unsigned" | undefined> {
  const keys = by === "player" ? (standing.keys.get(seat) ?? []) : [];
  if (keys.length === 0) {
    need(signed === undefined, "a signature stands beside moves alone that a player signs");
    return undefined;
  }
  if (signed === undefined && body["type"] === "resign" && Object.keys(body).length === 1) return "unsigned";
  need(signed !== undefined, "the seat signs its moves, and this one is not signed");
  need(isFields(signed) && hasFields(signed, "version", "head", "signature"), "a signature is version, head and signature");
  const { version, head, signature } = signed;
  need(isCount(version) && version >= 1 && isDigest(head) && isSignatureOfKey(signature), "a signature is version, head and signature");
  need(version < envelope.version, "the move was signed at an event that comes after it");
  need(version >= standing.rewoundAt, "the move was signed before moves were taken back");
  need(entries[version - 1]?.hash === head, "the move was signed for another history");
  const content = ["tabularium/move/1", envelope.match, seat, version, head, body];
  const found = await Promise.all(keys.map((key) => holds(key, signature, content)));
  need(found.includes(true), "the signature of the move is not by a key of its seat");
  return undefined;
}
