/**
 * Numbers of chance, as games/core/chance.py draws them from a match's keys, and the keys from its seed.
 *
 * @typedef {import("../types.js").Json} Json
 * @typedef {Awaited<ReturnType<typeof signer>>} Key
 * @typedef {(draw: number) => Key | Promise<Key>} Keys the key of each draw
 */
import { canon } from "./canon.js";
import { hex, joined, sha256, signer, unhex, utf8 } from "./digests.js";
import { need } from "./report.js";

const WORD = 1n << 64n;
const SECRET = utf8("tabularium/draw/1");
/** So many draws of a match with open draws have secrets of their own. */
export const OPEN_DRAWS = 2048;

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
 * The secret of a draw in a match with open draws; `sign` signs by the seed.
 * @param {Key} sign
 * @param {string} match
 * @param {number} draw
 */
export const secretOf = async (sign, match, draw) =>
  new Uint8Array(await sign(joined([SECRET, utf8(canon([match, draw]))])));

/**
 * The keys of a match: one for all draws, or where draws are open, one for each, made as the other of the draw's secret.
 * @param {string} seed
 * @param {string} match
 * @param {Json[]} entropies
 * @param {string | undefined} beacon
 * @param {boolean} isOpen
 * @returns {Promise<Keys>}
 */
export async function keysOf(seed, match, entropies, beacon, isOpen) {
  const key = await derived(seed, match, entropies, beacon), sign = await signer(unhex(seed));
  if (!isOpen) return () => key;
  return async (draw) =>
    (draw < OPEN_DRAWS ? derived(hex(await secretOf(sign, match, draw)), match, entropies, beacon) : key);
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
