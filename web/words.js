/**
 * The page's own texts, in the languages that were loaded. What happens in a match is said by the API.
 *
 * The service serves one file for each language: the texts of `texts/` and what is to be known of the language
 * (`api/pages/translations.py`). The document names the one that is needed first, so that it comes with the modules.
 *
 * @typedef {import("./types.js").Language} Language
 * @typedef {import("./types.js").Spoken} Spoken
 * @typedef {import("./types.js").Texts} Texts
 * @typedef {import("./types.js").Words} Words
 */

/** @type {Map<string, { spoken: Spoken, words: Words }>} */
const known = new Map();

/** The texts of proofs, which lie apart: few ever open one. */
export const PROOF = "proof.";

/**
 * Take in a language, or more of it.
 * @param {{ language: Spoken, texts: Partial<Texts> }} file as the service serves it
 */
export function learn({ language, texts }) {
  const words = { ...known.get(language.code)?.words, ...texts.page, ...texts, seat: language.seat };
  known.set(language.code, { spoken: language, words: /** @type {Words} */ (words) });
}

/** Fetch a language, or a part of it, unless it is here. @param {Language} code @param {"" | typeof PROOF} [part] */
export async function load(code, part = "") {
  if (isLoaded(code, part)) return;
  const answer = await fetch(new URL(`texts/${part}${code}.json`, import.meta.url));
  // As of a module that is gone, so that the page loads itself anew.
  if (!answer.ok) throw new TypeError(`failed to import the texts of ${code}`);
  learn(await answer.json());
}

/** @param {string} code @param {"" | typeof PROOF} [part] */
export const isLoaded = (code, part = "") => Boolean(known.get(code)?.words[part === PROOF ? "reasons" : "home"]);

/** @param {Language} code of a language that is loaded */
export const words = (code) => found(code).words;

/** What is to be known of a language besides its texts. @param {Language} code of a language that is loaded */
export const spokenIn = (code) => found(code).spoken;

/** @param {Language} code of a language that is loaded */
export const direction = (code) => found(code).spoken.direction;

/** @param {Language} code */
function found(code) {
  const one = known.get(code);
  if (!one) throw new Error(`the language ${code} is not loaded`);
  return one;
}

/** The languages that there are, each by its own name: the document says which. @returns {Record<Language, string>} */
export const ownNames = () =>
  JSON.parse(/** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="languages"]'))?.content ?? "{}");
