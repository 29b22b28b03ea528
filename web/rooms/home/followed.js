/**
 * The players whom one follows, and where they play now.
 *
 * @typedef {import("../../types.js").Game} Game
 * @typedef {import("../../app.js").App} App
 * @typedef {{ player: { id: string, handle: string, kind: string }, match: string | null, game: string | null }} Followed
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { ROOT } from "../../api.js";
import { filled } from "../../messages.js";
import { handleOf } from "../../parts/seats/people.js";
import { spokenIn } from "../../words.js";

/** @param {App} app @param {Followed[]} players @param {Game[]} games */
export function followed(app, players, games) {
  if (!players.length) return nothing;
  const said = app.words.follows, { language } = app;
  const nameOf = (/** @type {string | null} */ game) => games.find((one) => one.game === game)?.names[language] ?? game ?? "";
  return html`<section class="followed"><h2>${said.title} <small>(${players.length})</small></h2>
    <ul class="plain-list">${players.map(({ player, match, game }) => html`<li class="line"><a
      href="${ROOT}players/${player.id}"><bdi>${handleOf(player, app.words)}</bdi></a> ${match ? html`<a
      href="${ROOT}matches/${match}">${filled(said.plays, { game: nameOf(game) }, spokenIn(language))}</a>`
      : html`<span class="faint">${said.rests}</span>`}</li>`)}</ul></section>`;
}
