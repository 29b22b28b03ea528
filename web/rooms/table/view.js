/**
 * What a table shows: the seats with their clocks, the picture, what the player is asked, and the log.
 *
 * @typedef {import("./state.js").TableState} TableState
 * @typedef {typeof import("../waiting.js").beforeStart | null} Before what is drawn before the start; null where it has begun
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { ROOT } from "../../api.js";
import * as live from "../../live.js";
import { anew } from "../../games/anew.js";
import { picture as generic } from "../../games/generic.js";
import { notes, plays, wishes } from "../../parts/seats/absence.js";
import { widen } from "../../parts/board/goals.js";
import { caption } from "../../parts/board/caption.js";
import { clock, shortness } from "../../parts/clocks.js";
import { coach } from "../../parts/teaching/coach.js";
import { explain } from "../../parts/teaching/explained.js";
import { hint } from "../../parts/teaching/hint.js";
import { history } from "../../parts/history/log.js";
import { areMany, haveAsides, isForced, question } from "../../parts/moves.js";
import { orders } from "../../parts/orders.js";
import { ownNote } from "../../parts/own_note.js";
import { isOut, out } from "../../parts/seats/out.js";
import { line, pageOf } from "../../parts/seats/people.js";
import { confirmsButtons, prefersWords, preferWords } from "../../parts/preferences.js";
import { mark } from "../../parts/ratings.js";
import { lookUp, rules } from "../../parts/rules.js";
import { worded } from "../../parts/board/worded.js";
import { isMyTurn } from "../../parts/turns.js";
import { zoomed } from "../../parts/board/zoom.js";

/** As in the sheet: the question lies below the board. */
const NARROW = matchMedia("(max-width: 50rem)");

export class TableView {
  /** The picture of this game has raised: the generic one takes its place. */
  #isBroken = false;
  /** Whether the moves are put away, where the player has said so. @type {boolean | null} */
  #fold = null;
  /** How it ended, once that has been fetched. @type {import("./ending.js").Ending | null} */
  #ending = null;
  #isEnding = false;
  /** It had ended before it was opened. */
  #wasOver;
  /** Out of the match, and content to watch the others. */
  #isWatching = false;
  #isClosed = false;

  /** @param {TableState} state @param {Before} before */
  constructor(state, before) {
    this.state = state;
    this.before = before;
    this.#wasOver = Boolean(state.match.outcome);
    this.orders = orders({ app: state.app, match: state.match.id, changed: () => state.refresh() });
    /** Once it has come: it keeps nobody waiting. @type {import("../../parts/chat/chat.js").Chat | null} */
    this.chat = null;
    if (!state.isEmbedded) void this.#fetchChat();
    this.note = ownNote({ app: state.app, match: state.match.id });
    this.rules = rules({ app: state.app, game: state.game });
    this.word = lookUp({ app: state.app, game: state.game });
    this.coach = coach({ app: state.app, game: state.game });
    this.hint = hint({ app: state.app, game: state.game });
  }

  get #said() {
    return this.state.app.words;
  }

  get #room() {
    return `${ROOT}matches/${this.state.match.id}`;
  }

  async #fetchChat() {
    const { Chat } = await import("../../parts/chat/chat.js");
    if (this.#isClosed) return;
    this.chat = new Chat(this.state.app, () => this.state.match);
  }

  close() {
    this.#isClosed = true;
    this.chat?.close();
  }

  draw() {
    const { state } = this, { app, match, isEmbedded } = state;
    if (!isEmbedded && plays(match) && this.#mayOrder) void this.orders.load();
    queueMicrotask(widen);
    return html`<div class="at-table ${this.#wasOver ? "ended" : ""}">
      ${this.#head()}
      ${match.status === "open" && this.before ? this.before({
        app, match, game: state.game, ahead: state.ahead, isEmbedded,
        act: (what, body) => state.act(what, body), refresh: () => state.refresh() }) : nothing}
      <div class="scene">${this.#isBroken ? html`<p class="banner">${this.#said.picture_failed}</p>` : nothing}
        ${this.#caption()}${zoomed(html`<div class="board ${state.stage?.shown ? "plays" : ""}" dir="ltr" aria-hidden="true"
          ?hidden=${prefersWords()} @click=${() => state.stage?.shown && state.stage.skip()}>${this.#board()}</div>`,
          this.#said)}${this.#worded()}</div>
      ${isEmbedded ? nothing : this.coach({ match, prompts: state.prompts })}
      ${match.status === "open" ? nothing : this.#ask()}
      ${this.#side()}</div>`;
  }

  #head() {
    const { match, app, game, ahead } = this.state, all = this.state.all();
    return html`<div class="head"><h1 tabindex="-1">${match.name ? html`<bdi>${match.name}</bdi>` : game.names[app.language]}</h1>
      <p class="status">${anew(this.state.view.version, isMyTurn(match) ? html`<strong>${this.#said.calling.move}</strong>`
        : all.say(match.text))} ${mark(app, match)}</p>
      ${line(all.seats, this.#said, (seat) => clock(match, seat, ahead, this.#said, app.language))}${this.#news()}</div>`;
  }

  /** What came since the last visit. */
  #news() {
    const { state } = this, { replays, close } = this.#said;
    if (!state.since) return nothing;
    return html`<p class="banner since" role="status">${replays.since} (${state.view.version - state.since})
      <a class="button" href="${this.#room}/replay?at=${state.since}&since=${state.since}">${replays.since_play}</a>
      <button type="button" @click=${() => { state.since = 0; state.app.redraw(); }}>${close}</button></p>`;
  }

  #caption() {
    const { state } = this;
    return state.stage ? caption(state.stage, state.all(), this.#said) : html`<div class="telling"></div>`;
  }

  #board() {
    const { state } = this;
    if (!state.view.state || !state.content) return nothing;
    try {
      return (this.#isBroken ? generic : state.picture)(state.pictured());
    } catch (error) {
      console.error(error);
      this.#isBroken = true;
      return generic(state.pictured());
    }
  }

  /** The table without the picture, and at the end of it the way to have the one or the other. */
  #worded() {
    const { state } = this;
    return state.view.state && state.content ? worded(state.all(), state.wording, this.#said) : nothing;
  }

  #wish = () => {
    preferWords(!prefersWords());
    this.state.app.redraw();
  };

  #ask() {
    const { match, stage } = this.state;
    // Fetched while the last scene is played, and shown when that is over and all of it is there.
    if (match.outcome) void this.#end();
    if (this.#ending?.isReady && !stage?.shown) return this.#over(this.#ending);
    return html`<section class="ask ${this.#look}" aria-label=${this.#said.asked}
      @focusin=${this.#reveal}>
      ${this.state.isEmbedded ? nothing
        : html`${this.#warning()}${notes(this.#absence())}${plays(this.state.match) ? this.state.signs.note() : nothing}${this.#out()}`}
      ${this.#question()}${this.#help()}${this.#offers()}${this.#undo()}${this.#folds()}
    </section>`;
  }

  /** There is little time left. */
  #warning() {
    const { match, ahead } = this.state, short = shortness(match, match.you, ahead);
    return short ? html`<p class="banner hurry">${this.#said.calling[short]}</p>` : nothing;
  }

  #question() {
    const { state } = this, { match, prompts, ready, app } = state, said = this.#said;
    if (state.isSending) return html`<p class="sending" role="status">${app.isLost ? said.lost.kept
      : live.state.isOnline ? said.sending : said.unsent}</p>`;
    if (match.outcome) return html`<p class="faint">${state.stage?.shown ? nothing : said.loading}</p>`;
    const waits = match.status === "active" && match.you !== null && (!isOut(match) || this.#isWatching);
    if (!prompts.length) return html`<p class="faint">${waits ? said.not_asked : nothing}</p>`;
    state.arrive();
    return question({
      told: state.all(), prompts, said, ready, confirms: confirmsButtons(),
      about: state.about, isAside: state.isAside, fault: (move) => state.faultOf(move),
      redraw: () => { state.refusal = null; app.redraw(); },
      send: (move) => state.send(move),
      pick: (move) => (confirmsButtons() || state.isGrave(move) ? state.choose(move) : void state.send(move)),
      back: () => state.unchoose(),
    });
  }

  /** Out of the match: why, and the ways on, until one has chosen to watch. */
  #out() {
    const { app, match, events } = this.state;
    if (this.#isWatching) return nothing;
    return out({ app, match, told: this.state.all(), events, watch: () => {
      this.#isWatching = true;
      app.redraw();
      document.querySelector(".scene")?.scrollIntoView();
    } });
  }

  #help() {
    const { state } = this, { match, isSending, ready } = state;
    return isSending || ready ? nothing : this.hint({ match, told: state.all(), lay: (move) => state.select(move) });
  }

  /** A way to have what is asked now answered from now on. */
  #offers() {
    const { state } = this;
    if (state.isEmbedded || state.isSending || state.ready || !this.#mayOrder) return nothing;
    return state.prompts.filter(({ kind }) => this.#orderable.includes(kind))
      .map((prompt) => this.orders.offer(prompt.kind, isForced(prompt, state.isAside)));
  }

  /** The kinds of questions that a standing order may answer. */
  get #orderable() {
    const { declinable, skippable } = this.state.game;
    return [...new Set([...declinable, ...skippable])];
  }

  /** Nobody can be asked to answer in the name of whoever signs. */
  get #mayOrder() {
    return this.#orderable.length > 0 && !this.state.signs.keys.length;
  }

  #undo() {
    const { state } = this, { takeBack } = state;
    if (!takeBack || state.isSending || state.ready || state.isEmbedded) return nothing;
    return html`<button type="button" class="plain"
      @click=${() => state.act(`moves/${takeBack}/take-back`)}>${this.#said.take_back_move}</button>`;
  }

  /** How it ended. @param {import("./ending.js").Ending} ending */
  #over(ending) {
    ending.arrive();
    return html`<section class="ask over" aria-label=${this.#said.endings.title}>${ending.draw()}</section>`;
  }

  #end = async () => {
    if (this.#isEnding || !this.state.content) return;
    this.#isEnding = true;
    const { app } = this.state;
    try {
      const { Ending } = await import("./ending.js");
      this.#ending = new Ending(this.state, !this.#wasOver);
      app.redraw();
    } catch (error) {
      app.fail(error);
    }
  };

  /**
   * On a phone one plays by tapping in the picture, and all moves as buttons are one tap away; by keyboard and with a screen
   * reader they are there as always.
   */
  get #isShut() {
    const { content, picture } = this.state;
    // Until it is there nothing shall move.
    const hasPicture = !content || picture !== generic;
    return this.#fold ?? (NARROW.matches && !prefersWords() && !this.#isBroken && hasPicture && this.#hasMore);
  }

  /** All moves, none but a line, or the few answers. */
  get #look() {
    if (this.#isMany) return this.#isShut ? "folded" : "";
    return this.#isShut || !this.#hasMore ? "few" : "";
  }

  get #isMany() {
    return areMany(this.state.prompts, this.state.isAside);
  }

  /** Whether there is anything that can be put away. */
  get #hasMore() {
    return this.#isMany || haveAsides(this.state.prompts, this.state.isAside);
  }

  /** Who comes by keyboard to what is put away goes on there. @param {FocusEvent} event */
  #reveal = ({ target }) => {
    if (!this.#isShut || !/** @type {Element} */ (target).closest(".folded .moves, .folded .field, .asides")) return;
    this.#fold = false;
    this.state.app.redraw();
  };

  #folds() {
    const { state } = this;
    if (!state.prompts.length || state.ready || state.isSending || !this.#hasMore) return nothing;
    const text = this.#isShut ? this.#said.unfold : this.#said.fold;
    return html`<button type="button" class="fold" aria-expanded=${!this.#isShut} aria-label=${text} title=${text}
      @click=${() => { this.#fold = !this.#isShut; state.app.redraw(); }}><span
      aria-hidden="true">${this.#isShut ? "▴" : "▾"}</span></button>`;
  }

  #side() {
    const { state } = this, { app, match, events, since, clauses } = state, said = this.#said;
    return html`<section class="side">${this.chat?.draw() ?? html`<details class="chat"><summary>${said.chat.players}</summary></details>`}
      <h2>${said.log}</h2>
      ${(events[0]?.version ?? 1) > 1 ? html`<button type="button" class="plain"
        @click=${() => app.attempt(() => state.fetchEarlier())}>${said.earlier}</button>` : nothing}
      ${history({
        game: match.game, events, say: state.all().say, clauses, language: app.language, said, since,
        want: this.#want, link: (version) => `${this.#room}?at=${version}`, page: state.isEmbedded ? undefined : pageOf(match),
      })}
      ${this.#more()}</section>`;
  }

  #want = () => void this.state.fetchClauses();

  #more() {
    const { app, match, clauses, isEmbedded } = this.state, said = this.#said;
    if (isEmbedded || match.status === "open") return nothing;
    return html`${plays(match) && this.#mayOrder ? this.orders.draw() : nothing}
      <button type="button" class="plain signs" @click=${() => explain(this.state.app, this.state.game)}>${said.primer.signs}</button>
      ${this.rules({ clauses, want: this.#want })} ${this.word()}
      ${app.me ? this.note() : nothing}
      <details class="more"><summary>${said.more}</summary><div class="choices">${this.#ways()}</div><p
        class="faint">${said.keys}</p></details>`;
  }

  /** What a player may do beside moves, and where one can go from here. */
  #ways() {
    const { state } = this, { app, match, path } = state, said = this.#said, origin = match.forked_from;
    return html`${wishes(this.#absence())}
      <button type="button" class="wording" @click=${this.#wish}>${prefersWords() ? said.plain.picture : said.plain.wish}</button>
      ${plays(match) ? html`${state.signs.wish()}
        <button type="button" @click=${() => confirm(said.resign_sure) && state.resign()}>${said.resign}</button>`
        : nothing}
      <a class="button" href="${this.#room}/replay">${said.replay}</a>
      ${origin ? html`<a class="button" href="${ROOT}matches/${origin.match}/replay?at=${origin.version}">${said.forked}</a>` : nothing}
      <button type="button" @click=${() => app.attempt(async () => (await import("../../parts/files.js"))
        .handOut(`${path}/export`, `${match.id}.ndjson`))}>${said.match_file}</button>
      <button type="button"
        @click=${() => navigator.clipboard.writeText(location.href).then(() => app.say(said.copied))}>${said.copy_link}</button>`;
  }

  #absence() {
    const { state } = this, { app, match } = state;
    return { app, match, seats: state.all().seats,
      act: (/** @type {string} */ what, /** @type {unknown} */ body) => state.act(what, body) };
  }
}
