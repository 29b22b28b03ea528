// Sign the moves of a seat, so that nobody else can write one in its name: Ed25519, as docs/proving.md of the service says.
import type { Tabularium } from "./client.js";
import type { GameData, Match } from "./shapes.js";

/** A listed move has its words beside it; they are no part of it, and not signed. Nor is an earlier signature. */
const WORDS = new Set(["label", "labels", "text", "texts", "signed"]);
const NEWEST = 2 ** 31 - 1;
const ED25519 = { name: "Ed25519" };

/** The key of one device. Make it with `extractable` false and keep the pair (in IndexedDB, say), not its bytes. */
export async function newKey(extractable = false): Promise<CryptoKeyPair> {
  return (await crypto.subtle.generateKey(ED25519, extractable, ["sign", "verify"])) as CryptoKeyPair;
}

/** The public half of a key in hex. */
export async function publicKey({ publicKey }: CryptoKeyPair): Promise<string> {
  return hex(await crypto.subtle.exportKey("raw", publicKey));
}

/**
 * Have the service refuse moves of the caller's seat that no key of it has signed, from now on and for good.
 *
 * `vouchedBy` is an earlier key of the seat: without it history says that none vouches for this one.
 */
export async function bind(
  client: Tabularium, match: string, seat: number, pair: CryptoKeyPair, vouchedBy?: CryptoKeyPair,
): Promise<Match> {
  const key = await publicKey(pair), content = ["tabularium/key/1", match, seat, key];
  const vouched = vouchedBy && { key: await publicKey(vouchedBy), signature: await sign(vouchedBy, content) };
  return client.bindKey(match, { key, proof: await sign(pair, content), ...(vouched ? { vouched } : {}) });
}

/** A move as it is posted, with its signature; asks for the latest event, whose hash is signed with it. */
export async function signed(
  client: Tabularium, match: string, seat: number, pair: CryptoKeyPair, move: GameData,
): Promise<GameData> {
  const bare = Object.fromEntries(Object.entries(move).filter(([name]) => !WORDS.has(name)));
  const last = (await client.listEvents(match, { before: NEWEST, limit: 1 })).items.at(-1);
  if (last === undefined) throw new Error("a match has at least one event");
  const { version, hash: head } = last;
  const signature = await sign(pair, ["tabularium/move/1", match, seat, version, head, bare]);
  return { ...bare, signed: { version, head, signature } };
}

async function sign({ privateKey }: CryptoKeyPair, content: unknown): Promise<string> {
  return hex(await crypto.subtle.sign(ED25519, privateKey, new TextEncoder().encode(canonical(content))));
}

/** Canonical JSON: keys in order, no spaces; the service takes integers only. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = value as Record<string, unknown>;
  return `{${Object.keys(fields).sort().map((name) => `${JSON.stringify(name)}:${canonical(fields[name])}`).join(",")}}`;
}

function hex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
