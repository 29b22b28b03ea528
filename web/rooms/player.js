/**
 * A player as others see them: since when, how they have played in public, and their newest public matches.
 *
 * @typedef {import("../types.js").Match} Match
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../app.js").App} App
 * @typedef {import("../app.js").At} At
 * @typedef {{ game: string, finished: number, won: number, resigned: number, running: number }} GameRecord
 * @typedef {{ player: { id: string, handle: string | null, kind: string, created_at: string }, shown: boolean, games: GameRecord[],
 *             reliability: number | null, in_time: number | null }} PlayerRecord
 * @typedef {{ game: string, rating: number, deviation: number, provisional: boolean, matches: number }} GameRating
 * @typedef {{ rating: GameRating, steps: import("../parts/ratings.js").Step[] }} Rated
 */
import { html, nothing } from "../vendor/lit-html.js";
import { call, get, post, Refused, ROOT } from "../api.js";
import { filled } from "../messages.js";
import { instant } from "../parts/instants.js";
import { inviteTo } from "../parts/seats/invited.js";
import { handleOf, people } from "../parts/seats/people.js";
import { sayer } from "../parts/pieces.js";
import { course, mark, number } from "../parts/ratings.js";
import { beGuest } from "../parts/start.js";
import { LISTED } from "../parts/texts.js";
import { route } from "../paths.js";
import { spokenIn } from "../words.js";
import { open as unknown } from "./unknown.js";

/** So many steps the picture of a course has at most. */
const STEPS = 100;
const FIGURES = /** @type {const} */ (["finished", "won", "resigned", "running"]);

/** @param {At} at @returns {Promise<import("../app.js").Room>} */
export async function open(at) {
  const { app, parts } = at, id = parts[1] ?? "";
  try {
    const [record, rated, matches, games, blocks, follows] = await Promise.all([
      get(`${route`/players/${id}`}/record`), ratingsOf(id), get(route`/matches?player=${id}&limit=10`), get(LISTED),
      app.me ? get("/me/blocks") : { items: [] }, app.me ? get("/me/follows") : { items: [] },
    ]);
    // Those in which one sits with them are listed to oneself too, whoever else may see them.
    const open = matches.items.filter((/** @type {Match} */ one) => one.visibility === "public");
    const isAway = blocks.items.some((/** @type {{ id: string }} */ one) => one.id === id);
    const isFollowed = follows.items.some((/** @type {{ player: { id: string } }} */ one) => one.player.id === id);
    return new Profile(app, { record, rated, matches: open }, games.items, { isAway, isFollowed });
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return unknown(at);
    throw error;
  }
}

/** The ratings, each with its newest steps. @param {string} id @returns {Promise<Rated[]>} */
async function ratingsOf(id) {
  const path = `${route`/players/${id}`}/ratings`;
  return Promise.all((await get(path)).items.map(async (/** @type {GameRating} */ rating) => (
    { rating, steps: (await get(`${path}${route`/${rating.game}`}?limit=${STEPS}`)).items })));
}

class Profile {
  /**
   * @param {App} app @param {{ record: PlayerRecord, rated: Rated[], matches: Match[] }} of
   * @param {Game[]} games @param {{ isAway: boolean, isFollowed: boolean }} kept what the caller has arranged about them
   */
  constructor(app, { record, rated, matches }, games, { isAway, isFollowed }) {
    this.app = app;
    this.record = record;
    this.rated = rated;
    this.matches = matches;
    this.games = games;
    this.isAway = isAway;
    this.isFollowed = isFollowed;
    this.title = record.player.handle ?? app.words.unknown.title;
  }

  draw() {
    const { app, record } = this, said = app.words, { player } = record;
    const isOther = app.me && app.me.id !== player.id && player.handle;
    return html`<h1 tabindex="-1"><bdi>${handleOf(player, said) || said.record.gone}</bdi></h1>
      <p class="faint">${said.record.since} ${instant(player.created_at, app.language)}</p>
      ${player.kind === "bot" ? this.#challenges() : nothing}
      ${isOther ? html`<p><button type="button" class="follow" @click=${this.#follow}>${
        said.follows[this.isFollowed ? "unfollow" : "follow"]}</button></p>
        <p><button type="button" @click=${this.#turn}>${this.isAway ? said.away.back : said.away.add}</button>
        <small>${said.away.more}</small></p>` : nothing}
      ${this.rated.length ? html`<section><h2>${said.ratings.title}</h2>
        <ul class="cards">${this.rated.map((one) => this.#rating(one))}</ul></section>` : nothing}
      <section><h2>${said.record.title}</h2>${record.shown ? this.#figures() : html`<p>${said.record.hidden}</p>`}</section>
      ${this.matches.length ? html`<section><h2>${said.record.matches}</h2>
        <ul class="cards">${this.matches.map((one) => this.#row(one))}</ul></section>` : nothing}`;
  }

  /** A game each, to be played against this bot at once. */
  #challenges() {
    const { app, games } = this, said = app.words.record;
    return html`<section class="challenges"><h2>${said.challenge}</h2><p class="choices">${games.map((game) => html`<button type="button"
      ?disabled=${app.isBusy} @click=${() => this.#challenge(game)}>${game.names[app.language]}</button>`)}</p></section>`;
  }

  /** The smallest table; the service's own bots take what is free beside the two. @param {Game} game */
  #challenge = ({ game, seats }) => this.app.attempt(async () => {
    const { id, handle } = this.record.player;
    if (!this.app.me) await beGuest(this.app);
    const bots = Array(Math.max(seats.min - 2, 0)).fill("easy");
    const made = await post("/matches", { game, seats: Math.max(seats.min, 2), visibility: "unlisted", bots });
    await inviteTo(this.app, made.id, { id, handle: handle ?? "" });
    await this.app.go(`matches/${made.id}`);
  });

  /** @param {Rated} rated */
  #rating({ rating, steps }) {
    const { app } = this, said = app.words.ratings;
    const points = steps.map((one) => one.rating).reverse().join(", ");
    return html`<li><a class="card" href="${ROOT}leaderboards/${rating.game}"><strong>${this.#nameOf(rating.game)}</strong>
      <span>${number(rating)}${rating.provisional ? html` <small>(${said.provisional})</small>` : nothing}</span>
      ${course(steps, filled(said.course, { points }, spokenIn(app.language)))}
      <span class="faint">${said.matches}: ${rating.matches}</span></a></li>`;
  }

  #figures() {
    const said = this.app.words.record;
    const { games, reliability, in_time } = this.record;
    const share = (/** @type {string} */ name, /** @type {number | null} */ percent) => (percent === null ? nothing
      : html`<p>${name}: <strong>${filled(said.percent, { percent }, spokenIn(this.app.language))}</strong></p>`);
    if (!games.length) return html`<p>${said.nothing}</p>`;
    return html`${share(said.reliable, reliability)}${share(said.in_time, in_time)}
      <dl class="facts">${games.map((one) => html`<dt>${this.#nameOf(one.game)}</dt><dd>
      ${FIGURES.map((figure) => html`<span>${said[figure]}: ${one[figure]}</span>`)}
      </dd>`)}</dl>`;
  }

  /** @param {string} game */
  #nameOf(game) {
    return this.games.find((one) => one.game === game)?.names[this.app.language] ?? game;
  }

  /** @param {Match} match */
  #row(match) {
    const { language } = this.app;
    const { say } = sayer((seat) => people(match, match.you ?? null, language)[seat]?.name ?? "", language);
    return html`<li><a class="card" href="${ROOT}matches/${match.id}"><strong>${match.name ? html`<bdi>${match.name}</bdi> · ` : nothing}${
      this.#nameOf(match.game)}</strong><span class="faint">${say(match.text)} ${mark(this.app, match)}</span>
      ${match.finished_at ? html`<small class="faint">${instant(match.finished_at, language)}</small>` : nothing}</a></li>`;
  }

  #follow = () => this.app.attempt(async () => {
    await call(this.isFollowed ? "DELETE" : "PUT", route`/me/follows/${this.record.player.id}`, {});
    this.isFollowed = !this.isFollowed;
    this.app.say(this.app.words.saved);
  });

  #turn = () => this.app.attempt(async () => {
    await call(this.isAway ? "DELETE" : "PUT", route`/me/blocks/${this.record.player.id}`, {});
    this.isAway = !this.isAway;
    this.app.say(this.app.words.saved);
  });
}
