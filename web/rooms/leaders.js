/**
 * The leaderboard of a game.
 *
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../app.js").App} App
 * @typedef {import("../app.js").At} At
 * @typedef {{ rank: number, player: { id: string, handle: string, kind: string }, rating: number, deviation: number,
 *             matches: number }} Leader
 * @typedef {{ game: string, ladder: "people" | "bots", terms: { matches: number, deviation: number, days: number },
 *             items: Leader[] }} Leaderboard
 */
import { html, nothing } from "../vendor/lit-html.js";
import { get, ROOT } from "../api.js";
import { shortestFirst } from "../games/banners.js";
import { filled } from "../messages.js";
import { number } from "../parts/ratings.js";
import { handleOf } from "../parts/seats/people.js";
import { LISTED } from "../parts/texts.js";
import { route } from "../paths.js";
import { spokenIn } from "../words.js";
import { open as unknown } from "./unknown.js";

/** People and bots are rated apart. */
const LADDERS = /** @type {const} */ (["people", "bots"]);

/** @param {At} at @returns {Promise<import("../app.js").Room>} */
export async function open(at) {
  const games = shortestFirst(/** @type {Game[]} */ ((await get(LISTED)).items));
  const chosen = at.parts[1] ? games.find((one) => one.game === at.parts[1]) : games[0];
  if (!chosen) return unknown(at);
  const ladder = at.query.get("ladder") === "bots" ? "bots" : "people";
  return new Leaders(at.app, games, chosen, await get(`${route`/leaderboards/${chosen.game}`}?ladder=${ladder}`));
}

class Leaders {
  /** @param {App} app @param {Game[]} games @param {Game} game @param {Leaderboard} board */
  constructor(app, games, game, board) {
    this.app = app;
    this.games = games;
    this.game = game;
    this.board = board;
    this.title = app.words.ratings.leaders;
  }

  draw() {
    const { app, board, game } = this, said = app.words.ratings;
    return html`<h1 tabindex="-1">${said.leaders}</h1>
      <p class="choices">${this.games.map((one) => html`<a class="button" href="${this.#place(one.game, board.ladder)}"
        aria-current=${one === game ? "page" : nothing}>${one.names[app.language]}</a>`)}</p>
      <p class="choices">${LADDERS.map((one) => html`<a class="button" href="${this.#place(game.game, one)}"
        aria-current=${one === board.ladder ? "page" : nothing}>${said[one]}</a>`)}</p>
      ${board.items.length ? this.#table() : html`<p>${said.nobody}</p>`}
      <p class="faint">${filled(said.terms, board.terms, spokenIn(app.language))}</p>`;
  }

  /** @param {string} game @param {"people" | "bots"} ladder */
  #place = (game, ladder) => `${ROOT}leaderboards/${game}${ladder === "bots" ? "?ladder=bots" : ""}`;

  #table() {
    const { app, board } = this, said = app.words.ratings;
    return html`<table class="leaders"><thead><tr><th scope="col">${said.rank}</th><th scope="col">${said.player}</th>
        <th scope="col">${said.rating}</th><th scope="col">${said.matches}</th></tr></thead>
      <tbody>${board.items.map((one) => html`<tr class=${one.player.id === app.me?.id ? "me" : ""}><td>${one.rank}</td>
        <td><a href="${ROOT}players/${one.player.id}"><bdi>${handleOf(one.player, app.words)}</bdi></a></td><td>${number(one)}</td>
        <td>${one.matches}</td></tr>`)}</tbody></table>`;
  }
}
