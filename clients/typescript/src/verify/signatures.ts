// Keys of seats, and the signatures of their players' moves (docs/format.md, "Signed moves").
import { canonBytes } from "./canonical.js";
import type { Envelope } from "./chain.js";
import { hasFields, isCount, isDigest, isFields, isText, need, type Fields, type Json } from "./claims.js";
import { fromHex, hex } from "./digests.js";
import type { Entry } from "./matchfile.js";
import type { Sent } from "./moves.js";
import type { Standing } from "./standing.js";

const ED25519 = { name: "Ed25519" };
export const MOST_KEYS = 8;

export const isSignatureOfKey = (value: Json | undefined): value is string => isText(value) && /^[0-9a-f]{128}$/.test(value);

/** Points of small order have signatures that fit every content; such as are not written in their one form are no keys. */
const PRIME = 2n ** 255n - 19n;
const OF_SMALL_ORDER = new Set([0n, 1n, PRIME - 1n, ...[
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
].map(number)]);

/** 32 bytes, the lowest first. */
function number(text: string): bigint {
  return BigInt(`0x${hex(fromHex(text).reverse())}`);
}

function isPoint(text: string): boolean {
  const height = number(text) & (2n ** 255n - 1n);
  return height < PRIME && !OF_SMALL_ORDER.has(height);
}

/** A key of a seat: whether an earlier one vouches for it, back to the first; undefined of the first of its seat. */
export interface KeyUse {
  readonly seat: number;
  readonly key: string;
  readonly version: number;
  readonly isVouched: boolean | undefined;
  moves: number;
}

/** The keys that were bound, what they have signed, and the seats that signed and got another player. */
export class KeyBook {
  readonly uses: KeyUse[] = [];
  readonly handedOn: (readonly [seat: number, version: number])[] = [];
  private readonly held = new Map<number, KeyUse[]>();

  bound({ seat, version, data }: Envelope): void {
    const at = seat as number, known = this.held.get(at) ?? [], voucher = (data["vouched"] as Fields | undefined)?.["key"];
    const isVouched = known.some((one, place) => one.key === voucher && (place === 0 || one.isVouched === true));
    const isFirst = this.uses.every((one) => one.seat !== at);
    const use = { seat: at, key: data["key"] as string, version, isVouched: isFirst ? undefined : isVouched, moves: 0 };
    this.uses.push(use);
    this.held.set(at, [...known, use]);
  }

  handed({ seat, version }: Envelope): void {
    if (this.held.delete(seat as number)) this.handedOn.push([seat as number, version]);
  }

  signed(seat: number, key: string): void {
    const use = this.held.get(seat)?.find((one) => one.key === key);
    if (use) use.moves += 1;
  }
}

/** Whether a signature of this content is by this key; a platform that cannot tell throws. */
async function holds(key: string, signature: string, content: Json): Promise<boolean> {
  if (!isPoint(key) || !isPoint(signature.slice(0, key.length))) return false;
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

/** The key that has signed a move, if any; `Broken` unless it is signed as its seat has to; "" where that resigns unsigned. */
export async function checkSigned(
  standing: Standing, envelope: Envelope, { seat, by, body }: Sent, signed: Json | undefined, entries: readonly Entry[],
): Promise<string | undefined> {
  const keys = by === "player" ? (standing.keys.get(seat) ?? []) : [];
  if (keys.length === 0) {
    need(signed === undefined, "a signature stands beside moves alone that a player signs");
    return undefined;
  }
  if (signed === undefined && body["type"] === "resign" && Object.keys(body).length === 1) return "";
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
  return keys[found.indexOf(true)];
}
