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

/**
 * Take in a language.
 * @param {{ language: Spoken, texts: Texts }} file as the service serves it
 */
export function learn({ language, texts }) {
  known.set(language.code, { spoken: language, words: { ...texts.page, ...texts, seat: language.seat } });
}

/** Fetch a language, unless it is here. @param {Language} code */
export async function load(code) {
  if (known.has(code)) return;
  const answer = await fetch(new URL(`texts/${code}.json`, import.meta.url));
  // As of a module that is gone, so that the page loads itself anew.
  if (!answer.ok) throw new TypeError(`failed to import the texts of ${code}`);
  learn(await answer.json());
}

/** @param {string} code */
export const isLoaded = (code) => known.has(code);

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
