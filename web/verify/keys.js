/**
 * Numbers of chance, as games/core/chance.py draws them from a match's keys, and the keys from its seed.
 *
 * @typedef {import("../types.js").Json} Json
 * @typedef {Awaited<ReturnType<typeof signer>>} Key
 */
import { canon } from "./canon.js";
import { sha256, signer, unhex, utf8 } from "./digests.js";
import { need } from "./report.js";

const WORD = 1n << 64n;

/**
 * `HMAC-SHA256(seed, canonical [match, entropies in seat order])` as a key; with a beacon's signature (hex) its SHA-256, in hex,
 * stands for the entropies.
 * @param {string} seed
 * @param {string} match
 * @param {Json[]} entropies
 * @param {string} [beacon]
 */
export async function derived(seed, match, entropies, beacon) {
  const sign = await signer(unhex(seed)), given = beacon === undefined ? entropies : await sha256(unhex(beacon));
  return signer(new Uint8Array(await sign(utf8(canon([match, given])))));
}

/**
 * Draw `draw`, one of `sides`.
 * @param {Key} key
 * @param {number} draw
 * @param {number} sides
 */
export async function below(key, draw, sides) {
  const n = BigInt(sides);
  // Words at or over the largest multiple of n are thrown away, or small values would come too often.
  const fair = n * (WORD / n);
  for (let attempt = 0; ; attempt += 1) {
    const block = new DataView(new ArrayBuffer(12));
    block.setBigUint64(0, BigInt(draw));
    block.setUint32(8, attempt);
    const word = new DataView(await key(new Uint8Array(block.buffer))).getBigUint64(0);
    if (word < fair) return Number(word % n);
  }
}

/**
 * @param {unknown} text
 * @returns {string} 32 bytes in hex
 */
export function seedOf(text) {
  need(typeof text === "string" && /^\s*(?:[0-9a-fA-F]{2}\s*)*$/.test(text), "seedNoHex");
  need(/^[0-9a-f]{64}$/.test(text), "seedNoBytes");
  return text;
}
