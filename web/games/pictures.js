/**
 * Which games have a picture of their own; each is loaded when its first table is opened.
 *
 * @typedef {import("./picture.js").AnyPicture} AnyPicture
 * @typedef {import("./picture.js").Script} Script
 * @typedef {import("./picture.js").Ending} Ending
 * @typedef {import("./picture.js").Primer} Primer
 * @typedef {import("./picture.js").Hint} Hint
 */
import { picture as generic } from "./generic.js";

/**
 * @type {Record<string, { picture: () => Promise<{ picture: unknown }>, script: () => Promise<{ script: Script }>,
 *                         words: () => Promise<{ wording: unknown }>, ending: () => Promise<{ ending: Ending }>,
 *                         about: () => Promise<{ about: unknown }>, primer: () => Promise<{ primer: Primer }>,
 *                         hint?: () => Promise<{ hint: Hint }> }>}
 */
const OWN = {
  "rock-paper-wizard": {
    picture: () => import("./rock-paper-wizard/picture.js"), script: () => import("./rock-paper-wizard/script.js"),
    words: () => import("./rock-paper-wizard/words.js"), ending: () => import("./rock-paper-wizard/ending.js"),
    about: () => import("./rock-paper-wizard/about.js"), primer: () => import("./rock-paper-wizard/primer.js"),
  },
  "spell-a-spell": {
    picture: () => import("./spell-a-spell/picture.js"), script: () => import("./spell-a-spell/script.js"),
    words: () => import("./spell-a-spell/words.js"), ending: () => import("./spell-a-spell/ending.js"),
    about: () => import("./spell-a-spell/about.js"), primer: () => import("./spell-a-spell/primer.js"),
    hint: () => import("./spell-a-spell/hint.js"),
  },
  cave: {
    picture: () => import("./cave/picture.js"), script: () => import("./cave/script.js"), words: () => import("./cave/words.js"),
    ending: () => import("./cave/ending.js"), about: () => import("./cave/about.js"), primer: () => import("./cave/primer.js"),
  },
};

/** Of a game that is not known here nothing is played. @type {Script} */
const NONE = { beat: () => null, advance: (state) => state };

/** What of a game is played on the stage. @param {string} game @returns {Promise<Script>} */
export const scriptOf = async (game) => (OWN[game] ? (await OWN[game].script()).script : NONE);

/** How its points run; of a game that is not known here nobody can say. @param {string} game @returns {Promise<Ending | null>} */
export const endingOf = async (game) => (OWN[game] ? (await OWN[game].ending()).ending : null);

/**
 * What tells a table in words; the picture of a game that is not known here is read as it stands.
 * @param {string} game @returns {Promise<import("./picture.js").AnyWording | null>}
 */
export const wordingOf = async (game) =>
  (OWN[game] ? /** @type {import("./picture.js").AnyWording} */ ((await OWN[game].words()).wording) : null);

/** A game on one screen; nothing of a game that is not known here. @param {string} game */
export const primerOf = async (game) => (OWN[game] ? (await OWN[game].primer()).primer : null);

/** Whether the page can tell a good move of a game. @param {string} game */
export const hasHint = (game) => Boolean(OWN[game]?.hint);

/** What tells it. @param {string} game */
export const hintOf = async (game) => (await OWN[game]?.hint?.())?.hint ?? null;

/**
 * What things of a game say of themselves; where a game says nothing its content does.
 * @param {string} game @returns {Promise<import("./picture.js").AnyExplaining>}
 */
export async function aboutOf(game) {
  const own = OWN[game]?.about;
  return own ? /** @type {import("./picture.js").AnyExplaining} */ ((await own()).about) : () => null;
}

/**
 * The picture of a game; the generic one where it has none.
 * @param {string} game
 * @returns {Promise<AnyPicture>}
 */
export async function pictureOf(game) {
  const own = OWN[game];
  if (!own) return generic;
  fetchAhead(`games/${game}/picture.js`);
  const [{ picture }] = await Promise.all([own.picture(), dress(game)]);
  return /** @type {AnyPicture} */ (picture);
}

/**
 * All that a module imports and those import, at once; the document says what that is.
 * @param {string} name
 */
function fetchAhead(name) {
  const needed = /** @type {HTMLMetaElement | null} */ (document.querySelector(`meta[name="${name}"]`));
  for (const one of needed?.content.split(" ") ?? []) {
    const href = new URL(`../${one}`, import.meta.url).href;
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
  needed?.remove();
}

/** The sheet of each game that was shown, once. @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/**
 * Its sheet; a picture is not drawn without it, but where there is none to be had.
 * @param {string} game
 */
function dress(game) {
  const coming = sheets.get(game) ?? new Promise((done) => {
    const href = new URL(`${game}/picture.css`, import.meta.url).href;
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: done, onerror: done }));
  });
  sheets.set(game, coming);
  return coming;
}
