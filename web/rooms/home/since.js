/**
 * What has ended since a player was last at home, as this browser remembers it.
 *
 * @typedef {import("../../types.js").Match} Match
 */
const PLACE = "home";

/**
 * When this player was here before, "" where never; from now on it is now. One player's: another one begins anew.
 * @param {string} player @param {string} now by the service's clock
 */
export function lastHere(player, now) {
  const [who, at = ""] = (localStorage.getItem(PLACE) ?? "").split(" ");
  localStorage.setItem(PLACE, `${player} ${now}`);
  return who === player ? at : now;
}

/** @param {readonly Match[]} matches @param {string} since */
export const endedSince = (matches, since) =>
  (since ? matches.filter((one) => one.finished_at !== null && Date.parse(one.finished_at) > Date.parse(since)) : []);
