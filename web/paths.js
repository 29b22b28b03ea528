/**
 * Paths of the API. Part of them comes from the page's own address, which anybody may have written: `route` is the one place
 * where a path is put together.
 */

/** Browsers take these for steps up, however they are written (`%2e%2e`); written twice over they are a name like any other. */
const STEPS = /^\.\.?$/;

/**
 * A path, each of its values as one part of it: ``route`/matches/${id}/moves` ``.
 * @param {TemplateStringsArray} texts
 * @param {...(string | number)} values
 */
export const route = (texts, ...values) => String.raw({ raw: texts }, ...values.map(part));

/** @param {string | number} value */
const part = (value) => encodeURIComponent(STEPS.test(String(value)) ? String(value).replaceAll(".", "%2E") : value);

/**
 * The parts of a page's address below the root; one that is written wrongly stands as it is written.
 * @param {string} pathname
 * @param {string} root
 */
export const partsOf = (pathname, root) => pathname.slice(root.length).split("/").filter(Boolean).map(decoded);

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `/static/{edition}/paths.js` lies two folders below the root. */
export const ROOT = new URL("../../", import.meta.url).pathname;
