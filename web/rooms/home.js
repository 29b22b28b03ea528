/**
 * Home: your turn first, then what runs, waits and has ended, and what you have been told. Strangers are shown the games.
 *
 * @typedef {import("../types.js").Match} Match
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Notice} Notice
 * @typedef {import("../app.js").At} At
 */
import { html, nothing } from "../vendor/lit-html.js";
import { call, get, isKnown, post, ROOT } from "../api.js";
import { pictureOf } from "../games/pictures.js";
import { people, sign } from "../parts/people.js";
import { sayer } from "../parts/pieces.js";
import { practise } from "../parts/start.js";
import { LISTED } from "../parts/texts.js";
import { route } from "../paths.js";

const OVER = new Set(["finished", "cancelled", "imported", "quarantined"]);

/** What a player's home asks for beside the games. */
const MINE = "/matches?mine=true&limit=100", TOLD = "/me/notices?unread=true&limit=20";

export const needs = () => (isKnown() ? [LISTED, MINE, TOLD] : [LISTED]);

/** @param {At} at */
export async function open({ app }) {
  /** @type {Match[]} */
  let matches = [];
  /** @type {Notice[]} */
  let notices = [];
  let timer = 0;

  async function load() {
    if (!app.me) return;
    const [mine, told] = await Promise.all([get(MINE), get(TOLD)]);
    matches = mine.items;
    notices = told.items;
    app.redraw();
  }
  /** @type {[Game[], unknown]} */
  const [games] = await Promise.all([get(LISTED).then((page) => page.items), load()]);

  /** @param {Game} game */
  const begin = (game) => app.attempt(async () => {
    // Fetched while the table is laid.
    void Promise.all([import("./table.js"), pictureOf(game.game), get(game.links.content)]).catch(() => {});
    await app.go(`matches/${await practise(app, game)}`);
  });
  const gameName = (/** @type {string} */ id) => games.find((one) => one.game === id)?.names[app.language] ?? id;

  /** @param {Match} match */
  function row(match) {
    const seats = people(match, match.you ?? null, app.language);
    const { say } = sayer((seat) => seats[seat]?.name ?? "");
    return html`<li><a class="card" href="${ROOT}matches/${match.id}"><strong>${match.name ? html`<bdi>${match.name}</bdi> · ` : nothing}${gameName(match.game)}</strong>
      <span class="faint">${say(match.text)}</span>
      <span class="people">${seats.map((one) => html`<span>${sign(one)} <bdi>${one.name}</bdi></span>`)}</span></a></li>`;
  }

  /** @param {string} title @param {Match[]} some */
  const list = (title, some) => some.length ? html`<section><h2>${title} <small>(${some.length})</small></h2><ul class="cards">${some.map(row)}</ul></section>` : nothing;

  /** What can be done about a notice at once, beside going there. @param {Notice} notice */
  function remedy({ kind, match, seat, invitation }) {
    const said = app.words, path = route`/matches/${match}`;
    const [text, what, body] = kind === "invited" && invitation ? [said.join, "join", { invitation }]
      : kind === "seat_taken_over" && seat !== null ? [said.take_back_seat, route`seats/${seat}/take-back`, {}] : [];
    return what ? html`<button type="button" @click=${() => app.attempt(async () => {
      await post(`${path}/${what}`, body);
      await app.go(path.slice(1));
    })}>${text}</button>` : nothing;
  }

  function told() {
    const said = app.words;
    return notices.length ? html`<section><h2>${said.notices} <small>(${notices.length})</small></h2>
      <ul class="plain-list">${notices.map((one) => html`<li class="line">${one.match ? html`<a href="${ROOT}${one.invitation ? `join/${one.match}#${one.invitation}` : `matches/${one.match}`}"><bdi>${one.text}</bdi></a>` : html`<bdi>${one.text}</bdi>`} ${remedy(one)}</li>`)}</ul>
      <button type="button" @click=${() => app.attempt(async () => {
        await call("POST", "/me/notices/read", { up_to: notices[0]?.id });
        notices = [];
      })}>${said.mark_read}</button></section>` : nothing;
  }

  return {
    title: "",
    draw() {
      const said = app.words;
      const mine = matches.filter((one) => one.you !== null && one.you !== undefined && one.waiting_for.includes(one.you) && one.status === "active");
      const running = matches.filter((one) => one.status === "active" && !mine.includes(one));
      return html`
        <h1 tabindex="-1">${app.me ? html`<bdi>${app.me.handle}</bdi>` : said.welcome}</h1>
        ${app.me ? nothing : html`<p class="lead">${said.welcome_more}</p>`}
        ${app.me?.kind === "guest" && matches.length ? html`<p class="banner">${said.is_guest} <a href="${ROOT}me">${said.upgrade}</a></p>` : nothing}
        ${list(said.your_turn, mine)} ${told()} ${list(said.running, running)}
        ${list(said.waiting, matches.filter((one) => one.status === "open"))}
        <section><h2>${said.games}</h2><ul class="cards">${games.map((game) => html`<li class="card">
          <strong>${game.names[app.language]}</strong>${game.game in said.abouts ? html`<span>${said.abouts[game.game]}</span>` : nothing}<span class="faint">${said.seats_of}: ${game.seats.min}–${game.seats.max} · ${game.duration_hint[app.language]}</span>
          <button type="button" class="main" ?disabled=${app.isBusy} @click=${() => begin(game)}>${app.isBusy ? said.beginning : said.practise}<span class="unseen">: ${game.names[app.language]}</span></button>
          <a class="button" href="${ROOT}lobby?game=${game.game}">${said.new_match}<span class="unseen">: ${game.names[app.language]}</span></a></li>`)}</ul></section>
        ${list(said.finished, matches.filter((one) => OVER.has(one.status)))}`;
    },
    /** @param {import("../live.js").Message} message */
    hear(message) {
      if (!["match", "left", "notice", "awake"].includes(message.type)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void load().catch(() => {}), 400);
    },
    close: () => clearTimeout(timer),
  };
}
