/**
 * What a thing on the table says of itself: what its game's `about.js` has, or else its name and its text in the content.
 *
 * @typedef {import("../../games/picture.js").AnyTold} AnyTold
 * @typedef {import("../../games/picture.js").About} About
 * @typedef {import("../../types.js").Names} Names
 * @typedef {{ id: string, names: Names, text?: unknown, texts?: unknown }} Thing
 */

/** @type {WeakMap<object, Map<string, Thing>>} */
const known = new WeakMap();

/**
 * @param {AnyTold} told @param {string} key @param {import("../../games/picture.js").AnyExplaining} own of the game
 * @returns {About | null}
 */
export function about(told, key, own) {
  return own(told, key) ?? described(told, key);
}

/** @param {AnyTold} told @param {string} key @returns {About | null} */
function described(told, key) {
  const things = known.get(told.content) ?? gathered(told.content);
  const thing = things.get(key), text = thing?.texts ?? thing?.text;
  return thing && isNames(text) ? { name: told.inWords(thing.names), lines: [told.inWords(text)] } : null;
}

/** @param {object} content */
function gathered(content) {
  /** @type {Map<string, Thing>} */
  const found = new Map();
  const gather = (/** @type {unknown} */ value) => {
    if (typeof value !== "object" || value === null) return;
    const one = /** @type {Partial<Thing>} */ (value);
    if (typeof one.id === "string" && one.names) found.set(one.id, /** @type {Thing} */ (value));
    Object.values(value).forEach(gather);
  };
  gather(content);
  known.set(content, found);
  return found;
}

/** @param {unknown} value @returns {value is Names} */
const isNames = (value) => typeof value === "object" && value !== null && "en" in value;
