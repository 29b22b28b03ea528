/**
 * Keys that sign a player's moves (docs/proving.md): made in this browser, which lets nobody take them out, one for each match.
 * Fetched by those tables alone where somebody signs.
 *
 * @typedef {import("../../types.js").Fields} Fields
 * @typedef {{ player: string, match: string, seat: number }} Place whose key it is, and where it signs
 * @typedef {{ version: number, hash: string }} Head the last event that the player has seen
 */
import { post } from "../../api.js";
import { route } from "../../paths.js";
import { canon } from "../../verify/canon.js";
import { hex, utf8 } from "../../verify/digests.js";

const DATABASE = "tabularium", STORE = "seat keys", ED25519 = { name: "Ed25519" };

/** @param {Place} place */
const nameOf = ({ player, match }) => `${player} ${match}`;

/** @returns {Promise<IDBDatabase>} */
function opened() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(STORE);
  return done(request);
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @param {IDBTransactionMode} mode */
const stored = async (mode) => (await opened()).transaction(STORE, mode).objectStore(STORE);

/** This device's key. @param {Place} place @returns {Promise<CryptoKeyPair | undefined>} */
const kept = async (place) => done((await stored("readonly")).get(nameOf(place)));

/** A key's public half in hex. @param {CryptoKeyPair} pair */
const publicOf = async ({ publicKey }) => hex(await crypto.subtle.exportKey("raw", publicKey));

/** @param {CryptoKeyPair} pair @param {import("../../types.js").Json} content */
const signature = async ({ privateKey }, content) => hex(await crypto.subtle.sign(ED25519, privateKey, utf8(canon(content))));

/** Whether this device has one of these keys. @param {Place} place @param {{ key: string }[]} keys */
export async function isHere(place, keys) {
  const pair = await kept(place), own = pair && (await publicOf(pair));
  return keys.some(({ key }) => key === own);
}

/**
 * Have this device sign from now on. The key is kept before the service is told of it: a key that nobody has is worse than one
 * too many.
 * @param {Place} place
 */
export async function bind(place) {
  const { match, seat } = place, made = /** @type {Promise<unknown>} */ (crypto.subtle.generateKey(ED25519, false, ["sign", "verify"]));
  const pair = (await kept(place)) ?? /** @type {CryptoKeyPair} */ (await made);
  const key = await publicOf(pair);
  await done((await stored("readwrite")).put(pair, nameOf(place)));
  const proof = await signature(pair, ["tabularium/key/1", match, seat, key]);
  await post(route`/matches/${match}/keys`, { key, proof });
}

/**
 * A move as it is posted, with its signature; null where this device has no key.
 * @param {Place} place
 * @param {Fields} move without its words
 * @param {Head} head
 * @returns {Promise<Fields | null>}
 */
export async function signed(place, move, { version, hash: head }) {
  const pair = await kept(place);
  if (!pair) return null;
  const content = ["tabularium/move/1", place.match, place.seat, version, head, move];
  return { ...move, signed: { version, head, signature: await signature(pair, /** @type {any} */ (content)) } };
}
