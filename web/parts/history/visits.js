/** How far this browser has seen each match: the version it showed last. */

const PLACE = "visits";
/** So many matches are remembered, those seen last. */
const MOST = 300;

/** @returns {[string, number][]} */
function visits() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "[]");
  } catch {
    // Within a frame of others the browser may keep nothing for us.
    return [];
  }
}

/**
 * The version that was seen last; 0 where the match was never open here.
 * @param {string} match
 */
export const lastVisit = (match) => visits().find(([one]) => one === match)?.[1] ?? 0;

/**
 * A match was seen up to this version.
 * @param {string} match
 * @param {number} version
 */
export function visit(match, version) {
  const others = visits().filter(([one]) => one !== match);
  try {
    localStorage.setItem(PLACE, JSON.stringify([[match, Math.max(version, lastVisit(match))], ...others].slice(0, MOST)));
  } catch {
    // Then the next visit is a first one.
  }
}
