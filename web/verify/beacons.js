/**
 * The public beacon of a match, as games/verify/beacons.py judges it: its chain, its round, when that was out, and its signature.
 *
 * @typedef {import("../types.js").Json} Json
 * @typedef {import("./matchfile.js").Fields} Fields
 * @typedef {{ name: string, key: string, genesis: number, period: number }} Chain `genesis` in Unix seconds, `period` in seconds
 * @typedef {{ chain: string, round: number, otherwise: string }} Named what the first event says
 * @typedef {{ round: number, name: string, is: "mixed" | "missed" | "awaited" | "unknown" }} Beacon what is told of it
 */
import { DIGEST, is } from "./chain.js";
import { sha256, unhex } from "./digests.js";
import { isCount, isObject } from "./matchfile.js";
import { need } from "./report.js";

/** The chains whose keys are known, by their hash: the League of Entropy's quicknet. @type {Map<string, Chain>} */
const KNOWN = new Map([["52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971", {
  name: "quicknet",
  key: "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc2"
    + "2b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  genesis: 1692803367,
  period: 3,
}]]);
const SIGNATURE = /^(?:[0-9a-f]{96}|[0-9a-f]{192})$/;
/** No time is later that a match may have: the end of the year 9999, in Unix seconds. */
const LAST_TIME = 253402300799;
/** Seconds after which a round that is not there may be missed. */
const PATIENCE = 60;

/** @param {Json | undefined} value */
export const isSignature = (value) => typeof value === "string" && SIGNATURE.test(value);

/** Goes through what a match says of its beacon, in the order of its events. */
export class BeaconCheck {
  /** @type {Beacon["is"]} */
  #is = "awaited";
  #isMissed = false;

  /**
   * @param {Json} named
   * @param {Json | undefined} at the time of the first event
   */
  constructor(named, at) {
    need(isObject(named) && Object.keys(named).sort().join() === "chain,otherwise,round", "beaconMisshapen");
    const { chain, round, otherwise } = named;
    need(is(DIGEST, chain) && isCount(round) && round >= 1, "beaconMisshapen");
    need(otherwise === "wait" || otherwise === "go_on", "beaconMisshapen");
    this.named = /** @type {Named} */ (named);
    this.chain = KNOWN.get(String(chain));
    if (!this.chain) return;
    need(this.#outAt <= LAST_TIME, "beaconNoRound", "", "chance");
    need(this.#outAt > seconds(at), "beaconWasOut", "", "chance");
  }

  /** When the round is out, in Unix seconds; of a chain that is not known nothing can be said. */
  get #outAt() {
    return this.chain ? this.chain.genesis + (this.named.round - 1) * this.chain.period : -Infinity;
  }

  /** @returns {Beacon} */
  get told() {
    return { round: this.named.round, name: this.chain?.name ?? this.named.chain, is: this.chain ? this.#is : "unknown" };
  }

  /** @param {Fields} envelope */
  missed({ at }) {
    need(!this.#isMissed, "beaconMissedBefore");
    need(!this.chain || seconds(at) >= this.#outAt + PATIENCE, "beaconMissedEarly", "", "chance");
    this.#isMissed = true;
    // A match that waits goes on waiting.
    if (this.named.otherwise === "go_on") this.#is = "missed";
  }

  /**
   * The match begins: the signature that goes into its chance, if any.
   * @param {Fields} envelope
   * @param {Json | undefined} signature
   */
  async start({ at }, signature) {
    const goesWithout = this.#isMissed && this.named.otherwise === "go_on";
    need((signature === undefined) === goesWithout, "beaconMixed", "", "chance");
    if (signature === undefined) return;
    this.#is = "mixed";
    if (!this.chain) return;
    need(seconds(at) >= this.#outAt, "beaconTooEarly", "", "chance");
    need(await holds(this.chain, this.named.round, String(signature)), "beaconOther", "", "chance");
  }
}

/** @param {Json | undefined} time */
const seconds = (time) => Date.parse(String(time)) / 1000;

/**
 * Whether a signature is that of a round: BLS over BLS12-381 of the round's number alone. What computes it is large, and is
 * fetched only where a match has a beacon.
 * @param {Chain} chain
 * @param {number} round
 * @param {string} signature
 */
async function holds(chain, round, signature) {
  const number = new DataView(new ArrayBuffer(8));
  number.setBigUint64(0, BigInt(round));
  const message = unhex(await sha256(new Uint8Array(number.buffer))), bls = await import("../vendor/bls.js");
  return bls.holds(message, unhex(signature), unhex(chain.key));
}
