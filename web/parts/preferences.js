/** What one likes, kept in this browser. */

const CONFIRMING = "confirming";
/** What is tapped together in the picture; every move; none. */
export const WAYS = /** @type {const} */ (["taps", "always", "never"]);

export const confirming = () => WAYS.find((one) => one === localStorage.getItem(CONFIRMING)) ?? "taps";
export const confirmsTaps = () => confirming() !== "never";
export const confirmsButtons = () => confirming() === "always";

/** @param {string} way */
export const confirmBy = (way) => localStorage.setItem(CONFIRMING, way);
