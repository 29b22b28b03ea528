// The seed, its commitment, the keys and the numbered draws (docs/format.md, "Chance").
import { canonBytes } from "./canonical.js";
import { hasFields, isCount, isDigest, isFields, isSignature, isText, need, type Fields, type Json } from "./claims.js";
import { bigEndian, fromHex, hex, Hmac, joined, sha256, utf8 } from "./digests.js";

const WORD = 1n << 64n;
const FOR_BOTS = utf8("tabularium/bot/1");

/** The key of draws below `until`, made by the match that a fork goes on from. */
export interface Origin {
  readonly until: number;
  readonly key: Hmac;
}

/** What event 1 has sealed of chance. */
export interface Seed {
  readonly own: string;
  readonly origins: readonly Origin[];
}

/** The seed in the opened parts of event 1, held against its commitment; undefined while it is sealed. */
export async function readSeed(data: Fields, openings: readonly Fields[], seats: number): Promise<Seed | undefined> {
  if (openings.length === 0) return undefined;
  const [first, second] = openings.map((opening) => opening["part"]);
  need(isFields(first) && hasFields(first, "seed") && isDigest(first["seed"]), "the sealed part is no seed of 32 bytes", "chance");
  const own = first["seed"];
  const commitment = hex(await sha256(fromHex(own)));
  need(commitment === data["commitment"], "the seed is not the one that was committed to", "chance");
  if ((data["forked_from"] ?? null) === null) return { own, origins: [] };
  const isThere = openings.length === 2 && isFields(second) && hasFields(second, "origins");
  need(isThere && Array.isArray(second["origins"]), "a fork seals its older keys", "chance");
  const origins: Origin[] = [];
  for (const listed of second["origins"]) origins.push(await originOf(listed, seats, origins.at(-1)?.until ?? 0));
  return { own, origins };
}

async function originOf(listed: Json, seats: number, after: number): Promise<Origin> {
  need(isFields(listed) && hasFields(listed, "match", "seed", "entropies", "draws", "beacon?"), "an older key has not its fields", "chance");
  const { match, seed, entropies, draws, beacon } = listed;
  need(isCount(draws) && draws > after, "older keys come oldest first", "chance");
  const areGiven = Array.isArray(entropies) && entropies.length === seats && entropies.every((one) => one === null || isText(one));
  need(isText(match) && isDigest(seed) && areGiven, "an older key is not of its form", "chance");
  need(beacon === undefined || isSignature(beacon), "the signature of an older key is none", "chance");
  return { until: draws, key: await keyOf(seed, match, entropies, beacon) };
}

/** The key of a match: of the entropies, or of the signature of a beacon's round. */
export async function keyOf(seed: string, match: string, entropies: Json[], signature: string | undefined): Promise<Hmac> {
  const given: Json = signature === undefined ? entropies : hex(await sha256(fromHex(signature)));
  return new Hmac(await new Hmac(fromHex(seed)).of(canonBytes([match, given])));
}

/** A bot's own chance for one question. */
export async function chanceOfBot(seed: string, match: string, prompt: string): Promise<Chance> {
  const content = joined(FOR_BOTS, canonBytes([match, prompt]));
  return new Chance(new Hmac(await new Hmac(fromHex(seed)).of(content)), 0, []);
}

/** Draws, one number after the other. */
export class Chance {
  constructor(
    private readonly key: Hmac,
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
    const key = this.origins.find(({ until }) => k < until)?.key ?? this.key;
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
