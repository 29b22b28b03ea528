/**
 * The course of a match as far as it can be followed without the rules: created once, started once, ended once, of events
 * that there are; and its chance: the seed against its commitment, what the seats gave, the numbers and counts of the draws, and
 * those draws whose event says all that was drawn: dice, and who begins. Which card a draw stands for, and whether a move was
 * legal, follows from the rules alone, and is for `python -m games.verify`.
 *
 * @typedef {import("../types.js").Json} Json
 * @typedef {import("./matchfile.js").MatchFile} MatchFile
 * @typedef {import("./matchfile.js").Fields} Fields
 * @typedef {import("./matchfile.js").Entry} Entry
 * @typedef {import("./keys.js").Keys} Keys
 * @typedef {import("./kinds.js").Draw} Draw
 * @typedef {import("./report.js").Flaw} Flaw
 * @typedef {{ until: number, keys: Keys }} Origin the keys of all draws below `until`
 * @typedef {{ first: number, count: number }} Draws
 * @typedef {object} Found
 * @property {"ok" | "sealed" | Flaw} chance
 * @property {"unchecked" | Flaw} replay
 * @property {number} draws how many numbers of chance the events used
 * @property {number} redrawn how many of them were drawn anew
 * @property {boolean} isStarted whether the match was started, so that the rules would tell of draws
 * @property {import("./beacons.js").Beacon | null} beacon
 * @property {import("./signatures.js").Signed} signed
 */
import { BeaconCheck, isSignature } from "./beacons.js";
import { canon } from "./canon.js";
import { DIGEST, is } from "./chain.js";
import { sha256, signer, unhex } from "./digests.js";
import { OPEN_DRAWS, below, keysOf, secretOf, seedOf } from "./keys.js";
import { IN_PLAY, TABLE, gameOf } from "./kinds.js";
import { hasKeys, isCount, isObject } from "./matchfile.js";
import { flawOf, need } from "./report.js";
import { SignatureCheck } from "./signatures.js";

/** A lobby is open, a match goes on, and then all is over. */
const OPEN = "open", ACTIVE = "active", OVER = "over";
/** How the table writes what nobody's move has made. */
const OF_THE_SYSTEM = { seat: null, by: "system", move: null, draws: null, schema: 1 };

/**
 * What was found, up to the first flaw: a match that cannot be followed beyond an event has no draw there that can be checked.
 * @param {MatchFile} file
 * @param {() => Promise<void>} breathe
 * @returns {Promise<Found>}
 */
export async function check(file, breathe) {
  const match = new Match(file);
  let flaw = null;
  for (let index = 0; index < file.length && !flaw; index += 1) {
    const entry = file.entry(index);
    flaw = await flawOf("replay", index + 1, () => match.follow(entry, index));
    await breathe();
  }
  flaw ??= await flawOf("replay", file.length, () => match.endStart());
  const { used: draws, redrawn } = match, chance = match.isSealed ? "sealed" : "ok", isStarted = match.startedAt !== "";
  const counted = { draws, redrawn, isStarted, beacon: match.beacon?.told ?? null, signed: match.signatures.told };
  if (!flaw) return { chance, replay: "unchecked", ...counted };
  return { chance: await chanceAfter(file, flaw, breathe) ?? chance, replay: { ...flaw, check: "replay" }, ...counted };
}

/**
 * The flaw itself where it is one of chance; else the first draw from there on, which nobody can check.
 * @param {MatchFile} file
 * @param {Flaw} flaw
 * @param {() => Promise<void>} breathe
 * @returns {Promise<Flaw | null>}
 */
async function chanceAfter(file, flaw, breathe) {
  if (flaw.check === "chance") return flaw;
  for (let version = flaw.version; version <= file.length; version += 1) {
    if (file.entry(version - 1).envelope.draws !== null) return { check: "chance", version, reason: "cannotFollow", value: "" };
    await breathe();
  }
  return null;
}

/** What is known of a match, event by event. */
class Match {
  /** The number of the next draw, and how many there were: some may have been taken back. */
  draws = 0;
  used = 0;
  redrawn = 0;
  isSealed = true;
  status = OPEN;
  seed = "";
  seats = 0;
  /** What the seats that are taken gave. @type {Map<Json, Json>} */
  entropies = new Map();
  /** The time of the append that starts the match; "" before, and null once its end has been looked at. @type {string | null} */
  startedAt = "";
  /** The types of the game's own events so far. @type {Set<string>} */
  seen = new Set();
  /** @type {Origin[]} */
  origins = [];
  /** @type {BeaconCheck | null} */
  beacon = null;
  /** @type {Keys | null} */
  keys = null;
  /** Whether each draw has a secret of its own: then no number is used twice. */
  isOpen = false;
  /** @type {Map<string, Draw> | undefined} */
  kinds = undefined;

  /** How many numbers were drawn before each move. @type {Map<Json, number>} */
  #before = new Map();
  #moves = 0;

  /** @param {MatchFile} file */
  constructor(file) {
    this.file = file;
    this.signatures = new SignatureCheck(file);
  }

  /**
   * @param {Entry} entry
   * @param {number} index
   */
  async follow(entry, index) {
    const { envelope } = entry, type = String(envelope.type);
    const data = /** @type {Fields} */ (envelope.data);
    if (index === 0) return this.begin(entry, data);
    if (this.startedAt && envelope.at !== this.startedAt) this.endStart();
    if (!TABLE.has(type) || envelope.move !== null) need(this.status === ACTIVE, this.status === OPEN ? "notRunning" : "afterEnd");
    if (typeof envelope.move === "number" && envelope.move > this.#moves) {
      this.#moves = envelope.move;
      this.#before.set(envelope.move, this.draws);
      // While something is sealed the command line, too, passes over what was moved.
      if (!this.isSealed) await this.signatures.move(entry);
    }
    if (!TABLE.has(type)) return this.play(entry, data, type);
    need(envelope.draws === null, "tableDraws");
    need(type !== "match_created", "createdTwice");
    need(this.status !== OVER, "afterEnd");
    if (type === "match_started") return this.start(envelope, data);
    if (type === "match_cancelled") return this.close(OPEN, envelope, "lobbyClosed");
    if (type === "match_ended") return this.close(ACTIVE, envelope, "notRunning");
    need(this.status === ACTIVE || !IN_PLAY.has(type), "notRunning");
    need(this.status === OPEN || (type !== "seat_left" && type !== "beacon_missed"), "lobbyClosed");
    if (type === "moves_taken_back") this.#goBack(data);
    await this.signatures.table(envelope, type);
    if (this.status === OPEN) this.wait(envelope, data, type);
  }

  /** The match stands as before that move: the numbers since then come again, if no draw is open. @param {Fields} data */
  #goBack({ first }) {
    const draws = this.#before.get(first ?? null);
    need(draws !== undefined, "otherMove");
    if (!this.isOpen) this.draws = /** @type {number} */ (draws);
  }

  /**
   * The first event: the seed, if it is open, against what is shown of it.
   * @param {Entry} entry
   * @param {Fields} data
   */
  async begin({ envelope, openings }, data) {
    need(envelope.type === "match_created" && isOfTheSystem(envelope), "notCreated");
    const game = gameOf(data.game, data.rules), { seats } = data;
    need(game, "noSuchGame");
    need(isCount(seats) && game.seats[0] <= seats && seats <= game.seats[1], "noSeats");
    this.kinds = game.kinds;
    this.seats = seats;
    this.isOpen = data.open_draws !== undefined;
    if (data.beacon !== undefined) this.beacon = new BeaconCheck(data.beacon, envelope.at);
    need(is(DIGEST, data.commitment), "noCommitment", "", "chance");
    const isFork = (data.forked_from ?? null) !== null;
    const audiences = /** @type {{ audience: number[] }[]} */ (envelope.seals).map(({ audience }) => audience.length);
    // A fork also seals the keys that the draws before it were made with.
    need(audiences.join() === (isFork ? "0,0" : "0"), "seedForOthers", "", "chance");
    if (openings.length) await ofChance(() => this.openSeed(openings.map(({ part }) => part), data, isFork));
    need(!this.isOpen || (is(DIGEST, data.open_draws) && !isFork), "noDrawTree", "", "chance");
  }

  /**
   * @param {(Json | undefined)[]} parts
   * @param {Fields} data
   * @param {boolean} isFork
   */
  async openSeed([first, ...others], data, isFork) {
    need(isObject(first) && hasKeys(first, ["seed"]), "noSeed");
    this.seed = seedOf(first.seed);
    need((await sha256(unhex(this.seed))) === data.commitment, "otherSeed");
    if (this.isOpen) need((await this.#drawTree()) === data.open_draws, "otherDrawTree");
    this.isSealed = false;
    if (!isFork) return;
    const [second] = others;
    need(others.length === 1 && isObject(second) && hasKeys(second, ["origins"]), "noOlderKeys");
    need(Array.isArray(second.origins), "olderKeysNoList");
    for (const origin of second.origins) this.origins.push(await this.origin(origin));
  }

  /** The root of the tree of all draws' secrets. */
  async #drawTree() {
    const sign = await signer(unhex(this.seed));
    const secrets = Array.from({ length: OPEN_DRAWS }, (_, draw) => secretOf(sign, this.file.match, draw));
    const { completeRoot } = await import("./hashtree.js");
    return completeRoot(await Promise.all(secrets));
  }

  /**
   * @param {Json} origin
   * @returns {Promise<Origin>}
   */
  async origin(origin) {
    need(isObject(origin), "olderKeyMisshapen");
    const { beacon, open_draws: isOpen, ...others } = origin, { draws, match, entropies } = others;
    need(hasKeys(others, ["draws", "entropies", "match", "seed"]), "olderKeyMisshapen");
    need(beacon === undefined || isSignature(beacon), "olderKeyMisshapen");
    need(isOpen === undefined || isOpen === true, "olderKeyMisshapen");
    need(isCount(draws) && typeof match === "string" && Array.isArray(entropies), "olderKeyMisshapen");
    const known = entropies.every((one) => one === null || typeof one === "string");
    need(known && entropies.length === this.seats, "olderKeyMisshapen");
    need(draws > (this.origins.at(-1)?.until ?? 0), "olderKeysOrder");
    return { until: draws, keys: await keysOf(seedOf(origin.seed), match, entropies, ofText(beacon), isOpen === true) };
  }

  /**
   * A seat is taken or left in the lobby.
   * @param {Fields} envelope
   * @param {Fields} data
   * @param {string} type
   */
  wait(envelope, data, type) {
    if (type === "seat_taken") this.entropies.set(envelope.seat ?? null, data.entropy ?? null);
    if (type === "beacon_missed") {
      need(this.beacon, "noBeacon");
      this.beacon.missed(envelope);
    }
    if (type === "seat_left") this.entropies.delete(envelope.seat ?? null);
  }

  /**
   * @param {Fields} envelope
   * @param {Fields} data
   */
  async start(envelope, data) {
    need(this.status === OPEN, "lobbyClosed");
    need(isOfTheSystem(envelope), "notStarted");
    need(this.entropies.size === this.seats, "seatsFree");
    const given = Array.from({ length: this.seats }, (_, seat) => this.entropies.get(seat) ?? null);
    need(canon(data.entropies ?? null) === canon(given), "otherEntropies", "", "chance");
    need(data.beacon === undefined || isSignature(data.beacon), "beaconNoHex", "", "chance");
    if (this.beacon) await this.beacon.start(envelope, data.beacon);
    else need(data.beacon === undefined, "beaconMixed", "", "chance");
    this.status = ACTIVE;
    this.startedAt = String(envelope.at);
    if (!this.isSealed) this.keys = await keysOf(this.seed, this.file.match, given, ofText(data.beacon), this.isOpen);
  }

  /** The append that starts the match is over: in a fork that holds all the draws of the older keys. */
  endStart() {
    if (this.startedAt && !this.isSealed && this.origins.length) {
      need(this.origins.at(-1)?.until === this.draws, "keysForOtherDraws", "", "chance");
    }
    if (this.startedAt) this.startedAt = null;
  }

  /**
   * @param {string} before
   * @param {Fields} envelope
   * @param {"lobbyClosed" | "notRunning"} otherwise
   */
  close(before, envelope, otherwise) {
    need(this.status === before, otherwise);
    need(isOfTheSystem(envelope), "notEnded");
    this.status = OVER;
  }

  /**
   * An event of the game's own.
   * @param {Entry} entry
   * @param {Fields} data
   * @param {string} type
   */
  async play({ envelope, openings }, data, type) {
    const kind = this.kinds?.get(type);
    need(kind, "noSuchType");
    const draws = /** @type {Draws | null} */ (envelope.draws), count = draws?.count ?? 0;
    const told = { data, cards: openCards(openings), isFirst: !this.seen.has(type) };
    this.seen.add(type);
    // While something is sealed the command line, too, looks at the numbers alone.
    if (!this.isSealed) need(kind.least(told) <= count && count <= kind.most(told), "otherDraws", "", "chance");
    if (draws === null) return;
    need(draws.first === this.draws, "otherNumber", this.draws, "chance");
    this.draws += count;
    this.used += count;
    if (!this.isSealed && kind.results) await ofChance(() => this.drawAnew(kind.results?.(told, this.seats) ?? [], draws));
  }

  /**
   * The draws of an event that says all that was drawn.
   * @param {import("./kinds.js").Result[]} said
   * @param {Draws} draws
   */
  async drawAnew(said, { first, count }) {
    need(said.length === count, "otherResult");
    for (const [place, { sides, result }] of said.entries()) {
      need((await below(await this.keyOf(first + place), first + place, sides)) === result, "otherResult");
    }
    this.redrawn += count;
  }

  /** @param {number} draw */
  keyOf(draw) {
    const keys = this.origins.find(({ until }) => draw < until)?.keys ?? this.keys;
    need(keys, "noSeed");
    return keys(draw);
  }
}

/**
 * The cards that an open part of an event names; undefined where none does.
 * @param {Fields[]} openings
 */
const openCards = (openings) => openings.map(({ part }) => (isObject(part) ? part.cards : undefined)).find((cards) => cards !== undefined);

/** @param {Json | undefined} value */
const ofText = (value) => (value === undefined ? undefined : String(value));

/** @param {Fields} envelope */
const isOfTheSystem = (envelope) => Object.entries(OF_THE_SYSTEM).every(([name, value]) => envelope[name] === value);

/**
 * Whatever is found in `work` is about chance.
 * @param {() => Promise<void>} work
 */
async function ofChance(work) {
  const flaw = await flawOf("chance", 0, work);
  if (flaw) need(false, flaw.reason, flaw.value, "chance");
}
