/**
 * Messages with their places filled in: the subset of ICU MessageFormat that the service's own texts are written in
 * (docs/api/words.md). Plural rules are those of the language's own file, as in `games/core/languages.py`.
 *
 * @typedef {import("./types.js").Spoken} Spoken
 * @typedef {Record<string, unknown>} Values
 */
const MARK = /'([{}#][^']*)'|('')|([{}#])/g;
const HEAD = /\s*(\w+)\s*(?:(\})|,\s*(plural|select)\s*,)/y;
const VARIANT = /\s*(=?\w+)\s*\{|\s*\}/y;
const RELATION = /^n(?: % (\d+))? (!?=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)$/;

/**
 * @param {string} message
 * @param {Values} values by the names of its places
 * @param {Spoken} language that the message is in
 */
export const filled = (message, values, language) => text(message, 0, { values, language, count: "#" }).text;

/**
 * The text from a place to the brace that closes it, or to the end, and where that is.
 * @param {string} message
 * @param {number} at
 * @param {{ values: Values, language: Spoken, count: string }} given `count` takes the place of #
 */
function text(message, at, given) {
  let out = "";
  for (;;) {
    MARK.lastIndex = at;
    const mark = MARK.exec(message);
    if (!mark) return { text: out + message.slice(at), end: message.length };
    out += message.slice(at, mark.index) + (mark[1] ?? (mark[2] && "'") ?? "");
    at = MARK.lastIndex;
    if (mark[3] === "}") return { text: out, end: mark.index };
    if (mark[3] === "#") out += given.count;
    if (mark[3] !== "{") continue;
    const place = placeholder(message, at, given);
    out += place.text;
    at = place.end;
  }
}

/**
 * What stands for a place, and where it ends.
 * @param {string} message
 * @param {number} at behind its brace
 * @param {{ values: Values, language: Spoken, count: string }} given
 */
function placeholder(message, at, given) {
  HEAD.lastIndex = at;
  const [, name = "", isPlain, kind] = HEAD.exec(message) ?? [];
  const value = given.values[name];
  if (isPlain) return { text: String(value ?? `{${name}}`), end: HEAD.lastIndex };
  if (!kind) throw new Error(`the message ${message} has no placeholder at ${at}`);
  const count = kind === "plural" ? String(value) : given.count;
  /** @type {Record<string, string>} */
  const variants = {};
  at = HEAD.lastIndex;
  for (;;) {
    VARIANT.lastIndex = at;
    const variant = VARIANT.exec(message);
    if (!variant) throw new Error(`the message ${message} has no variant at ${at}`);
    if (variant[1] === undefined) break;
    const inner = text(message, VARIANT.lastIndex, { ...given, count });
    variants[variant[1]] = inner.text;
    at = inner.end + 1;
  }
  const wanted = kind === "plural" ? [`=${value}`, category(given.language, Number(value))] : [String(value)];
  const picked = wanted.find((one) => one in variants) ?? "other";
  return { text: variants[picked] ?? "", end: VARIANT.lastIndex };
}

/** The plural category of a whole number. @param {Spoken} language @param {number} number */
export const category = ({ plurals }, number) =>
  Object.keys(plurals).find((name) => holds(plurals[name] ?? "", number)) ?? "other";

/** Whether a plural condition holds: `n % 10 = 2..4 and n % 100 != 12..14`. @param {string} condition @param {number} number */
const holds = (condition, number) =>
  condition.split(" or ").some((way) => way.split(" and ").every((part) => isRelated(part.trim(), number)));

/** @param {string} part @param {number} number */
function isRelated(part, number) {
  const [, modulus, sign, spans = ""] = RELATION.exec(part) ?? [];
  if (!sign) throw new Error(`${part} is no condition of a plural rule`);
  const rest = modulus ? number % Number(modulus) : number;
  const isIn = spans.split(",").some((span) => {
    const [first, last = first] = span.split("..");
    return rest >= Number(first) && rest <= Number(last);
  });
  return isIn === (sign === "=");
}
