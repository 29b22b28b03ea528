/**
 * What this browser saw of the log of all heads last: a signed checkpoint, and the keys that sign it. It is kept for the next
 * visit, so that a log that was rewritten meanwhile, or is another reader's, is found. It tells nothing of the reader.
 *
 * @typedef {import("./headlog.js").Known} Known
 */
const LOG = "log";

/** @returns {Known | null} */
export function known() {
  try {
    const { note, keys, at } = JSON.parse(localStorage.getItem(LOG) ?? "{}");
    return typeof note === "string" && Array.isArray(keys) && typeof at === "string" ? { note, keys, at } : null;
  } catch {
    return null;
  }
}

/** @param {Known} seen */
export const remember = (seen) => localStorage.setItem(LOG, JSON.stringify(seen));

export const forget = () => localStorage.removeItem(LOG);
