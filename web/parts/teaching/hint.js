/**
 * One good move for whoever asks for it, at a table with nobody but bots. Nothing is listed: the service is asked whether the
 * move is legal, and it is laid out in the picture, where it can be played or taken back.
 *
 * @typedef {import("../../types.js").Match} Match
 * @typedef {import("../../types.js").Game} Game
 * @typedef {import("../../types.js").Fields} Fields
 * @typedef {import("../../games/picture.js").AnyTold} AnyTold
 * @typedef {import("../../app.js").App} App
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { call, get, Refused } from "../../api.js";
import { hasHint, hintOf } from "../../games/pictures.js";
import { route } from "../../paths.js";

/** Whether everybody else at a table is a bot: help harms nobody there. @param {Match} match */
export const isPractice = (match) =>
  match.you !== null && match.seats.every((one) => one.seat === match.you || one.bot !== null);

/**
 * @param {{ app: App, game: Game }} table
 * @returns {(now: { match: Match, told: AnyTold, lay: (move: Fields) => void }) => unknown}
 */
export function hint({ app, game }) {
  /** For which question it was asked, and what came of it. */
  let asked = { prompt: "", isThere: true };
  return ({ match, told, lay }) => {
    const form = told.forms[0];
    if (!form || form.legal.length || !hasHint(game.game) || !isPractice(match)) return nothing;
    const look = () => app.attempt(async () => {
      const found = await first(told, game, route`/matches/${match.id}/moves?dry_run=true`, form.prompt);
      asked = { prompt: form.prompt, isThere: found !== null };
      if (found) lay(found);
      else app.say(app.words.hint.none);
    });
    const isMissing = asked.prompt === form.prompt && !asked.isThere;
    return html`<div class="hint"><button type="button" ?disabled=${app.isBusy} @click=${look}>${
      app.words.hint.ask}</button>${isMissing ? html`<span>${app.words.hint.none}</span>` : nothing}</div>`;
  };
}

/**
 * The first that the service would take.
 * @param {AnyTold} told @param {Game} game @param {string} path @param {string} prompt
 * @returns {Promise<Fields | null>}
 */
async function first(told, game, path, prompt) {
  const find = await hintOf(game.game);
  for (const move of (await find?.(told, game, get)) ?? []) {
    try {
      await call("POST", path, { prompt, ...move });
      return move;
    } catch (error) {
      if (!(error instanceof Refused) || error.isPassing) throw error;
    }
  }
  return null;
}
