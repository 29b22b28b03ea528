/** What one likes, kept in this browser. */

const CONFIRMING = "confirming";
/** What is tapped together in the picture; every move; none. */
export const WAYS = /** @type {const} */ (["taps", "always", "never"]);

export const confirming = () => WAYS.find((one) => one === localStorage.getItem(CONFIRMING)) ?? "taps";
export const confirmsTaps = () => confirming() !== "never";
export const confirmsButtons = () => confirming() === "always";

/** @param {string} way */
export const confirmBy = (way) => localStorage.setItem(CONFIRMING, way);

const WORDS = "words";
/** Whether a table is read instead of looked at. */
export const prefersWords = () => localStorage.getItem(WORDS) === "true";

/** @param {boolean} wish */
export const preferWords = (wish) => localStorage.setItem(WORDS, String(wish));

const PACE = "pace";
/** How many times as long as commonly a scene lasts; 0: none is played. */
export const PACES = /** @type {const} */ ({ slow: 1.75, normal: 1, fast: 0.5, off: 0 });
/** @typedef {keyof typeof PACES} Pace */

/** @returns {Pace} */
export const pace = () => /** @type {Pace[]} */ (Object.keys(PACES)).find((one) => one === localStorage.getItem(PACE)) ?? "normal";

/** @param {string} wish */
export const paceBy = (wish) => localStorage.setItem(PACE, wish);

const SOUNDS = "sounds", VIBRATION = "vibration";
/** Whether one's turn is heard: at first where there is a mouse, and not on phones. */
export const sounds = () => (localStorage.getItem(SOUNDS) ?? String(matchMedia("(pointer: fine)").matches)) === "true";

/** @param {boolean} wish */
export const soundBy = (wish) => localStorage.setItem(SOUNDS, String(wish));

export const vibrates = () => localStorage.getItem(VIBRATION) === "true";

/** @param {boolean} wish */
export const vibrateBy = (wish) => localStorage.setItem(VIBRATION, String(wish));

const THEME = "theme";
/** As the device is set, light, dark. */
export const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

export const theme = () => THEMES.find((one) => one === localStorage.getItem(THEME)) ?? "auto";

export const dress = () => void (document.documentElement.dataset.theme = theme());

/** @param {string} wish */
export function dressIn(wish) {
  localStorage.setItem(THEME, wish);
  dress();
}

const STRENGTH = "strength";
/** The bots that play for practice. */
export const STRENGTHS = /** @type {const} */ (["easy", "medium", "hard"]);

export const strength = () => STRENGTHS.find((one) => one === localStorage.getItem(STRENGTH)) ?? "easy";

/** @param {string} wish */
export const strengthBy = (wish) => localStorage.setItem(STRENGTH, wish);
