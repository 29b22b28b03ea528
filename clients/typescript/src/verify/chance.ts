// The seed, its commitment, the keys and the numbered draws (docs/format.md, "Chance").
import { canonBytes } from "./canonical.js";
import { hasFields, isCount, isDigest, isFields, isSignature, isText, need, type Fields, type Json } from "./claims.js";
import { bigEndian, fromHex, hex, Hmac, joined, sha256, utf8 } from "./digests.js";

const WORD = 1n << 64n;
const FOR_BOTS = utf8("tabularium/bot/1");
const FOR_SECRETS = utf8("tabularium/draw/1");
const LEAF = Uint8Array.of(0), NODE = Uint8Array.of(1);

/** So many draws of a match with open draws have secrets of their own. */
export const OPEN_DRAWS = 2048;

/** One key of all draws, or one of each. */
export type Key = Hmac | OpenKeys;

/** The key of draws below `until`, made by the match that a fork goes on from. */
export interface Origin {
  readonly until: number;
  readonly key: Key;
}

/** What event 1 has sealed of chance. */
export interface Seed {
  readonly own: string;
  readonly origins: readonly Origin[];
}

/** The seed in the opened parts of event 1, held against its commitment; undefined while it is sealed. */
export async function readSeed(
  match: string,
  data: Fields,
  openings: readonly Fields[],
  seats: number,
): Promise<Seed | undefined> {
  if (openings.length === 0) return undefined;
  const [first, second] = openings.map((opening) => opening["part"]);
  need(isFields(first) && hasFields(first, "seed") && isDigest(first["seed"]), "the sealed part is no seed of 32 bytes", "chance");
  const own = first["seed"];
  const commitment = hex(await sha256(fromHex(own)));
  need(commitment === data["commitment"], "the seed is not the one that was committed to", "chance");
  if (data["open_draws"] !== undefined) {
    const isRoot = hex(await rootOf(await secretsOf(own, match))) === data["open_draws"];
    need(isRoot, "the draws' secrets are not those that were committed to", "chance");
  }
  if ((data["forked_from"] ?? null) === null) return { own, origins: [] };
  const isThere = openings.length === 2 && isFields(second) && hasFields(second, "origins");
  need(isThere && Array.isArray(second["origins"]), "a fork seals its older keys", "chance");
  const origins: Origin[] = [];
  for (const listed of second["origins"]) origins.push(await originOf(listed, seats, origins.at(-1)?.until ?? 0));
  return { own, origins };
}

async function originOf(listed: Json, seats: number, after: number): Promise<Origin> {
  need(isFields(listed) && hasFields(listed, "match", "seed", "entropies", "draws", "beacon?", "open_draws?"), "an older key has not its fields", "chance");
  const { match, seed, entropies, draws, beacon, open_draws: isOpen } = listed;
  need(isCount(draws) && draws > after, "older keys come oldest first", "chance");
  const areGiven = Array.isArray(entropies) && entropies.length === seats && entropies.every((one) => one === null || isText(one));
  need(isText(match) && isDigest(seed) && areGiven, "an older key is not of its form", "chance");
  need(beacon === undefined || isSignature(beacon), "the signature of an older key is none", "chance");
  need(isOpen === undefined || isOpen === true, "an older key is not of its form", "chance");
  return { until: draws, key: await keyOf(seed, match, entropies, beacon, isOpen === true) };
}

/** The key of a match: of the entropies, or of the signature of a beacon's round; with open draws one for each draw. */
export async function keyOf(
  seed: string,
  match: string,
  entropies: Json[],
  signature: string | undefined,
  isOpen = false,
): Promise<Key> {
  const given: Json = signature === undefined ? entropies : hex(await sha256(fromHex(signature)));
  const mixed = canonBytes([match, given]), own = new Hmac(fromHex(seed));
  const key = new Hmac(await own.of(mixed));
  return isOpen ? new OpenKeys(own, match, mixed, key) : key;
}

/** The keys of a match with open draws; all draws beyond the tree have the match's `key`. */
export class OpenKeys {
  constructor(
    private readonly seed: Hmac,
    private readonly match: string,
    private readonly mixed: Uint8Array<ArrayBuffer>,
    private readonly key: Hmac,
  ) {}

  async of(k: number): Promise<Hmac> {
    if (k >= OPEN_DRAWS) return this.key;
    return new Hmac(await new Hmac(await secretOf(this.seed, this.match, k)).of(this.mixed));
  }
}

/** The secret of draw k. */
async function secretOf(seed: Hmac, match: string, k: number): Promise<Uint8Array<ArrayBuffer>> {
  return seed.of(joined(FOR_SECRETS, canonBytes([match, k])));
}

/** The secrets of all open draws. */
export async function secretsOf(seed: string, match: string): Promise<Uint8Array<ArrayBuffer>[]> {
  const key = new Hmac(fromHex(seed));
  return Promise.all(Array.from({ length: OPEN_DRAWS }, (_, k) => secretOf(key, match, k)));
}

/** The root of the tree over these leaves, a power of two of them (RFC 6962, section 2.1). */
export async function rootOf(leaves: readonly Uint8Array[]): Promise<Uint8Array> {
  let hashes = await Promise.all(leaves.map((leaf) => sha256(joined(LEAF, leaf))));
  while (hashes.length > 1) {
    const below = hashes, pairs = Array.from({ length: below.length / 2 }, (_, at) => below.slice(2 * at, 2 * at + 2));
    hashes = await Promise.all(pairs.map((pair) => sha256(joined(NODE, ...pair))));
  }
  return hashes[0] as Uint8Array;
}

/** A bot's own chance for one question. */
export async function chanceOfBot(seed: string, match: string, prompt: string): Promise<Chance> {
  const content = joined(FOR_BOTS, canonBytes([match, prompt]));
  return new Chance(new Hmac(await new Hmac(fromHex(seed)).of(content)), 0, []);
}

/** Draws, one number after the other. */
export class Chance {
  constructor(
    private readonly key: Key,
    private next: number,
    private readonly origins: readonly Origin[],
  ) {}

  /** The number of the draw that comes next. */
  get number(): number {
    return this.next;
  }

  /** A number below n. */
  async below(n: number): Promise<number> {
    return Number(await this.belowLarge(BigInt(n)));
  }

  /** A number below n, which may have 64 bits. */
  async belowLarge(n: bigint): Promise<bigint> {
    const k = this.next++, most = n * (WORD / n);
    const one = this.origins.find(({ until }) => k < until)?.key ?? this.key;
    const key = one instanceof OpenKeys ? await one.of(k) : one;
    for (let j = 0; ; j++) {
      const bytes = await key.of(joined(bigEndian(k, 8), bigEndian(j, 4)));
      const word = new DataView(bytes.buffer).getBigUint64(0);
      if (word < most) return word % n;
    }
  }

  async oneOf<T>(list: readonly T[]): Promise<T> {
    return list[await this.below(list.length)] as T;
  }
}
