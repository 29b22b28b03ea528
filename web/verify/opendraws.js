/**
 * Draws that were opened while a match runs, held against its file as games/verify/opened_draws.py does: each secret leads to the
 * root in event 1, and gives what its event says.
 *
 * @typedef {import("../types.js").Json} Json
 * @typedef {import("../types.js").Fields} Fields
 * @typedef {import("./report.js").Flaw} Flaw
 * @typedef {import("./report.js").Report} Report
 * @typedef {Pick<Report, "match" | "game" | "rules" | "version" | "event">} Match
 * @typedef {{ version: number, number: number, sides: number, result: Json | undefined }} PublicDraw
 * @typedef {{ is: "proved", proved: number, all: number, missing: PublicDraw | null } | { is: "wrong", flaw: Flaw }} Opened
 */
import { DIGEST, is } from "./chain.js";
import { unhex } from "./digests.js";
import { leafHash, rootOfInclusion } from "./hashtree.js";
import { OPEN_DRAWS, below, derived } from "./keys.js";
import { gameOf } from "./kinds.js";
import { isCount, isObject } from "./matchfile.js";
import { flawOf, need } from "./report.js";

const HEIGHT = Math.log2(OPEN_DRAWS);

/**
 * The public draws of a match, in their order: those whose event says all that was drawn; the flaw where one shows more, or fewer,
 * than it has made.
 * @param {Match} match
 * @returns {PublicDraw[] | Flaw}
 */
export function publicDraws(match) {
  const { seats } = dataOf(match.event(1)), kinds = gameOf(match.game, match.rules)?.kinds;
  /** @type {PublicDraw[]} */
  const found = [];
  /** @type {Set<Json | undefined>} */
  const seen = new Set();
  for (let version = 1; version <= match.version; version += 1) {
    const { type, draws } = match.event(version), kind = kinds?.get(String(type));
    if (!kind?.results) continue;
    const told = { data: dataOf(match.event(version)), cards: undefined, isFirst: !seen.has(type) };
    const { first, count } = isObject(draws) ? draws : { first: 0, count: 0 }, shown = kind.results(told, Number(seats));
    seen.add(type);
    // A die that was not drawn could show anything.
    if (kind.least(told) !== count || shown.length !== count) return { check: "chance", version, reason: "otherDraws", value: "" };
    for (const [place, one] of shown.entries()) found.push({ version, number: Number(first) + place, ...one });
  }
  return found;
}

/**
 * @param {Match} match
 * @param {Json[]} opened what `GET /matches/{match}/draws` has answered
 * @returns {Promise<Opened>}
 */
export async function check(match, opened) {
  /** @type {Map<Json, Fields>} */
  const found = new Map();
  const misshapen = await flawOf("chance", 1, () => {
    for (const one of opened) {
      need(isOpened(one), "openedMisshapen");
      if (!found.has(one.number ?? null)) found.set(one.number ?? null, one);
    }
  });
  if (misshapen) return { is: "wrong", flaw: misshapen };
  const all = publicDraws(match), keyOf = keys(match);
  if (!Array.isArray(all)) return { is: "wrong", flaw: all };
  const drawn = all.filter(({ number }) => number < OPEN_DRAWS);
  for (const draw of drawn) {
    const one = found.get(draw.number);
    if (!one) continue;
    const flaw = await flawOf("chance", draw.version, () => hold(draw, one, dataOf(match.event(1)).open_draws, keyOf));
    if (flaw) return { is: "wrong", flaw };
  }
  const numbers = new Set(drawn.map(({ number }) => number)), other = [...found.keys()].find((number) => !numbers.has(Number(number)));
  if (other !== undefined) {
    return { is: "wrong", flaw: { check: "chance", version: match.version, reason: "openedHidden", value: Number(other) } };
  }
  const missing = drawn.filter(({ number }) => !found.has(number));
  return { is: "proved", proved: drawn.length - missing.length, all: drawn.length, missing: missing[0] ?? null };
}

/**
 * @param {PublicDraw} draw
 * @param {Fields} one
 * @param {Json | undefined} root
 * @param {(secret: string) => ReturnType<typeof derived>} keyOf
 */
async function hold({ version, number, sides, result }, one, root, keyOf) {
  need(one.version === version, "openedElsewhere", number);
  const secret = String(one.secret), path = /** @type {string[]} */ (one.path);
  const found = await rootOfInclusion(await leafHash(unhex(secret)), number, OPEN_DRAWS, path);
  need(path.length === HEIGHT && found === root, "openedOther", number);
  need((await below(await keyOf(secret), number, sides)) === result, "openedValue", number);
}

/** The key of a draw by its secret, with all else that goes into it. @param {Match} match */
function keys(match) {
  const versions = Array.from({ length: match.version }, (_, at) => at + 1);
  const start = versions.find((version) => match.event(version).type === "match_started");
  const { entropies, beacon } = start === undefined ? {} : dataOf(match.event(start));
  const given = Array.isArray(entropies) ? entropies : [];
  return (/** @type {string} */ secret) => derived(secret, match.match, given, beacon === undefined ? undefined : String(beacon));
}

/**
 * @param {Json} one
 * @returns {one is Fields}
 */
const isOpened = (one) =>
  isObject(one) && isCount(one.number) && isCount(one.version) && is(DIGEST, one.secret) && Array.isArray(one.path)
  && one.path.every((up) => is(DIGEST, up));

/** @param {Fields} envelope */
const dataOf = ({ data }) => /** @type {Fields} */ (data);
