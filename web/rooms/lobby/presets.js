/**
 * The few kinds of matches that most people mean, before all that can be set: who may come, the clock, and what becomes of
 * seats that stay free.
 *
 * @typedef {"quick" | "friends" | "days"} Preset
 * @typedef {{ visibility: "public" | "unlisted" | "private", mode: "none" | "per_move" | "bank", fills: string, after: number,
 *             autopilot: string, rated: boolean }} Wish `fills` names the bot that takes free seats `after` so many
 *          minutes, "" where none does; `autopilot` the one that plays for who stays away
 */

/** @type {Readonly<Record<Preset, Wish>>} */
export const PRESETS = {
  quick: { visibility: "public", mode: "none", fills: "easy", after: 2, autopilot: "", rated: false },
  friends: { visibility: "unlisted", mode: "none", fills: "", after: 10, autopilot: "", rated: false },
  days: { visibility: "public", mode: "per_move", fills: "", after: 10, autopilot: "easy", rated: false },
};

/** The kind that a rated match is: public, with people alone, and a clock. @type {Preset} */
export const RATED = "days";

/** Nobody is surprised by bots or strangers. @type {Preset} */
export const FIRST = "friends";
