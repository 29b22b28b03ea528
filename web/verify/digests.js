/** SHA-256 and HMAC as docs/api/secrets.md has them, by the browser's own WebCrypto. */

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

const encoder = new TextEncoder();
const EVENT = prefixed(utf8("tabularium/event/1"));
const SEAL = prefixed(utf8("tabularium/seal/1"));
/** What stands before the first event. */
export const GENESIS = "00".repeat(32);

/**
 * @param {string} text
 * @returns {Bytes}
 */
export function utf8(text) {
  return new Uint8Array(encoder.encode(text));
}

/** @param {ArrayBuffer | Bytes} data */
export function hex(data) {
  return [...new Uint8Array(data)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {string} text an even number of hexadecimal digits
 * @returns {Bytes}
 */
export function unhex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Bytes} data */
export async function sha256(data) {
  return hex(await crypto.subtle.digest("SHA-256", data));
}

/**
 * The hash after an event.
 * @param {string} previous
 * @param {string} body the envelope in its canonical form
 */
export const eventHash = (previous, body) => sha256(joined([EVENT, prefixed(unhex(previous)), prefixed(utf8(body))]));

/**
 * @param {string} salt
 * @param {string} content canonical [match, version, index, audience, part]
 */
export const sealDigest = (salt, content) => sha256(joined([SEAL, prefixed(unhex(salt)), prefixed(utf8(content))]));

/**
 * HMAC-SHA-256 with one key.
 * @param {Bytes} key
 * @returns {Promise<(data: Bytes) => Promise<ArrayBuffer>>}
 */
export async function signer(key) {
  const held = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return (data) => crypto.subtle.sign("HMAC", held, data);
}

/**
 * `LP(b)`: the length in four bytes, and then the bytes.
 * @param {Bytes} data
 */
function prefixed(data) {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, data.length);
  return joined([length, data]);
}

/**
 * @param {Bytes[]} parts
 * @returns {Bytes}
 */
export function joined(parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
