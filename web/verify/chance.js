/**
 * The chance of a match as far as it can be checked without the rules: the seed against its commitment, what the seats gave,
 * the numbers of the draws, and those draws whose event says all that was drawn: dice, and who begins. Which card a draw
 * stands for follows from the rules alone, and is for `python -m games.verify`.
 *
 * @typedef {import("../types.js").Json} Json
 * @typedef {import("./matchfile.js").MatchFile} MatchFile
 * @typedef {import("./matchfile.js").Fields} Fields
 * @typedef {import("./matchfile.js").Entry} Entry
 * @typedef {import("./report.js").Flaw} Flaw
 * @typedef {Awaited<ReturnType<typeof signer>>} Key
 * @typedef {{ until: number, key: Key }} Origin the key of all draws below `until`
 */
import { canon } from "./canon.js";
import { sha256, signer, unhex, utf8 } from "./digests.js";
import { hasKeys, isCount, isObject } from "./matchfile.js";
import { flawOf, need } from "./report.js";

const WORD = 1n << 64n;
/** Where an event names the seat that was drawn out of all. */
const BEGINNERS = [
  ["cave", "first_seat_drawn", "first_seat"],
  ["rock-paper-wizard", "first_player_drawn", "first_player"],
  ["spell-a-spell", "run_started", "dealer"],
];

/**
 * What was found, how many draws the events used, and how many of them were drawn anew.
 * @param {MatchFile} file
 * @param {() => Promise<void>} breathe
 * @returns {Promise<{ found: "ok" | "sealed" | Flaw, draws: number, redrawn: number }>}
 */
export async function check(file, breathe) {
  const match = new Match(file);
  for (let index = 0; index < file.length; index += 1) {
    const entry = file.entry(index);
    const flaw = await flawOf("chance", index + 1, () => match.follow(entry, index));
    if (flaw) return { found: flaw, draws: match.draws, redrawn: match.redrawn };
    await breathe();
  }
  const flaw = await flawOf("chance", file.length, () => match.end());
  return { found: flaw ?? (match.isSealed ? "sealed" : "ok"), draws: match.draws, redrawn: match.redrawn };
}

/** What is known of a match's chance, event by event. */
class Match {
  draws = 0;
  redrawn = 0;
  isSealed = true;
  seed = "";
  seats = 0;
  /** @type {Map<Json, Json>} */
  entropies = new Map();
  /** The time of the append that starts the match; "" before, and null once its end has been looked at. @type {string | null} */
  startedAt = "";
  /** @type {Origin[]} */
  origins = [];
  /** @type {Key | null} */
  key = null;

  /** @param {MatchFile} file */
  constructor(file) {
    this.file = file;
  }

  /**
   * @param {Entry} entry
   * @param {number} index
   */
  async follow(entry, index) {
    const { envelope } = entry;
    const data = /** @type {Fields} */ (envelope.data);
    if (index === 0) return this.begin(entry, data);
    if (this.startedAt === "") return this.wait(envelope, data);
    if (this.startedAt !== null && envelope.at !== this.startedAt) this.end();
    const draws = /** @type {{ first: number, count: number } | null} */ (envelope.draws);
    if (draws === null) return;
    need(draws.first === this.draws, "otherNumber", this.draws);
    this.draws += draws.count;
    if (!this.isSealed) await this.drawAnew(envelope, data, draws);
  }

  /** The append that starts the match is over: in a fork that holds all the draws of the older keys. */
  end() {
    if (this.startedAt && !this.isSealed && this.origins.length) {
      need(this.origins.at(-1)?.until === this.draws, "keysForOtherDraws");
    }
    if (this.startedAt) this.startedAt = null;
  }

  /**
   * The first event: the seed, if it is open, against what is shown of it.
   * @param {Entry} entry
   * @param {Fields} data
   */
  async begin(entry, data) {
    this.seats = isCount(data.seats) ? data.seats : 0;
    if (!entry.openings.length) return;
    const [first, second] = entry.openings.map((opening) => opening.part);
    need(isObject(first) && hasKeys(first, ["seed"]), "noSeed");
    this.seed = seedOf(first.seed);
    need((await sha256(unhex(this.seed))) === data.commitment, "otherSeed");
    this.isSealed = false;
    if ((data.forked_from ?? null) === null) return;
    need(entry.openings.length === 2 && isObject(second) && hasKeys(second, ["origins"]), "noOlderKeys");
    need(Array.isArray(second.origins), "olderKeysNoList");
    for (const origin of second.origins) this.origins.push(await this.origin(origin));
  }

  /**
   * @param {Json} origin
   * @returns {Promise<Origin>}
   */
  async origin(origin) {
    need(isObject(origin) && hasKeys(origin, ["draws", "entropies", "match", "seed"]), "olderKeyMisshapen");
    const { draws, match, entropies } = origin;
    need(isCount(draws) && typeof match === "string" && Array.isArray(entropies), "olderKeyMisshapen");
    const known = entropies.every((one) => one === null || typeof one === "string");
    need(known && entropies.length === this.seats, "olderKeyMisshapen");
    need(draws > (this.origins.at(-1)?.until ?? 0), "olderKeysOrder");
    return { until: draws, key: await derived(seedOf(origin.seed), match, entropies) };
  }

  /**
   * An event of the lobby.
   * @param {Fields} envelope
   * @param {Fields} data
   */
  async wait(envelope, data) {
    if (envelope.type === "seat_taken") this.entropies.set(envelope.seat ?? null, data.entropy ?? null);
    if (envelope.type === "seat_left") this.entropies.delete(envelope.seat ?? null);
    if (envelope.type !== "match_started") return;
    // Every seat was taken by an event.
    need(this.seats < this.file.length, "otherEntropies");
    const given = Array.from({ length: this.seats }, (_, seat) => this.entropies.get(seat) ?? null);
    need(canon(data.entropies ?? null) === canon(given), "otherEntropies");
    this.startedAt = String(envelope.at);
    if (!this.isSealed) this.key = await derived(this.seed, this.file.match, given);
  }

  /**
   * The draws of an event that says all that was drawn.
   * @param {Fields} envelope
   * @param {Fields} data
   * @param {{ first: number, count: number }} draws
   */
  async drawAnew(envelope, data, { first, count }) {
    const said = this.drawn(String(envelope.type), data);
    if (said === null) return;
    need(said.length === count && this.seats > 0, "otherResult");
    for (const [place, { sides, result }] of said.entries()) {
      need((await below(this.keyOf(first + place), first + place, sides)) === result, "otherResult");
    }
    this.redrawn += count;
  }

  /**
   * What an event says was drawn, each as a number from 0; null where only the rules know out of what.
   * @param {string} type
   * @param {Fields} data
   * @returns {{ sides: number, result: number }[] | null}
   */
  drawn(type, data) {
    if (this.file.game === "cave" && type === "die_rolled") {
      need(Array.isArray(data.dice), "otherResult");
      return data.dice.map((die) => ({ sides: 6, result: typeof die === "number" ? die - 1 : -1 }));
    }
    const beginner = BEGINNERS.find(([game, kind]) => game === this.file.game && kind === type)?.[2];
    return beginner ? [{ sides: this.seats, result: isCount(data[beginner]) ? data[beginner] : -1 }] : null;
  }

  /** @param {number} draw */
  keyOf(draw) {
    const key = this.origins.find(({ until }) => draw < until)?.key ?? this.key;
    need(key, "noSeed");
    return key;
  }
}

/**
 * `HMAC-SHA256(seed, canonical [match, entropies in seat order])` as a key.
 * @param {string} seed
 * @param {string} match
 * @param {Json[]} entropies
 */
async function derived(seed, match, entropies) {
  const sign = await signer(unhex(seed));
  return signer(new Uint8Array(await sign(utf8(canon([match, entropies])))));
}

/**
 * Draw `draw`, one of `sides`.
 * @param {Key} key
 * @param {number} draw
 * @param {number} sides
 */
async function below(key, draw, sides) {
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
function seedOf(text) {
  need(typeof text === "string" && /^\s*(?:[0-9a-fA-F]{2}\s*)*$/.test(text), "seedNoHex");
  need(/^[0-9a-f]{64}$/.test(text), "seedNoBytes");
  return text;
}
