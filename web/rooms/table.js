/**
 * The table, one for all games: who is here, clocks, the picture, what you are asked, and what has happened.
 *
 * @typedef {import("../types.js").Match} Match
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").Content} Content
 * @typedef {import("../types.js").Prompt} Prompt
 * @typedef {import("../types.js").Fields} Fields
 * @typedef {import("../types.js").MatchEvent} MatchEvent
 * @typedef {import("../app.js").At} At
 */
import { html, nothing } from "../vendor/lit-html.js";
import { address, get, post, ROOT } from "../api.js";
import * as live from "../live.js";
import { meant, posted, tapped } from "../games/choice.js";
import { picture as generic } from "../games/generic.js";
import { pictureOf } from "../games/pictures.js";
import { notes, plays, wishes } from "../parts/absence.js";
import { clock, drift } from "../parts/clocks.js";
import { history } from "../parts/log.js";
import { question } from "../parts/moves.js";
import { orders } from "../parts/orders.js";
import { confirmsButtons, confirmsTaps } from "../parts/preferences.js";
import { line } from "../parts/people.js";
import { LISTED, textsOf } from "../parts/texts.js";
import { told } from "../parts/told.js";
import { lastVisit, visit } from "../parts/visits.js";
import { lookUp, rules } from "../parts/rules.js";
import { beforeStart } from "./waiting.js";
import { route } from "../paths.js";

/** So many events of the log are there at first, and more with each wish. */
const PAGE = 60;
const NEWEST = 2 ** 31 - 1;
/** Of a game whose content has not come yet. */
const NOTHING = /** @type {Content} */ ({});

/** @param {At} at */
export function needs({ parts }) {
  const path = route`/matches/${parts[1] ?? ""}`;
  return [path, `${path}/view`, LISTED, `${path}/events?before=${NEWEST}&limit=${PAGE}`];
}

/** @param {At} at @returns {Promise<import("../app.js").Room>} */
export async function open({ app, parts, isEmbedded }) {
  const id = parts[1] ?? "";
  const path = route`/matches/${id}`;
  const last = before(NEWEST);
  // Where the match itself cannot be had, that is what is told.
  last.catch(() => {});
  /** @type {[Match, View]} */
  let [match, view] = await Promise.all([get(path), get(`${path}/view`)]);
  /** @type {Content | null} */
  let content = null;
  let picture = generic;
  const { game, text } = await textsOf(match);
  // What is asked can be read and answered before there is a picture of it.
  void Promise.all([text("content"), pictureOf(match.game)]).then((found) => {
    [content, picture] = found;
    app.redraw();
  }).catch((error) => app.fail(error));
  let events = await last;
  // What has come since the view was asked for comes once more with the news.
  events = events.filter((one) => one.version <= view.version);
  let ahead = drift(match);
  /** The number of one's own last move, while it can be taken back; undefined until it was asked for. @type {number | null | undefined} */
  let takeBack;
  /** @type {Fields} */
  let chosen = {};
  /** @type {Fields | null} */
  let ready = null;
  /** The version of the last visit, while what came since is marked. */
  let since = 0;
  /** @type {MatchEvent[]} */
  let changes = [];
  /** @type {Record<string, Record<string, string>> | null} */
  let clauses = null;
  let isBroken = false, isFolded = false;
  const ended = new AbortController();

  /** @param {number} version @returns {Promise<MatchEvent[]>} */
  async function before(version) {
    const { items } = await get(`${path}/events?before=${version}&limit=${PAGE}`);
    return items.sort((/** @type {MatchEvent} */ one, /** @type {MatchEvent} */ other) => one.version - other.version);
  }

  /** What is shown is seen; what came while nobody looked is marked. */
  let isBack = true;
  function look() {
    if (document.hidden || isEmbedded) return;
    const seen = lastVisit(id);
    if (isBack && seen && seen < view.version) {
      since = seen;
      changes = events.filter((one) => one.version > seen);
    }
    isBack = false;
    visit(id, view.version);
  }

  /** Everything as it is now; news that come meanwhile are looked at again. */
  let refreshing = false, isStale = false;
  async function refresh() {
    isStale = true;
    if (refreshing) return;
    refreshing = true;
    try {
      while (isStale && !ended.signal.aborted) {
        isStale = false;
        const last = events.at(-1)?.version ?? 0;
        const [now, seen, more] = await Promise.all([get(path), get(`${path}/view`), get(`${path}/events?after=${last}&limit=500`)]);
        if (takeBack === undefined || more.items.length) takeBack = await mayTakeBack(more.items);
        ahead = drift(now);
        if (seen.version !== view.version) change(more.items);
        [match, view] = [now, seen];
        look();
      }
    } finally {
      refreshing = false;
    }
    app.redraw();
  }

  /** Whatever others do lets a move stand. @param {MatchEvent[]} more @returns {Promise<number | null>} */
  async function mayTakeBack(more) {
    const isOurs = takeBack === undefined || more.some((one) => one.seat === match.you);
    return match.you !== null && isOurs ? (await get(`${path}/prompts`)).take_back : null;
  }

  /** @param {MatchEvent[]} more */
  function change(more) {
    changes = more;
    events = [...events, ...more];
    [chosen, ready] = [{}, null];
    const words = more.at(-1);
    if (words) app.say(all().plain(words.text));
  }

  /** What happens in a match in which nobody of ours sits is asked for; players are told by their stream. */
  async function watch() {
    while (!ended.signal.aborted && (match.status === "active" || match.status === "open")) {
      if (document.hidden || (app.me && match.you !== null)) {
        await pause(2_000);
        continue;
      }
      try {
        const { items } = await get(`${path}/events?after=${events.at(-1)?.version ?? 0}&wait=25&limit=500`, { signal: ended.signal });
        if (items.length) await refresh();
        else await pause(1_000);
      } catch {
        await pause(5_000);
      }
    }
  }
  const pause = (/** @type {number} */ milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  const prompts = () => /** @type {Prompt[]} */ (/** @type {unknown} */ (isEmbedded ? [] : view.prompts ?? []));
  const all = () => told({ match, view, content: content ?? NOTHING, language: app.language, prompts: prompts(), chosen, select, changes });
  /** The version that a move of ours has led to: before it is shown its question stands no more. */
  let awaited = 0;
  const isSending = () => view.version < awaited || live.unsent().some((one) => one.match === id);

  /** @param {Fields} part */
  function select(part) {
    const { legal, forms } = all();
    chosen = tapped(legal, forms, chosen, part);
    ready = null;
    const move = meant(legal, chosen);
    if (move && confirmsTaps()) choose(move);
    else if (move) void send(move);
    app.redraw();
  }

  /** @param {Fields} move */
  function choose(move) {
    ready = move;
    app.redraw();
    setTimeout(() => document.getElementById("confirm")?.focus(), 50);
  }

  /** @param {Fields} move */
  async function send(move) {
    since = 0;
    [chosen, ready] = [{}, null];
    app.trouble = "";
    app.redraw();
    await live.send(id, posted(move));
  }

  const ordered = orders({ app, match: id, changed: refresh });
  const word = lookUp({ app, game });

  /** @param {string} what @param {unknown} [body] */
  const act = (what, body) => app.attempt(async () => {
    await post(`${path}/${what}`, body);
    await refresh();
  });

  const want = () => {
    if (!clauses) void text("clauses").then((found) => { clauses = found; app.redraw(); }).catch(() => {});
  };

  function board() {
    if (!view.state || !content) return nothing;
    try {
      return (isBroken ? generic : picture)(all());
    } catch (error) {
      console.error(error);
      isBroken = true;
      return generic(all());
    }
  }


  function undo() {
    if (!takeBack || isSending() || isEmbedded) return nothing;
    return html`<button type="button" class="plain" @click=${() => act(`moves/${takeBack}/take-back`)}>${app.words.take_back_move}</button>`;
  }

  function asked() {
    const said = app.words;
    if (isSending()) return html`<p class="sending" role="status">${live.state.isOnline ? said.sending : said.unsent}</p>`;
    if (!prompts().length) return html`<p class="faint">${match.status === "active" && match.you !== null ? said.not_asked : nothing}</p>`;
    return question({
      told: all(), prompts: prompts(), said, ready, isSending: false, confirms: confirmsButtons(), redraw: app.redraw, send,
      pick: (move) => (confirmsButtons() ? choose(move) : void send(move)),
      back: () => { [chosen, ready] = [{}, null]; app.redraw(); },
    });
  }

  const absence = () => ({ app, match, seats: all().seats, act });

  /** A way to have what is asked now answered from now on. */
  function offers() {
    const kinds = [...new Set(prompts().map((one) => one.kind))].filter((kind) => [...game.declinable, ...game.skippable].includes(kind));
    return isEmbedded || isSending() || ready ? nothing : kinds.map((kind) => ordered.offer(kind));
  }

  /** The question lies over the end of a tall board: it can be put away, for who taps there. */
  function fold() {
    if (!prompts().length || ready || isSending()) return nothing;
    const text = isFolded ? app.words.unfold : app.words.fold;
    return html`<button type="button" class="fold" aria-expanded=${!isFolded} aria-label=${text} title=${text}
      @click=${() => { isFolded = !isFolded; app.redraw(); }}><span aria-hidden="true">${isFolded ? "▴" : "▾"}</span></button>`;
  }

  function more() {
    const said = app.words;
    if (isEmbedded || match.status === "open") return nothing;
    return html`${plays(match) && [...game.declinable, ...game.skippable].length ? ordered.draw() : nothing} ${rules({ app, clauses, want })} ${word()}
      <details class="more"><summary>${said.more}</summary><div class="choices">
      ${wishes(absence())}
      ${plays(match) ? html`<button type="button" @click=${() => confirm(said.resign_sure) && act("resign")}>${said.resign}</button>` : nothing}
      <a class="button" href="${ROOT}matches/${id}/replay">${said.replay}</a>
      ${match.forked_from ? html`<a class="button" href="${ROOT}matches/${match.forked_from.match}/replay?at=${match.forked_from.version}">${said.forked}</a>` : nothing}
      <a class="button" href=${address(`${path}/export`)} download>${said.match_file}</a>
      <button type="button" @click=${() => navigator.clipboard.writeText(location.href).then(() => app.say(said.copied))}>${said.copy_link}</button>
      </div><p class="faint">${said.keys}</p></details>`;
  }

  function over() {
    const said = app.words;
    if (!match.outcome || isEmbedded) return nothing;
    const rematch = match.rematch ? html`<a class="button" href="${ROOT}matches/${match.rematch}">${said.rematch}</a>` : match.you === null ? nothing
      : html`<button type="button" class="main" @click=${() => app.attempt(async () => app.go(`matches/${(await post(`${path}/rematch`)).id}`))}>${said.rematch}</button>`;
    return html`<div class="choices">${rematch}<a class="button" href="${ROOT}matches/${id}/replay">${said.replay}</a></div>`;
  }

  function news() {
    const { replays } = app.words;
    if (!since) return nothing;
    return html`<p class="banner since" role="status">${replays.since} (${view.version - since})
      <a class="button" href="${ROOT}matches/${id}/replay?at=${since}&since=${since}">${replays.since_play}</a>
      <button type="button" @click=${() => { since = 0; app.redraw(); }}>${app.words.close}</button></p>`;
  }

  look();
  void watch();
  const ticking = setInterval(() => match.deadlines.length && app.redraw(), 1_000);
  const name = game.names[app.language];
  return {
    title: match.name || name,
    draw() {
      const said = app.words;
      const { say } = all();
      return html`<div class="at-table">
        <div class="head"><h1 tabindex="-1">${match.name ? html`<bdi>${match.name}</bdi>` : game.names[app.language]}</h1>
          <p class="status">${say(match.text)}</p>${line(all().seats, said, (seat) => clock(match, seat, ahead, said))}${news()}</div>
        ${match.status === "open" ? beforeStart({ app, match, act, refresh, isEmbedded }) : nothing}
        <div class="scene">${isBroken ? html`<p class="banner">${said.picture_failed}</p>` : nothing}
          <div class="board" dir="ltr" aria-hidden="true">${board()}</div></div>
        ${match.status === "open" ? nothing : html`<section class="ask ${isFolded ? "folded" : ""}" aria-label=${said.asked}>${isEmbedded ? nothing : notes(absence())}${asked()}${offers()}${undo()}${over()}${fold()}</section>`}
        <section class="side"><h2>${said.log}</h2>
          ${(events[0]?.version ?? 1) > 1 ? html`<button type="button" class="plain" @click=${() => app.attempt(async () => { events = [...(await before(events[0]?.version ?? 1)), ...events]; })}>${said.earlier}</button>` : nothing}
          ${history({ events: [...events].reverse(), say, clauses, language: app.language, said, want, since, link: (version) => `${ROOT}matches/${id}?at=${version}` })}
          ${more()}</section></div>`;
    },
    hear({ type, data }) {
      if (type === "awake") isBack = true;
      if (type === "awake" || (type === "online" && data) || type === "unsent") return void refresh().catch(() => {});
      if (type === "match" && data.id === id && data.version !== view.version) return void refresh().catch(() => {});
      if (type === "sent" && data.match === id) {
        awaited = data.answer.version;
        return void refresh().catch(() => {});
      }
      if (type === "refused" && data.match === id) {
        app.trouble = `${app.words.missed} ${data.said}`;
        void refresh().catch(() => {});
      }
    },
    key(event) {
      const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".ask .choices button, .ask .word input")]);
      if (event.key === "m") buttons[0]?.focus();
      else if (event.key === "l") app.say(all().plain(events.at(-1)?.text ?? []));
      else if (event.key === "t") app.say([...document.querySelectorAll(".seats li")].map((one) => one.textContent?.replace(/\s+/g, " ")).join(", "));
      else if (event.key === "Escape") { [chosen, ready] = [{}, null]; app.redraw(); }
      else if (/^[1-9]$/.test(event.key)) buttons[Number(event.key) - 1]?.focus();
    },
    close() {
      ended.abort();
      clearInterval(ticking);
    },
  };
}

