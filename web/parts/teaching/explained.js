/**
 * A game explained on one screen, when somebody asks: it is fetched then.
 *
 * @typedef {import("../../types.js").Game} Game
 * @typedef {import("../../app.js").App} App
 */

/** @param {App} app @param {Game} game */
export const explain = (app, game) => app.attempt(async () => (await import("./primer.js")).show(app, game));
