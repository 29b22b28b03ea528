/**
 * The keys of seats and the signatures of their players' moves, as games/table/features/signing/rule.py judges them.
 *
 * @typedef {import("../types.js").Json} Json
 * @typedef {import("./matchfile.js").Fields} Fields
 * @typedef {import("./matchfile.js").Entry} Entry
 * @typedef {import("./matchfile.js").MatchFile} MatchFile
 * @typedef {{ moves: number, keys: number, strange: number, unsigned: number, handed: number, isChecked: boolean }} Signed
 *   what is told of them: `strange` keys are those for which no earlier key of their player vouches, `unsigned` are resignations
 *   without a signature, `handed` seats that signed and got another player
 */
import { canon } from "./canon.js";
import { DIGEST, is } from "./chain.js";
import { unhex, utf8 } from "./digests.js";
import { hasKeys, isCount, isObject } from "./matchfile.js";
import { need } from "./report.js";

const SIGNATURE = /^[0-9a-f]{128}$/;
/** Points of small order, and such as are not written in their one form, are no keys: libraries differ in what they take. */
const PRIME = 2n ** 255n - 19n;
const OF_SMALL_ORDER = new Set([0n, 1n, PRIME - 1n, ...[
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
].map(number)]);
const MOST_KEYS = 8;
const ED25519 = { name: "Ed25519" };
const RESIGN = canon({ type: "resign" });

/** @param {Json | undefined} value @returns {value is string} */
const isKey = (value) => is(DIGEST, value);
/** @param {Json | undefined} value @returns {value is string} */
const isSignature = (value) => typeof value === "string" && SIGNATURE.test(value);

/** 32 bytes, the lowest first. @param {string} text */
function number(text) {
  return BigInt(`0x${(text.match(/../g) ?? []).reverse().join("")}`);
}

/** @param {string} text 64 digits of hex */
function isPoint(text) {
  const height = number(text) & (2n ** 255n - 1n);
  return height < PRIME && !OF_SMALL_ORDER.has(height);
}

/** Goes through what a match says of keys and signatures, in the order of its events. */
export class SignatureCheck {
  /** By seat. @type {Map<Json, string[]>} */
  #keys = new Map();
  /** Keys that are a player's first, or vouched for all the way back to it; and the seats that ever had one. */
  #trusted = new Set();
  #signing = new Set();
  #rewoundAt = 0;
  /** @type {Signed} */
  told = { moves: 0, keys: 0, strange: 0, unsigned: 0, handed: 0, isChecked: true };

  /** @param {MatchFile} file */
  constructor(file) {
    this.file = file;
  }

  /**
   * An event of the table.
   * @param {Fields} envelope
   * @param {string} type
   */
  async table(envelope, type) {
    const { seat, version } = envelope;
    if ((type === "seat_taken" || type === "seat_left") && this.#keys.delete(seat ?? null)) this.#forget(seat ?? null);
    if (type === "move_taken_back" || type === "moves_taken_back") this.#rewoundAt = Number(version);
    if (type === "key_bound") await this.#bind(envelope, /** @type {Fields} */ (envelope.data));
  }

  /** Another player sits there: what signed for the seat ends. @param {Json} seat */
  #forget(seat) {
    this.told.handed += 1;
    for (const name of [...this.#trusted]) if (name.startsWith(`${seat} `)) this.#trusted.delete(name);
  }

  /**
   * @param {Fields} envelope
   * @param {Fields} data
   */
  async #bind({ match, seat, by, move }, data) {
    need(by === "player" && move === null && isCount(seat), "keyMisshapen");
    const { key, proof, vouched, ...others } = data;
    need(Object.keys(others).length === 0 && isKey(key) && isSignature(proof), "keyMisshapen");
    // The chain has found whose event it is.
    const known = this.#keys.get(seat) ?? [], content = /** @type {Json[]} */ (["tabularium/key/1", match, seat, key]);
    need(!known.includes(key) && known.length < MOST_KEYS, "keyMisshapen");
    need(await this.#holds(key, proof, content), "keyUnproved");
    if (vouched !== undefined) {
      need(isObject(vouched) && hasKeys(vouched, ["key", "signature"]) && isSignature(vouched.signature), "keyMisshapen");
      need(typeof vouched.key === "string" && known.includes(vouched.key), "keyUnproved");
      need(await this.#holds(vouched.key, vouched.signature, content), "keyUnproved");
    }
    this.#keys.set(seat, [...known, key]);
    this.told.keys += 1;
    const isVouched = isObject(vouched) && this.#trusted.has(`${seat} ${vouched.key}`);
    if (known.length === 0 || isVouched) this.#trusted.add(`${seat} ${key}`);
    if (!isVouched && this.#signing.has(seat)) this.told.strange += 1;
    this.#signing.add(seat);
  }

  /**
   * The first event of a move, in which the move itself is sealed.
   * @param {Entry} entry
   */
  async move({ envelope, openings }) {
    const seals = /** @type {{ audience: number[] }[]} */ (envelope.seals), part = openings[0]?.part;
    if (!isObject(part) || !isObject(part.move)) return;
    const seat = seals[0]?.audience[0] ?? null, { move, signed } = part;
    const byPlayer = envelope.by === "player" && envelope.type !== "timed_out";
    const keys = (byPlayer && this.#keys.get(seat)) || [];
    if (!keys.length) return need(signed === undefined, "signedBeside");
    if (signed === undefined && canon(move) === RESIGN) {
      this.told.unsigned += 1;
      return;
    }
    need(signed !== undefined, "unsigned");
    need(isObject(signed) && hasKeys(signed, ["head", "signature", "version"]), "signatureMisshapen");
    const { head, signature, version } = signed;
    need(isCount(version) && version > 0 && isKey(head) && isSignature(signature), "signatureMisshapen");
    need(version < Number(envelope.version) && this.file.entry(version - 1).hash === head, "signedElsewhere");
    need(version >= this.#rewoundAt, "signedTakenBack");
    const content = /** @type {Json[]} */ (["tabularium/move/1", envelope.match, seat, version, head, move]);
    const found = await Promise.all(keys.map((key) => this.#holds(key, signature, content)));
    need(found.includes(true), "otherSigner");
    this.told.moves += 1;
  }

  /**
   * Whether a signature is by this key; true where the browser cannot tell, which `isChecked` says then.
   * @param {string} key
   * @param {string} signature
   * @param {Json} content
   */
  async #holds(key, signature, content) {
    if (!isPoint(key) || !isPoint(signature.slice(0, key.length))) return false;
    /** @type {CryptoKey} */
    let held;
    try {
      held = await crypto.subtle.importKey("raw", unhex(key), ED25519, false, ["verify"]);
    } catch (error) {
      if (/** @type {Error} */ (error).name !== "NotSupportedError") return false;
      this.told.isChecked = false;
      return true;
    }
    return crypto.subtle.verify(ED25519, held, unhex(signature), utf8(canon(content)));
  }
}
