/**
 * The shortest way to a first move: a name, if there is none yet, and a table with bots.
 *
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../app.js").App} App
 */
import { post, Refused, signUp } from "../api.js";
import * as live from "../live.js";
import { strength } from "./preferences.js";
import { ofPractice } from "./seats/bots.js";

const MOST_TRIES = 5;

/**
 * A guest under a name that nobody has yet.
 * @param {App} app
 */
export async function beGuest(app) {
  for (let tries = 1; ; tries++) {
    const handle = `Guest_${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`;
    try {
      app.be(await signUp({ handle, locale: app.language }));
      return live.share({ type: "session", data: null });
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "handle_taken" || tries === MOST_TRIES) throw error;
    }
  }
}

/**
 * A running match against bots; its id.
 * @param {App} app
 * @param {Game} game
 */
export async function practise(app, game) {
  if (!app.me) await beGuest(app);
  const seats = Math.min(Math.max(game.seats.min, 3), game.seats.max);
  const made = await post("/matches", {
    game: game.game, seats, visibility: "unlisted", options: ofPractice(game), bots: Array(seats - 1).fill(strength()),
  });
  return made.id;
}

/** Bots take free seats after so many seconds. */
const BOTS_AFTER = 120;

/** The bots that take the seats nobody has come for. */
export const botsAfter = () => ({ bot: strength(), after: BOTS_AFTER });

/**
 * Wait for people who want the same.
 * @param {App} app
 * @param {string} game
 * @param {"live" | "days"} set
 * @param {Record<string, unknown>} terms
 */
export async function find(app, game, set, terms) {
  if (!app.me) await beGuest(app);
  await (await app.attend()).wait(game, set, terms);
}
