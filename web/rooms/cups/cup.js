/**
 * One cup: who has entered, its rounds with their matches, and the table of results.
 *
 * @typedef {import("../../types.js").Game} Game
 * @typedef {import("../../types.js").Match} Match
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../app.js").At} At
 * @typedef {import("../cups.js").CupInList} CupInList
 * @typedef {import("../cups.js").Somebody} Somebody
 * @typedef {{ entrant: number, player: Somebody | null, bot: string | null, place: number, points: number, withdrawn: boolean }} Stand
 * @typedef {{ entrants: number[], match: string | null,
 *             result: { ranking: number[][], by: "match" | "autopilot" | "lot" | "nobody" } | null }} Table
 * @typedef {CupInList & { players: Somebody[], standings: Stand[], played: { tables: Table[], skipped: number[] }[],
 *                         round_ends_at: string | null }} Cup
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { call, get, Refused, ROOT } from "../../api.js";
import { filled } from "../../messages.js";
import { instant } from "../../parts/instants.js";
import { sayer } from "../../parts/pieces.js";
import { people } from "../../parts/seats/people.js";
import { LISTED } from "../../parts/texts.js";
import { route } from "../../paths.js";
import { spokenIn } from "../../words.js";
import { open as unknown } from "../unknown.js";

/** How often a cup that is not over is asked for, in milliseconds. */
const AGAIN = 5_000;

/** @param {At} at @param {string} id @returns {Promise<import("../../app.js").Room>} */
export async function cup(at, id) {
  try {
    const [found, games] = await Promise.all([get(route`/cups/${id}`), get(LISTED)]);
    const room = new CupRoom(at.app, found, games.items);
    await room.look();
    return room;
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return unknown(at);
    throw error;
  }
}

/** What kind of cup it is, in a line. @param {App} app @param {CupInList} one */
export function terms(app, one) {
  const said = app.words.cups;
  const parts = [app.words.cup_systems[one.system], one.rounds ? filled(said.of_rounds, { count: one.rounds }, spokenIn(app.language)) : "",
    app.words.queue[one.set], one.rated ? app.words.ratings.rated : "", one.bot ? said.with_bots : ""];
  return parts.filter(Boolean).join(" · ");
}

class CupRoom {
  /** The matches that are played now, by id. @type {Map<string, Match>} */
  #matches = new Map();
  #timer = 0;

  /** @param {App} app @param {Cup} found @param {Game[]} games */
  constructor(app, found, games) {
    this.app = app;
    this.cup = found;
    this.game = games.find((one) => one.game === found.game);
    this.title = found.name || `${app.words.cups.one}: ${this.game?.names[app.language] ?? found.game}`;
    this.#timer = setInterval(() => void this.#renew().catch(() => {}), AGAIN);
  }

  close() {
    clearInterval(this.#timer);
  }

  /** A match of the player's has begun or ended. @param {import("../../live.js").Message} message */
  hear(message) {
    if (message.type === "notice") void this.#renew().catch(() => {});
  }

  async #renew() {
    if (document.hidden || ["finished", "cancelled"].includes(this.cup.status)) return;
    this.cup = await get(route`/cups/${this.cup.id}`);
    await this.look();
    this.app.redraw();
  }

  /** Look at the matches that are played now. */
  async look() {
    const now = this.cup.played.at(-1)?.tables.flatMap((one) => (one.match && !one.result ? [one.match] : [])) ?? [];
    // Those that are just being made are not there yet.
    const found = await Promise.all(now.map((match) => get(route`/matches/${match}`).catch(() => null)));
    this.#matches = new Map(found.filter(Boolean).map((one) => [one.id, one]));
  }

  draw() {
    const { app, cup } = this, said = app.words.cups;
    return html`<h1 tabindex="-1"><bdi>${this.title}</bdi></h1>
      <p>${this.game?.names[app.language]} · ${terms(app, cup)}</p>
      <p><strong>${app.words.cup_statuses[cup.status]}</strong> ${cup.status === "open"
        ? this.#say(said.entered, { entered: cup.entered, places: cup.places }) : nothing}
        ${cup.round_ends_at ? html`<span class="faint">${said.round_ends} ${instant(cup.round_ends_at, app.language)}</span>` : nothing}</p>
      ${this.#choices()}
      ${cup.status === "open" ? html`<section><h2>${said.players}</h2><ul class="plain-list">${cup.players.map((one) =>
        html`<li>${this.#person(one)}</li>`)}</ul></section>` : nothing}
      ${cup.standings.length ? html`<section><h2>${said.results}</h2>${this.#standings()}</section>` : nothing}
      ${cup.played.map((_, at) => this.#round(cup.played.length - 1 - at))}`;
  }

  #choices() {
    const { app, cup } = this, said = app.words.cups, me = app.me;
    const isIn = me && cup.players.some((one) => one.id === me.id), isHost = me?.id === cup.host.id;
    const mine = cup.standings.find((one) => one.player?.id === me?.id);
    const button = (/** @type {string} */ text, /** @type {() => unknown} */ work, main = false) =>
      html`<button type="button" class=${main ? "main" : ""} ?disabled=${app.isBusy} @click=${work}>${text}</button>`;
    if (cup.status === "open") return html`<p class="line">
      ${!me ? html`<a class="button main" href="${ROOT}login?next=cups/${cup.id}">${said.log_in}</a>` : nothing}
      ${me && me.kind !== "account" ? html`<span>${said.account}</span>` : nothing}
      ${me?.kind === "account" && !isIn ? button(said.enter, () => this.#do("PUT", "/entry"), true) : nothing}
      ${isHost ? button(said.start, () => this.#do("POST", "/start"), true) : nothing}
      ${isHost ? button(said.cancel, () => this.#do("POST", "/cancel")) : nothing}
      ${isIn && !isHost ? button(said.leave, () => this.#do("DELETE", "/entry")) : nothing}</p>`;
    if (cup.status !== "running" || !mine || mine.withdrawn) return nothing;
    const table = cup.played.at(-1)?.tables.find((one) => one.entrants.includes(mine.entrant) && !one.result);
    return html`<p class="line">${table?.match && this.#matches.has(table.match)
      ? html`<a class="button main" href="${ROOT}matches/${table.match}">${said.play}</a>` : html`<span>${said.wait}</span>`}
      ${button(said.withdraw, () => this.#do("DELETE", "/entry"))}</p>`;
  }

  #standings() {
    const { app, cup } = this, said = app.words.cups;
    return html`<div class="scrolled" tabindex="0" role="region" aria-label=${said.results}>
      <table class="leaders"><thead><tr><th scope="col">${app.words.ratings.rank}</th>
      <th scope="col">${app.words.ratings.player}</th><th scope="col">${said.points}</th>
      ${cup.played.map((_, at) => html`<th scope="col" aria-label=${this.#say(said.round, { number: at + 1 })}><span
        class="long">${this.#say(said.round, { number: at + 1 })}</span><span class="short">${at + 1}</span></th>`)}</tr></thead>
      <tbody>${cup.standings.map((one) => html`<tr class=${one.player && one.player.id === app.me?.id ? "me" : ""}>
        <td>${one.place}</td><td>${this.#entrant(one)}${one.withdrawn ? html` <small>${said.gone}</small>` : nothing}</td>
        <td>${one.points}</td>
        ${cup.played.map((played) => html`<td>${this.#cell(played, one.entrant)}</td>`)}</tr>`)}</tbody></table></div>`;
  }

  /** What an entrant came to in a round. @param {Cup["played"][number]} played @param {number} entrant */
  #cell(played, entrant) {
    const said = this.app.words.cups;
    if (played.skipped.includes(entrant)) return html`<small>${said.skipped}</small>`;
    const table = played.tables.find((one) => one.entrants.includes(entrant));
    if (!table) return html`–`;
    const place = placeOf(table, entrant), shown = place ? this.#say(said.place, { place }) : "…";
    return table.match ? html`<a href="${ROOT}matches/${table.match}">${shown}</a>` : shown;
  }

  /** @param {number} at */
  #round(at) {
    const { app, cup } = this, said = app.words.cups, played = /** @type {Cup["played"][number]} */ (cup.played[at]);
    const stands = new Map(cup.standings.map((one) => [one.entrant, one]));
    return html`<section><h2>${this.#say(said.round, { number: at + 1 })}</h2><ul class="cards">${played.tables.map((table) => {
      const inside = html`<span class="people">${byPlace(table).map((one) => html`<span>${this.#placed(table, one)}
          ${this.#name(stands.get(one))}</span>`)}</span>
        <span class="faint">${table.result ? app.words.cup_results[table.result.by] : this.#now(table)}</span>`;
      return html`<li>${table.match ? html`<a class="card" href="${ROOT}matches/${table.match}">${inside}</a>`
        : html`<div class="card">${inside}</div>`}</li>`;
    })}</ul></section>`;
  }

  /** @param {Table} table @param {number} entrant */
  #placed(table, entrant) {
    const place = placeOf(table, entrant);
    return place ? html`<b>${this.#say(this.app.words.cups.place, { place })}</b>` : nothing;
  }

  /** What happens at a table now. @param {Table} table */
  #now(table) {
    const { language, words } = this.app, match = this.#matches.get(table.match ?? "");
    if (!match) return words.cups.made_soon;
    const { say } = sayer((seat) => people(match, match.you ?? null, language)[seat]?.name ?? "", language);
    return say(match.text);
  }

  /** @param {Stand | undefined} one */
  #name(one) {
    return one?.player ? html`<bdi>${one.player.handle ?? this.app.words.record.gone}</bdi>`
      : html`${this.app.words.bot} ${(one?.entrant ?? 0) + 1}`;
  }

  /** @param {Stand} one */
  #entrant(one) {
    return one.player ? this.#person(one.player) : this.#name(one);
  }

  /** @param {Somebody} one */
  #person(one) {
    return html`<a href="${ROOT}players/${one.id}"><bdi>${one.handle ?? this.app.words.record.gone}</bdi></a>`;
  }

  /** @param {"PUT" | "POST" | "DELETE"} verb @param {string} at */
  #do = (verb, at) => this.app.attempt(async () => {
    this.cup = await call(verb, `${route`/cups/${this.cup.id}`}${at}`, {});
    await this.look();
  });

  /** @param {string} text @param {Record<string, number | string>} values */
  #say(text, values) {
    return filled(text, values, spokenIn(this.app.language));
  }
}

/**
 * The place of an entrant at a table that has its result; those who are level have the same.
 * @param {Table} table
 * @param {number} entrant
 */
function placeOf(table, entrant) {
  let ahead = 0;
  for (const level of table.result?.ranking ?? []) {
    if (level.includes(entrant)) return ahead + 1;
    ahead += level.length;
  }
  return null;
}

/** @param {Table} table */
const byPlace = (table) => (table.result ? table.result.ranking.flat() : table.entrants);
