/**
 * What a verification finds. Reasons are keys of `verify.reasons` in words.js, where they stand in words.
 *
 * @typedef {"chain" | "seals" | "chance" | "replay"} Check
 * @typedef {keyof import("../words.js").Words["reasons"]} Reason
 * @typedef {{ check: Check, version: number, reason: Reason, value: string | number }} Flaw
 *   The first event that fails; version 0 is what stands before the first event.
 * @typedef {object} Report
 * @property {string} match
 * @property {string} game
 * @property {string} rules
 * @property {number} version
 * @property {string} head
 * @property {boolean} complete
 * @property {number} seals how many parts are sealed
 * @property {number} opened how many of them could be read
 * @property {boolean} isKept whether the match goes through the head that was kept, or none was
 * @property {number} draws how many numbers of chance the events used
 * @property {number} redrawn how many of them were drawn anew
 * @property {boolean} isStarted whether the match was started, so that the rules would tell of draws
 * @property {import("./beacons.js").Beacon | null} beacon what became of the match's public beacon; null where it has none
 * @property {import("./signatures.js").Signed | null} signed what became of the keys of seats; null where nothing could be followed
 * @property {(version: number) => import("./matchfile.js").Fields} event an event as it stands in the file
 * @property {(version: number) => string} hash the hash after an event, as the file has it
 * @property {Record<Check, "ok" | "sealed" | "unchecked" | Flaw>} checks "sealed": as far as it is open, it holds; "unchecked":
 *   nothing was found by what can be told without the rules, and they would be needed for more
 */

const AT_ONCE = 64;

/** An event is not what it has to be. */
export class Broken extends Error {
  /**
   * @param {Reason} reason
   * @param {string | number} [value]
   * @param {Check} [check] where another check than the one that looks has found it
   */
  constructor(reason, value = "", check) {
    super(reason);
    this.reason = reason;
    this.value = value;
    this.check = check;
  }
}

/** The bytes are no match file. */
export class NotAMatchFile extends Error {
  /** @param {Flaw} flaw */
  constructor(flaw) {
    super(flaw.reason);
    this.flaw = flaw;
  }
}

/** Nothing can be checked: there is more than any match has. */
export class TooLarge extends Error {}

/**
 * Goes on if the condition holds.
 * @param {unknown} condition
 * @param {Reason} reason
 * @param {string | number} [value]
 * @param {Check} [check]
 * @returns {asserts condition}
 */
export function need(condition, reason, value, check) {
  if (!condition) throw new Broken(reason, value, check);
}

/**
 * The flaw that `work` finds, as one of this check and version.
 * @param {Check} check
 * @param {number} version
 * @param {() => void | Promise<void>} work
 * @returns {Promise<Flaw | null>}
 */
export async function flawOf(check, version, work) {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return { check: error.check ?? check, version, reason: error.reason, value: error.value };
  }
}

/**
 * The first flaw of the events. Many are judged at once, because a digest is made elsewhere and takes its time to come back.
 * @param {Check} check
 * @param {number} events
 * @param {() => Promise<void>} breathe
 * @param {(version: number) => void | Promise<void>} judge
 * @returns {Promise<Flaw | null>}
 */
export async function firstFlaw(check, events, breathe, judge) {
  for (let begun = 1; begun <= events; begun += AT_ONCE) {
    const versions = Array.from({ length: Math.min(AT_ONCE, events + 1 - begun) }, (_, place) => begun + place);
    const found = await Promise.all(versions.map((version) => flawOf(check, version, () => judge(version))));
    const first = found.find((flaw) => flaw !== null);
    if (first) return first;
    await breathe();
  }
  return null;
}

/**
 * The flaw of the lowest version, if there is any.
 * @param {Report} report
 */
export function worst(report) {
  const flaws = Object.values(report.checks).filter((found) => typeof found === "object");
  return flaws.reduce((first, flaw) => (first === null || flaw.version < first.version ? flaw : first), /** @type {Flaw | null} */ (null));
}

/**
 * Whether a check has looked at everything that it is about. Chance has not once a match was started: a forger may leave a draw
 * out, with its event or without it, and only the rules know that it is missing. Nor has it where a beacon's key is not known.
 * @param {Report} report
 * @param {Check} check
 */
export function isWhole(report, check) {
  // What else holds in a file that was changed is no comfort.
  if (typeof report.checks.chain === "object") return false;
  if (check === "seals") return report.seals === report.opened;
  if (check === "chance" && (report.isStarted || report.beacon?.is === "unknown")) return false;
  if (check === "chance") return report.checks.chance === "ok" && report.checks.replay === "unchecked";
  return check === "chain";
}
