/**
 * Whose turn it is in a list of matches, and the list as news change it.
 *
 * @typedef {import("../types.js").Match} Match
 */

/** Whether a match waits for the player who sees it. @param {Match} match */
export const isMyTurn = ({ you, status, waiting_for: waits }) =>
  you !== null && you !== undefined && status === "active" && waits.includes(you);

/** The matches with one as it is now, the newest first: their ids begin with their time. @param {Match[]} matches @param {Match} now */
export function withNews(matches, now) {
  const others = matches.filter((one) => one.id !== now.id);
  return [now, ...others].sort((one, other) => (one.id < other.id ? 1 : -1));
}
