/**
 * What events say, with a seat by its number where another sat there then: names are of those who sit there now.
 *
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {import("../../types.js").Piece} Piece
 */

/**
 * @param {MatchEvent[]} events those that are known
 * @param {string} seat the word for one
 * @returns {(event: MatchEvent) => Piece[]}
 */
export function inTheirTime(events, seat) {
  /** @type {Map<number, number>} */
  const sat = new Map();
  for (const { type, seat: taken, version } of events) {
    if (type === "seat_taken" && taken !== null) sat.set(taken, Math.max(version, sat.get(taken) ?? 0));
  }
  return ({ version, text }) => text.map((piece) =>
    piece.seat !== undefined && version < (sat.get(piece.seat) ?? 0) ? { text: `${seat} ${piece.seat + 1}` } : piece);
}
