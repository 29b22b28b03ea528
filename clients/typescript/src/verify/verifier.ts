// Every check of one match file, put together (docs/format.md, "Verdict").
import { checkBeacon, QUICKNET, type BeaconChain, type Heard, type Signed } from "./beacons.js";
import { checkChain, shaped } from "./chain.js";
import { Broken, type Check, type Fault, type Fields } from "./claims.js";
import type { Rules } from "./judging.js";
import { NotAMatchFile, read, type MatchFile } from "./matchfile.js";
import { Replay } from "./replay.js";
import { checkSeals } from "./seals.js";
import type { KeyUse } from "./signatures.js";
import { ROCK_PAPER_WIZARD } from "./wizard/rules.js";

/** `sealed`: as far as it is open, it holds. `partial`: some of what is open was not judged; `unchecked` says what. */
export type Status = "ok" | "sealed" | "partial";

export interface Report {
  /** `in part`: nothing is wrong, but some of what is open was not judged here. */
  readonly verdict: "valid" | "in part" | "not valid";
  /** The fault of the lowest version, where the file is not valid. */
  readonly fault?: Fault;
  /** The bytes are no match file at all: nothing else is known. */
  readonly refused?: Fault;
  readonly checks?: Readonly<Record<Check, Status | Fault>>;
  readonly file?: MatchFile;
  /** How many parts are sealed, and how many of them are open. */
  readonly seals: number;
  readonly opened: number;
  /** What became of the match's beacon; nothing where it has none. */
  readonly beacon: string;
  /** The keys that sign moves, and the seats that signed and got another player, with the version. */
  readonly keys: readonly KeyUse[];
  readonly handedOn: readonly (readonly [seat: number, version: number])[];
  /** Moves of bots that look ahead, only found legal. */
  readonly unjudged: number;
  /** Moves of bots that nobody can ask again, only found legal, by the version that picked them. */
  readonly otherBots: ReadonlyMap<string, number>;
  /** What was open and is not judged by this verifier. */
  readonly unchecked: readonly string[];
}

export interface Asked {
  /** A hash of this match that was kept elsewhere. */
  readonly head?: string | undefined;
  /** Chains of beacons that are believed besides quicknet. */
  readonly chains?: readonly BeaconChain[];
  /** Whether a signature is that of a beacon's round; without, it is not checked, and the report says so. */
  readonly signed?: Signed;
}

const KNOWN_RULES: ReadonlyMap<string, Rules> = new Map([["rock-paper-wizard 1", ROCK_PAPER_WIZARD as Rules]]);
const NOTHING = { seals: 0, opened: 0, beacon: "", keys: [], handedOn: [], unjudged: 0, otherBots: new Map<string, number>(), unchecked: [] };
const OF_RULES = "options, moves, what draws stand for, timeouts, and the outcome";
const isFault = (found: Status | Fault | Heard | undefined): found is Fault => typeof found === "object" && "check" in found;

/** Check the bytes of a match file. Whatever they are, there is a report. */
export async function verify(data: Uint8Array, asked: Asked = {}): Promise<Report> {
  let file: MatchFile;
  try {
    file = read(data);
  } catch (error) {
    if (!(error instanceof NotAMatchFile)) throw error;
    return { verdict: "not valid", fault: error.fault, refused: error.fault, ...NOTHING };
  }
  const linked = (await checkChain(file)) ?? keptFault(file, asked.head);
  if (linked && !isShaped(file)) {
    const checks = { chain: linked, seals: linked, chance: linked, replay: linked };
    return { ...NOTHING, verdict: "not valid", fault: linked, checks, file };
  }
  return played(file, linked, asked);
}

async function played(file: MatchFile, linked: Fault | undefined, asked: Asked): Promise<Report> {
  const seals = await checkSeals(file);
  const { game, rules: version } = file.entries[0]?.envelope["data"] as Fields;
  const rules = typeof game === "string" && typeof version === "string" ? KNOWN_RULES.get(`${game} ${version}`) : undefined;
  const replay = new Replay(file.match, file.entries, rules);
  const broken = await replay.run();
  // What follows a fault may have no form; a fault before it comes first.
  const whole = file.entries.slice(0, broken ? broken.version - 1 : undefined);
  const heard = await checkBeacon(whole, [QUICKNET, ...(asked.chains ?? [])], asked.signed);
  const unchecked: string[] = [];
  if (!isFault(heard) && heard.unchecked !== undefined) unchecked.push(heard.unchecked);
  if (rules === undefined) unchecked.push(`the rules of ${file.game}: ${replay.hasStarted ? OF_RULES : "options"}`);
  if (replay.unsigned > 0) unchecked.push(`who resigned: ${replay.unsigned} without a signature, for a seat that signs`);
  const chance = replay.seed === undefined ? "sealed" : unchecked.length > Number(replay.unsigned > 0) ? "partial" : "ok";
  const moves = replay.seed === undefined && replay.isBlind ? "sealed" : rules && replay.otherBots.size + replay.unsigned === 0 ? "ok" : "partial";
  const isOfChance = isFault(heard) || broken?.check === "chance";
  const checks = {
    chain: linked ?? "ok",
    seals,
    chance: isFault(heard) ? heard : isOfChance && broken ? broken : broken ? "partial" : chance,
    replay: broken ?? moves,
  } as const;
  const fault = first(Object.values(checks));
  return {
    verdict: fault ? "not valid" : checks.chance === "partial" || checks.replay === "partial" ? "in part" : "valid",
    ...(fault ? { fault } : {}),
    checks,
    file,
    seals: file.entries.reduce((sum, { envelope }) => sum + (envelope["seals"] as unknown[]).length, 0),
    opened: file.entries.reduce((sum, { openings }) => sum + openings.length, 0),
    beacon: isFault(heard) ? "" : heard.told,
    keys: replay.keys.uses,
    handedOn: replay.keys.handedOn,
    unjudged: replay.unjudged,
    otherBots: replay.otherBots,
    unchecked,
  };
}

function first(checks: readonly (Status | Fault)[]): Fault | undefined {
  const faults = checks.filter(isFault);
  return faults.sort((one, other) => one.version - other.version)[0];
}

function keptFault(file: MatchFile, head: string | undefined): Fault | undefined {
  if (head === undefined || file.entries.some(({ hash }) => hash === head)) return undefined;
  return { check: "chain", version: file.entries.length, reason: "the head that was kept is none of this match" };
}

function isShaped(file: MatchFile): boolean {
  try {
    for (const { envelope } of file.entries) shaped(envelope);
    return true;
  } catch (error) {
    if (error instanceof Broken) return false;
    throw error;
  }
}
