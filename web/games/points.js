/** Points as endings count them, a number for each seat. */

/** @param {number[]} points @param {number | null} seat @param {number} value @returns {number[]} */
export const put = (points, seat, value) => points.map((one, at) => (at === seat ? value : one));

/** @param {number[]} points @param {number | null} seat @param {number} more @returns {number[]} */
export const add = (points, seat, more) => points.map((one, at) => (at === seat ? one + more : one));
