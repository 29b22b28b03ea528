/**
 * Checkpoints as signed notes, and the Ed25519 keys that sign them, as games/headlog reads them (C2SP signed-note and
 * tlog-checkpoint).
 *
 * @typedef {import("./digests.js").Bytes} Bytes
 * @typedef {{ name: string, id: string, value: Bytes }} Signature
 * @typedef {{ origin: string, size: number, root: string, text: string, signatures: Signature[], note: string }} Checkpoint
 *   `origin` is the log's name, `root` (hex) is over its first `size` entries, `note` is all of it with its signatures
 * @typedef {{ name: string, id: string, kind: number, bytes: Bytes }} PublicKey
 */
import { hex, joined, sha256, utf8 } from "./digests.js";
import { base64 } from "./hashtree.js";

/** The kind of key that signs a note's text; witnesses have another. */
const OF_TEXT = 1, OF_WITNESS = 4;
const MOST_BYTES = 64 * 1024, MOST_SIGNATURES = 64;
const SIZE = /^(?:0|[1-9][0-9]{0,18})$/;
const CONTROL = /[\0-\x09\x0b-\x1f]/;
/** No space, as Unicode has them, no control and no plus. */
const NAME = /^[^\0-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000+]+$/;
/** Half of a pair: no UTF-8 has it. */
const HALF_A_PAIR = /[\ud800-\udfff]/u;

/**
 * The checkpoint that a signed note is, of whose signatures none is checked; null for none.
 * @param {unknown} told
 * @returns {Checkpoint | null}
 */
export function readCheckpoint(told) {
  if (typeof told !== "string" || CONTROL.test(told) || HALF_A_PAIR.test(told) || utf8(told).length > MOST_BYTES) return null;
  const end = told.lastIndexOf("\n\n"), lines = told.slice(end + 2);
  if (end < 0 || !lines.endsWith("\n")) return null;
  const signatures = lines.slice(0, -1).split("\n").map(signature);
  const [origin = "", size = "", root = ""] = told.slice(0, end).split("\n"), bytes = base64(root);
  if (signatures.includes(null) || signatures.length > MOST_SIGNATURES || !origin || bytes?.length !== 32) return null;
  if (!SIZE.test(size) || !Number.isSafeInteger(Number(size))) return null;
  return { origin, size: Number(size), root: hex(bytes), text: told.slice(0, end + 1), note: told,
    signatures: /** @type {Signature[]} */ (signatures) };
}

/** @param {string} line @returns {Signature | null} */
function signature(line) {
  const [dash, name = "", told = "", ...more] = line.split(" "), value = base64(told);
  if (dash !== "\u2014" || !NAME.test(name) || more.length || !value || value.length <= 4) return null;
  return { name, id: hex(value.slice(0, 4)), value: value.slice(4) };
}

/**
 * The key that a line `name+id+key` tells; null for none.
 * @param {string} line
 * @returns {Promise<PublicKey | null>}
 */
async function readKey(line) {
  const [name = "", id, ...rest] = line.trim().split("+"), told = base64(rest.join("+")), kind = told?.[0];
  if (!NAME.test(name) || told?.length !== 33 || (kind !== OF_TEXT && kind !== OF_WITNESS)) return null;
  const own = (await sha256(joined([utf8(`${name}\n`), told]))).slice(0, 8);
  return own === id ? { name, id, kind, bytes: told.slice(1) } : null;
}

/**
 * Which of the keys, told as lines, have signed a checkpoint of theirs; null where this browser cannot check signatures. A
 * signature under a key's name that is not by that key makes the whole note bad: then none has.
 * @param {Checkpoint} checkpoint
 * @param {string[]} lines
 * @returns {Promise<string[] | null>}
 */
export async function signers(checkpoint, lines) {
  const found = [];
  for (const line of lines) {
    const key = await readKey(line);
    if (key?.kind !== OF_TEXT || key.name !== checkpoint.origin) continue;
    const own = checkpoint.signatures.filter(({ name, id }) => name === key.name && id === key.id);
    for (const { value } of own) {
      const holds = await isBy(key, value, checkpoint.text);
      if (holds === null) return null;
      if (!holds) return [];
    }
    if (own.length) found.push(line);
  }
  return found;
}

/**
 * Whether a signature is by a key; null where the browser does not know Ed25519.
 * @param {PublicKey} key @param {Bytes} value @param {string} text
 */
async function isBy({ bytes }, value, text) {
  try {
    const key = await crypto.subtle.importKey("raw", bytes, { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, key, value, utf8(text));
  } catch (error) {
    // Of a key that is none it says so in another way.
    if (error instanceof DOMException && error.name === "NotSupportedError") return null;
    return false;
  }
}
