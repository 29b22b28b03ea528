// The round of a public beacon that goes into the chance (docs/format.md, "Beacon").
import type { Envelope } from "./chain.js";
import { Broken, isCount, isDigest, isFields, isText, need, type Fault, type Fields, type Json } from "./claims.js";
import type { Entry } from "./matchfile.js";
import { timeOf } from "./standing.js";
import { LAST, SECOND, seconds, type Instant } from "./times.js";

const PATIENCE = 60n * SECOND;
const SCHEME = "bls-unchained-g1-rfc9380";

/** A drand chain; `genesis` is the time of round 1 in Unix seconds. */
export interface BeaconChain {
  readonly hash: string;
  readonly genesis: number;
  readonly period: number;
  readonly publicKey: string;
  readonly name: string;
}

/** Whether a signature is that of a round. No such function is part of this package: it needs pairings. */
export type Signed = (chain: BeaconChain, round: number, signature: string) => boolean | Promise<boolean>;

export const QUICKNET: BeaconChain = {
  hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  genesis: 1692803367,
  period: 3,
  publicKey:
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb" +
    "5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  name: "quicknet",
};

/** The chain that a document of `/info` describes; an Error where it is none of the one scheme. */
export function readChain(info: string): BeaconChain {
  const told = JSON.parse(info) as Json;
  if (!isFields(told) || (told["schemeID"] ?? SCHEME) !== SCHEME) throw new Error(`the chain is not of the scheme ${SCHEME}`);
  const { hash, public_key: publicKey, genesis_time: genesis, period } = told;
  const isKey = isText(publicKey) && /^[0-9a-f]{192}$/.test(publicKey);
  if (!isDigest(hash) || !isKey || !isCount(genesis) || !isCount(period) || period === 0) {
    throw new Error("the chain tells no hash, public_key, genesis_time and period");
  }
  const chain = { hash, publicKey, genesis, period, name: "a chain of its own" };
  if (hash !== QUICKNET.hash) return chain;
  if (publicKey !== QUICKNET.publicKey || genesis !== QUICKNET.genesis || period !== QUICKNET.period) {
    throw new Error("the chain has the hash of quicknet, and is another");
  }
  return QUICKNET;
}

/** What became of a match's beacon, in words; `unchecked` says what nobody here could check. */
export interface Heard {
  readonly told: string;
  readonly unchecked?: string;
}

function outAt(chain: BeaconChain, round: number): Instant {
  const moment = (seconds(chain.genesis) as bigint) + BigInt(round - 1) * seconds(chain.period);
  need(moment <= LAST, "the beacon has no such round", "chance");
  return moment;
}

/** Of events whose form and place were checked: whether the beacon's round is what they say. */
export async function checkBeacon(entries: readonly Entry[], chains: readonly BeaconChain[], signed: Signed | undefined): Promise<Heard | Fault> {
  const first = entries[0]?.envelope as unknown as Envelope | undefined;
  const named = first?.data["beacon"] as (Fields & { chain: string; round: number }) | undefined;
  if (first === undefined || named === undefined) return { told: "" };
  let version = 1;
  try {
    const chain = chains.find(({ hash }) => hash === named.chain);
    need(chain !== undefined, `the beacon's chain ${named.chain} is not known here`, "chance");
    const out = outAt(chain, named.round), round = `round ${named.round} of ${chain.name}`;
    need(out > timeOf(first), "the beacon's round was out before the match was created", "chance");
    let told = `${round}, not asked for yet`;
    for (const [place, entry] of entries.entries()) {
      const envelope = entry.envelope as unknown as Envelope;
      version = place + 1;
      if (envelope.type === "beacon_missed") {
        need(timeOf(envelope) >= out + PATIENCE, "the beacon's round was missed before its time", "chance");
        told = `${round} missed (${String(envelope.data["reason"])})`;
      } else if (envelope.type === "match_started") {
        const signature = envelope.data["beacon"] as string | undefined;
        if (signature === undefined) return { told: `${told}: the service alone knew what would be drawn` };
        need(timeOf(envelope) >= out, "the match began before the beacon's round was out", "chance");
        return await heard(chain, named.round, signature, round, signed);
      }
    }
    return { told };
  } catch (error) {
    if (error instanceof Broken) return { check: "chance", version, reason: error.reason };
    throw error;
  }
}

async function heard(chain: BeaconChain, number: number, signature: string, round: string, signed: Signed | undefined): Promise<Heard> {
  need(/^[0-9a-f]{96}$/.test(signature), "the signature is no point of the first group", "chance");
  if (signed === undefined) return { told: round, unchecked: `the BLS signature of ${round}` };
  need(await signed(chain, number, signature), "the signature is not that of the beacon's round", "chance");
  return { told: round };
}
