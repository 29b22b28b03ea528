/**
 * Proofs of Merkle trees (RFC 6962), as games/headlog/hash_tree.py checks them. Numbers of leaves are whole numbers below 2^53,
 * which the browser's operators on bits would cut.
 *
 * @typedef {import("./digests.js").Bytes} Bytes
 */
import { hex, joined, sha256, unhex } from "./digests.js";

/** No tree that anybody makes is higher, so a longer proof is none. */
export const MOST_HASHES = 63;
const [LEAF, NODE] = [new Uint8Array([0]), new Uint8Array([1])];
const EMPTY_ROOT = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** The hash of an entry, in hex as all hashes here. @param {Bytes} entry */
export const leafHash = (entry) => sha256(joined([LEAF, entry]));

/** @param {string} left @param {string} right */
const nodeHash = (left, right) => sha256(joined([NODE, unhex(left), unhex(right)]));

/**
 * The root over leaves whose number is a power of two.
 * @param {Bytes[]} leaves
 */
export async function completeRoot(leaves) {
  let hashes = await Promise.all(leaves.map(leafHash));
  while (hashes.length > 1) {
    const below = hashes, pairs = Array.from({ length: below.length / 2 }, (_, at) => below.slice(2 * at, 2 * at + 2));
    hashes = await Promise.all(pairs.map(([left, right]) => nodeHash(left ?? "", right ?? "")));
  }
  return hashes[0] ?? EMPTY_ROOT;
}

/** @param {number} one */
const isOdd = (one) => one % 2 === 1;
/** @param {number} one */
const half = (one) => Math.floor(one / 2);

/**
 * The root that a proof of inclusion leads to; null where it does not fit index and size (RFC 9162, 2.1.3.2).
 * @param {string} leaf @param {number} index @param {number} size @param {string[]} path
 */
export async function rootOfInclusion(leaf, index, size, path) {
  if (index >= size || path.length > MOST_HASHES) return null;
  let at = index, last = size - 1, found = leaf;
  for (const sibling of path) {
    if (last === 0) return null;
    if (isOdd(at) || at === last) {
      found = await nodeHash(sibling, found);
      while (!isOdd(at) && at) [at, last] = [half(at), half(last)];
    } else found = await nodeHash(found, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? found : null;
}

/**
 * Whether a proof of consistency shows that a tree continues an older one (RFC 9162, 2.1.4.2).
 * @param {{ size: number, root: string }} old @param {{ size: number, root: string }} grown @param {string[]} path
 */
export async function isContinued(old, grown, path) {
  if (old.size > grown.size || path.length > MOST_HASHES) return false;
  if (grown.size === old.size) return !path.length && old.root === grown.root && (grown.size > 0 || grown.root === EMPTY_ROOT);
  if (old.size === 0) return !path.length && old.root === EMPTY_ROOT;
  const [first, ...hashes] = isPowerOfTwo(old.size) ? [old.root, ...path] : path;
  if (first === undefined) return false;
  let at = old.size - 1, last = grown.size - 1;
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  let before = first, after = first;
  for (const sibling of hashes) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      [before, after] = [await nodeHash(sibling, before), await nodeHash(sibling, after)];
      while (!isOdd(at) && at) [at, last] = [half(at), half(last)];
    } else after = await nodeHash(after, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && before === old.root && after === grown.root;
}

/** @param {number} one */
function isPowerOfTwo(one) {
  while (!isOdd(one)) one = half(one);
  return one === 1;
}

/**
 * Hashes in Base64, in hex; null where one is none, or there are more than any proof has.
 * @param {unknown} told
 */
export function hashesOf(told) {
  if (!Array.isArray(told) || told.length > MOST_HASHES) return null;
  const found = told.map((one) => (typeof one === "string" ? base64(one) : null));
  return found.every((one) => one?.length === 32) ? found.map((one) => hex(/** @type {Bytes} */ (one))) : null;
}

/**
 * What a text in Base64 says, null for none: of those for the same bytes one alone is good.
 * @param {string} text
 * @returns {Bytes | null}
 */
export function base64(text) {
  try {
    const told = atob(text);
    return btoa(told) === text ? Uint8Array.from(told, (one) => one.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}
