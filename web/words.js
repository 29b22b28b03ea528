/**
 * The page's own words, in three languages. What happens in a match is said by the API.
 *
 * @typedef {import("./types.js").Language} Language
 * @typedef {typeof EN} Words
 */

/** @type {Language[]} */
export const LANGUAGES = ["en", "he", "pl"];

const EN = {
  bot: "Bot",
  seat: "Seat",
};

/** @type {Words} */
const HE = {
  bot: "בוט",
  seat: "מקום",
};

/** @type {Words} */
const PL = {
  bot: "Bot",
  seat: "Miejsce",
};

/** @type {Record<Language, Words>} */
const TABLE = { en: EN, he: HE, pl: PL };

/**
 * @param {Language} language
 * @returns {Words}
 */
export const words = (language) => TABLE[language];

/** @param {Language} language */
export const direction = (language) => (language === "he" ? "rtl" : "ltr");
