/**
 * How a match ended: who won, who stands where, how the points ran, its best moments, and what one does now: once more, the
 * replay, share it as a link or a short film. Loaded when a match has ended.
 *
 * @typedef {import("./state.js").TableState} TableState
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {import("../../parts/ending/run.js").Column} Column
 * @typedef {import("../../parts/ending/run.js").Moment} Moment
 * @typedef {{ state: string, reason: string | null, seats: { player: { id: string }, before: number | null,
 *             rating: number | null }[] }} MatchRating
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { get, Refused, ROOT } from "../../api.js";
import { filled } from "../../messages.js";
import { endingOf } from "../../games/pictures.js";
import { chart } from "../../parts/ending/chart.js";
import { run } from "../../parts/ending/run.js";
import { leadsTo } from "../../parts/history/stories.js";
import { change } from "../../parts/ratings.js";
import { inTheirTime } from "../../parts/seats/sitters.js";
import { sign } from "../../parts/seats/people.js";
import { spokenIn } from "../../words.js";
import { Again } from "./again.js";

const PAGE = 500;
/** In milliseconds: so long all of it is waited for, and then what there is is shown; and until that is drawn. */
const PATIENCE = 3_000, UNTIL_DRAWN = 50;
/** A match is judged once the lists hold its end, some seconds after. */
const RATED_IN = [1_500, 2_000, 4_000, 8_000];

export class Ending {
  /** @type {{ columns: Column[], moments: Moment[] }} */
  #run = { columns: [], moments: [] };
  /** @type {MatchEvent[]} */
  #events = [];
  /** @type {import("../../games/picture.js").Ending | null} */
  #ending = null;
  /** How much of the film is made, from 0 to 1; null while none is. @type {number | null} */
  #filmed = null;
  #isCopied = false;
  /** Whether it can be shown at once, with all its parts: nothing of it moves another. */
  isReady = false;
  /** @type {MatchRating | null} */
  #rated = null;

  /** @param {TableState} state @param {boolean} isNew the match has ended before the player's eyes */
  constructor(state, isNew) {
    this.state = state;
    this.again = new Again(state);
    this.isNew = isNew;
    void Promise.race([Promise.all([dress(), this.#fetch().catch(() => {})]), rest(PATIENCE)]).then(() => {
      this.isReady = true;
      state.app.redraw();
    });
    if (state.match.rated) void this.#rate(isNew ? RATED_IN : [0]).catch(() => {});
  }

  /** It is about to be drawn: whoever has seen the match end comes to it, once. */
  arrive() {
    if (!this.isNew) return;
    this.isNew = false;
    setTimeout(() => document.querySelector(".ask.over")?.scrollIntoView({ block: "nearest" }), UNTIL_DRAWN);
  }

  get #said() {
    return this.state.app.words;
  }

  async #fetch() {
    const { match, content, path, app } = this.state;
    this.#ending = await endingOf(match.game);
    if (!this.#ending || !content) return;
    const events = /** @type {MatchEvent[]} */ ([]);
    for (let isMore = true; isMore;) {
      const { items } = await get(`${path}/events?after=${events.at(-1)?.version ?? 0}&limit=${PAGE}`);
      events.push(...items);
      isMore = items.length === PAGE;
    }
    this.#events = events;
    this.#run = run(this.#ending, match.seats.length, content, events);
    app.redraw();
  }

  /** What it did to the ratings, which follow after the end. @param {number[]} waits in milliseconds, before each question */
  async #rate(waits) {
    for (const wait of waits) {
      await rest(wait);
      try {
        this.#rated = await get(`${this.state.path}/rating`);
        this.state.app.redraw();
        if (this.#rated?.state !== "waiting") return;
      } catch (error) {
        // The lists do not hold the end yet.
        if (!(error instanceof Refused) || error.status !== 404) throw error;
      }
    }
  }

  draw() {
    const { outcome } = this.state.match, said = this.#said.endings, all = this.state.all();
    if (!outcome) return nothing;
    const winners = all.seats.filter(({ seat }) => outcome.winners.includes(seat));
    return html`<div class="outcome"><h2 tabindex="-1">${winners.map(sign)} <span>${all.say(outcome.text)}</span></h2>
      ${this.#places()}${this.#ratings()}${this.#chart()}${this.#ways()}
      ${this.#moments()}</div>`;
  }

  /** Who stands where, with what they have in the end. */
  #places() {
    const { outcome } = this.state.match, { seats } = this.state.all(), points = this.#run.columns.at(-1)?.points;
    let place = 1;
    const rows = (outcome?.ranking ?? []).flatMap((level) => {
      const at = place;
      place += level.length;
      return level.map((seat) => ({ at, seat }));
    });
    return html`<ol class="places">${rows.map(({ at, seat }) => {
      const person = seats[seat];
      return person ? html`<li value=${at} class=${outcome?.winners.includes(seat) ? "won" : ""}><span class="place">${at}</span>
        ${sign(person)} ${this.#named(person)} ${person.isMe ? html`<small>(${this.#said.me})</small>` : nothing}
        ${points ? html`<span class="points">${points[seat]}</span>` : nothing}${this.#changeOf(seat)}</li>` : nothing;
    })}</ol>`;
  }

  /** Whoever is curious about somebody is led to their page. @param {import("../../games/picture.js").Person} person */
  #named({ seat, name }) {
    const { match, isEmbedded } = this.state, who = match.seats[seat]?.player?.id, said = html`<bdi class="name">${name}</bdi>`;
    return who && !isEmbedded ? html`<a href="${ROOT}players/${who}">${said}</a>` : said;
  }

  /** What the match did to somebody's rating. @param {number} seat */
  #changeOf(seat) {
    const who = this.state.match.seats[seat]?.player?.id, found = this.#rated?.seats.find((one) => one.player.id === who);
    return found && found.rating !== null && found.before !== null
      ? html`<span class="rating">${found.rating} ${change(found.before, found.rating)}</span>` : nothing;
  }

  /** Why nobody's rating has changed. */
  #ratings() {
    const said = this.state.app.words.ratings, { state = "", reason = "" } = this.#rated ?? {};
    if (state === "annulled") return html`<p>${filled(said.annulled, { reason }, spokenIn(this.state.app.language))}</p>`;
    const { abandoned, waiting, taken_back } = said;
    const told = /** @type {Record<string, string>} */ ({ abandoned, waiting, taken_back })[state];
    // The line is there from the beginning: what it says comes some seconds later.
    return this.state.match.rated ? html`<p class="faint judged">${told ?? nothing}</p>` : nothing;
  }

  #chart() {
    const { columns } = this.#run, { seats } = this.state.all(), said = this.#said.endings, unit = said[this.#ending?.unit ?? "points"];
    if (columns.length < 2) return html`<div class="run"></div>`;
    const step = this.#ending?.step === "turn" ? said.turns : said.rounds;
    const ran = seats.map(({ seat, name }) => `${name} ${columns.map(({ points }) => points[seat]).join(" ")}`).join("; ");
    return html`<h3>${filled(said.course, { unit, step }, spokenIn(this.state.app.language))}</h3>
      ${chart({ columns, seats, title: ran, rounds: step })}`;
  }

  #moments() {
    const { moments } = this.#run;
    return moments.length ? html`<h3>${this.#said.endings.moments}</h3><ul class="moments">${moments.map((one) => this.#moment(one))}</ul>`
      : nothing;
  }

  /** @param {Moment} moment */
  #moment({ kind, event }) {
    const said = this.#said.endings, spoken = inTheirTime(this.#events, this.#said.seat);
    const title = /** @type {Record<string, string>} */ (/** @type {unknown} */ (said))[kind] ?? "";
    const from = leadsTo(this.state.match.game, this.#events, event.version);
    return html`<li><a href="${this.#room}/replay?at=${from}&play=true"><strong>${title}</strong>
      <span>${this.state.all().say(spoken(event))}</span><span class="faint">▸ ${said.watch}</span></a></li>`;
  }

  get #room() {
    return `${ROOT}matches/${this.state.match.id}`;
  }

  #ways() {
    const { match, isEmbedded } = this.state, said = this.#said;
    if (isEmbedded) return nothing;
    return html`<div class="choices">${match.you === null
      ? html`<a class="button main" href="${ROOT}lobby?game=${match.game}">${said.endings.play}</a>`
      : this.again.draw()}
      <a class="button" href="${this.#room}/replay">${said.replay}</a>
      ${match.visibility === "private" ? nothing
        : html`<button type="button" class="share" @click=${this.#share}>${this.#isCopied ? said.copied : said.endings.share}</button>`}
      ${"MediaRecorder" in window && this.#events.length ? html`<button type="button" class="film" ?disabled=${this.#filmed !== null}
        @click=${this.#film}>${this.#filmed === null ? said.endings.film
          : `${said.endings.filming} ${Math.round(this.#filmed * 100)} %`}</button>` : nothing}</div>`;
  }

  #share = async () => {
    const { app, match } = this.state, url = new URL(this.#room, location.origin).href;
    const text = this.state.all().plain(match.outcome?.text ?? []);
    if (navigator.share) return void navigator.share({ title: document.title, text, url }).catch(() => {});
    await navigator.clipboard.writeText(url).then(() => { this.#isCopied = true; }, () => prompt(this.#said.copy_link, url));
    app.say(this.#said.copied);
    app.redraw();
  };

  #film = () => this.state.app.attempt(async () => {
    const { app } = this.state;
    this.#filmed = 0;
    try {
      const { film } = await import("../../parts/ending/film.js");
      await film({ state: this.state, events: this.#events, progress: (part) => { this.#filmed = part; app.redraw(); } });
    } finally {
      this.#filmed = null;
    }
  });
}

/** @type {Promise<unknown> | null} */
let dressed = null;

/** Its sheet, once: when it has come. @returns {Promise<unknown>} */
const dress = () => (dressed ??= new Promise((done) => {
  const href = new URL("./ending.css", import.meta.url).href;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: done, onerror: done }));
}));

/** @param {number} milliseconds */
const rest = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
