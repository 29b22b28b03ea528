/**
 * The one form of a JSON value as text: RFC 8785 with integers only, as history is hashed (events/format/canon.py).
 *
 * @typedef {import("../types.js").Json} Json
 */

/** As deep as the service writes. */
const DEEPEST = 254;
const ASCII = /^[\0-\x7f]*$/;
/** With `u` a pair is one character, so this finds half of one: no UTF-8 has it. */
const HALF_A_PAIR = /[\ud800-\udfff]/u;

/** A value that history cannot hold. */
export class NotCanonical extends Error {}

/**
 * @param {Json} value
 * @param {number} [depth]
 * @returns {string}
 */
export function canon(value, depth = 0) {
  switch (typeof value) {
    case "string":
      if (HALF_A_PAIR.test(value)) throw new NotCanonical();
      return JSON.stringify(value);
    case "number":
      if (!Number.isSafeInteger(value)) throw new NotCanonical();
      return String(value);
    case "boolean":
      return String(value);
  }
  if (value === null) return "null";
  if (depth === DEEPEST) throw new NotCanonical();
  if (Array.isArray(value)) return `[${value.map((one) => canon(one, depth + 1)).join(",")}]`;
  return `{${Object.keys(value).sort().map((name) => member(name, value[name] ?? null, depth + 1)).join(",")}}`;
}

/**
 * @param {string} name
 * @param {Json} value
 * @param {number} depth
 */
function member(name, value, depth) {
  if (!ASCII.test(name)) throw new NotCanonical();
  return `${JSON.stringify(name)}:${canon(value, depth)}`;
}
