/** Moves that answer nothing of what is asked: orders of one's own, and what may be done at any question. */
const ASIDES = new Set(["always_draw", "always_decline", "always_take", "ask_again", "drop_object", "leave_friend",
  "exchange_trophies"]);

/** Whether a move stands beside the answers of a question. @param {string} type */
export const isAside = (type) => ASIDES.has(type);
