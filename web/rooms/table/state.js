/**
 * The state of a table: the match as the player sees it, what they have chosen, and how it changes.
 *
 * @typedef {import("../../types.js").Match} Match
 * @typedef {import("../../types.js").View} View
 * @typedef {import("../../types.js").Content} Content
 * @typedef {import("../../types.js").Game} Game
 * @typedef {import("../../types.js").Prompt} Prompt
 * @typedef {import("../../types.js").Fields} Fields
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {import("../../app.js").App} App
 * @typedef {{ app: App, match: Match, view: View, game: Game, events: MatchEvent[], isEmbedded: boolean,
 *             text: (what: "content" | "clauses") => Promise<any> }} Opened `text` fetches what the rules of this match say
 * @typedef {{ match: Match, view: View, back: number | null }} Standing how the match stands; `back` is what can be taken back
 */
import { get, post } from "../../api.js";
import * as live from "../../live.js";
import { meant, posted, same, tapped } from "../../games/choice.js";
import { picture as generic } from "../../games/generic.js";
import { aboutOf, pictureOf, scriptOf, wordingOf } from "../../games/pictures.js";
import { call } from "../../parts/calling.js";
import { drift } from "../../parts/clocks.js";
import { about } from "../../parts/board/about.js";
import { seen } from "../../parts/board/caption.js";
import { draft, keepDraft } from "../../parts/drafts.js";
import { confirmsTaps, pace, PACES } from "../../parts/preferences.js";
import { Stage } from "../../parts/board/stage.js";
import { heard } from "../../parts/history/stories.js";
import { told } from "../../parts/board/told.js";
import { lastVisit, visit } from "../../parts/history/visits.js";
import { route } from "../../paths.js";
import * as saved from "../../saved.js";
import { Signs } from "./signs.js";

/** So many events of the log are there at first, and more with each wish. */
const PAGE = 60;
const NEWEST = 2 ** 31 - 1;
/** The buttons have to be drawn before one of them can have the focus; in milliseconds. */
const UNTIL_DRAWN = 50;
/** Of a game whose content has not come yet. */
const NOTHING = /** @type {Content} */ ({});

/** The last events before a version. @param {string} path of the match @param {number} [version] */
export const eventsBefore = (path, version = NEWEST) => `${path}/events?before=${version}&limit=${PAGE}`;

/** A page of events, oldest first. @param {string} address @returns {Promise<MatchEvent[]>} */
export async function eventsAt(address) {
  const { items } = await get(address);
  return items.sort((/** @type {MatchEvent} */ one, /** @type {MatchEvent} */ other) => one.version - other.version);
}

/**
 * Events with all that led to a version: a move between the answer that has them and the one that has the view would leave a
 * gap, and behind a gap nothing is played.
 * @param {number} version @param {string} path of the match @param {MatchEvent[]} events @param {number} [before] them
 * @returns {Promise<MatchEvent[]>}
 */
export async function upTo(version, path, events, before = 0) {
  const last = events.at(-1)?.version ?? before;
  return last < version ? [...events, ...(await get(`${path}/events?after=${last}&limit=500`)).items] : events;
}

export class TableState {
  /** @type {Content | null} */
  content = null;
  /** @type {import("../../games/picture.js").AnyPicture} */
  picture = generic;
  /** What tells it in words. @type {import("../../games/picture.js").AnyWording | null} */
  wording = null;
  /** What its things say of themselves. @type {import("../../games/picture.js").AnyExplaining} */
  explaining = () => null;
  /** Plays what has happened, once the game has told how. @type {Stage | null} */
  stage = null;
  /** @type {Fields} */
  chosen = {};
  /** The move that waits for the player's confirmation. @type {Fields | null} */
  ready = null;
  /** Why what is chosen was refused; it is forgotten with it. @type {string | null} */
  refusal = null;
  /** In which order the player likes to have things in their hand, by id. @type {readonly string[]} */
  order = [];
  /** The version of the last visit, while what came since is marked. */
  since = 0;
  /** @type {MatchEvent[]} */
  changes = [];
  /** @type {Record<string, Record<string, string>> | null} */
  clauses = null;
  /**
   * The number of the player's own last move, while it can be taken back; undefined until it was asked for.
   * @type {number | null | undefined}
   */
  takeBack;
  /** The player looks again after a while: what came meanwhile is marked. */
  isBack = true;
  /** The version that a move of ours has led to: before it is shown its question stands no more. */
  awaited = 0;
  /** Events that the stream has told, before it tells what they have led to. @type {MatchEvent[]} */
  #told = [];
  /** Fetched once more when what is being fetched has come. */
  #isStale = false;
  #isRefreshing = false;
  #isSigning = false;
  /** Something else is asked, and has not been drawn yet. */
  #isNew = false;
  #ended = new AbortController();

  /** @param {Opened} opened */
  constructor({ app, match, view, game, text, events, isEmbedded }) {
    this.app = app;
    this.match = match;
    this.view = view;
    this.game = game;
    this.text = text;
    this.isEmbedded = isEmbedded;
    this.path = route`/matches/${match.id}`;
    this.ahead = drift(match);
    this.signs = new Signs(this);
    this.events = events;
    this.player = app.me?.id ?? null;
    this.chosen = draft(match.id, this.player, this.prompts);
  }

  /** Aborted when the room is closed. */
  get ended() {
    return this.#ended.signal;
  }

  close() {
    keepDraft(this.match.id, this.player, this.prompts, this.chosen);
    this.stage?.close();
    this.#ended.abort();
  }

  get last() {
    return this.events.at(-1)?.version ?? 0;
  }

  get prompts() {
    return /** @type {Prompt[]} */ (/** @type {unknown} */ (this.isEmbedded ? [] : this.view.prompts ?? []));
  }

  /** Which questions are open. */
  get #asked() {
    return this.prompts.map(({ prompt }) => prompt).join();
  }

  /** Whether a move is on its way, or its effect is not shown yet. */
  get isSending() {
    return this.#isSigning || this.view.version < this.awaited || live.unsent().some((one) => one.match === this.match.id);
  }

  /** What a picture is told: what is on the stage, where nothing can be tapped, else the present. */
  pictured() {
    const { match, content, app, order } = this, shown = this.stage?.shown;
    if (!shown) return this.all();
    return told({ match, view: shown.view, content: content ?? NOTHING, language: app.language, changes: shown.events, order,
      plays: true });
  }

  /** What is known of the present. */
  all() {
    const { match, view, content, app, prompts, chosen, changes, refusal, order } = this;
    const select = (/** @type {Fields} */ part) => this.select(part), arrange = (/** @type {string[]} */ ids) => this.arrange(ids);
    return told({
      match, view, content: content ?? NOTHING, language: app.language, prompts, chosen, select, changes, refusal, order, arrange,
    });
  }

  /** What the thing of this key says of itself, as it stands on the table. @param {string} key */
  about = (key) => (this.content && this.view.state ? about(this.pictured(), key, this.explaining) : null);

  /** Fetch the picture and what it draws: a question can be read and answered before they are there. */
  async fetchPicture() {
    try {
      const { game } = this.match;
      const [content, picture, script, wording, explaining] =
        await Promise.all([this.text("content"), pictureOf(game), scriptOf(game), wordingOf(game), aboutOf(game)]);
      [this.content, this.picture, this.wording, this.explaining] = [content, picture, wording, explaining];
      this.stage = new Stage({ script, changed: this.app.redraw, pace: paceNow, later });
      this.app.redraw();
    } catch (error) {
      this.app.fail(error);
    }
  }

  /** Fetch the clauses, once somebody looks behind an event. */
  async fetchClauses() {
    if (this.clauses) return;
    try {
      this.clauses = await this.text("clauses");
      this.app.redraw();
    } catch {
      // They are fetched when somebody looks again.
    }
  }

  async fetchEarlier() {
    this.events = [...(await eventsAt(eventsBefore(this.path, this.events[0]?.version ?? 1))), ...this.events];
  }

  /** What is shown is seen; what came while nobody looked is marked. */
  look() {
    if (document.hidden || this.isEmbedded) return;
    const seen = lastVisit(this.match.id);
    if (this.isBack && seen && seen < this.view.version) {
      this.since = seen;
      this.changes = this.events.filter((one) => one.version > seen);
    }
    this.isBack = false;
    visit(this.match.id, this.view.version);
  }

  /** Fetch everything as it is now; whatever is heard meanwhile has it fetched again. */
  async refresh() {
    this.#isStale = true;
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    try {
      while (this.#isStale && !this.ended.aborted) {
        this.#isStale = false;
        await this.#fetch();
      }
    } finally {
      this.#isRefreshing = false;
    }
    this.app.redraw();
  }

  async #fetch() {
    const { path, last } = this;
    const [match, view, { items: found }] =
      await Promise.all([get(path), get(`${path}/view`), get(`${path}/events?after=${last}&limit=500`)]);
    const items = await upTo(view.version, path, found, last);
    const isKnown = this.takeBack !== undefined && !items.length;
    this.#stand({ match, view, back: isKnown ? this.takeBack ?? null : await this.#mayTakeBack(items) }, items);
  }

  /** Whatever others do lets a move stand. @param {MatchEvent[]} more @returns {Promise<number | null>} */
  async #mayTakeBack(more) {
    const isOurs = this.takeBack === undefined || more.some((one) => one.seat === this.match.you);
    return this.match.you !== null && isOurs ? (await get(`${this.path}/prompts`)).take_back : null;
  }

  /** The stream tells an event; what it has led to comes next. @param {MatchEvent} event */
  hear(event) {
    this.#told.push(event);
  }

  /** The stream tells how the match stands. @param {{ version: number, now: string, table: import("../../followed.js").Table }} told */
  take({ version, now, table: { match: found, view, take_back } }) {
    const told = this.#told, match = /** @type {Match} */ ({ ...found, now });
    this.#told = told.filter((one) => one.version > version);
    const more = told.filter((one) => one.version > this.last && one.version <= version);
    if (version < this.view.version) return;
    // It has begun to tell behind what is shown here.
    if (this.last + more.length < version) return void this.refresh().catch(() => {});
    this.#stand({ match, view, back: take_back }, more);
    this.app.redraw();
    // For when there is no connection.
    for (const [path, answer] of [["", match], ["/view", view]]) void saved.keep(`${this.path}${path}`, answer).catch(() => {});
    void saved.keep(eventsBefore(this.path), { items: this.events.slice(-PAGE) }).catch(() => {});
  }

  /**
   * Show how the match stands, unless it is known better: what was fetched and what was told overtake each other.
   * @param {Standing} now
   * @param {MatchEvent[]} events that have come, and may be beyond it
   */
  #stand({ match, view, back }, events) {
    if (view.version < this.view.version) return;
    const more = events.filter((one) => one.version > this.last && one.version <= view.version);
    this.takeBack = back;
    this.ahead = drift(match);
    if (view.version !== this.view.version) this.#change(more);
    const before = this.match, asked = this.#asked, offered = JSON.stringify(this.prompts);
    [this.match, this.view] = [match, view];
    if (JSON.stringify(this.prompts) !== offered) this.#forget();
    // What others do meanwhile takes nothing out of one's hand.
    else if (this.ready) this.ready = this.all().legal.find((one) => same(posted(one), posted(this.ready ?? {}))) ?? this.ready;
    if (before.status === "active" && match.status === "finished") call("end", match.id);
    if (this.#asked !== asked) this.#isNew = true;
    this.look();
  }

  /** @param {MatchEvent[]} more */
  #change(more) {
    const { stage } = this, isGap = more[0]?.version !== this.view.version + 1;
    const worth = stage ? seen(stage, more) : [];
    // What there is to see stays until there is something else.
    if (!stage || worth.length) this.changes = stage?.shown ? [...this.changes, ...more] : more;
    // Before the start there is nothing on the table.
    if (isGap || !this.view.state) stage?.clear();
    else stage?.play(this.view, more);
    this.events = [...this.events, ...more];
    const { plain, me } = this.all(), spoken = heard(more, me);
    if (spoken.length) this.app.say(spoken.map(({ text }) => plain(text)).join(" "));
  }

  /** @param {Fields} part of a move, as a picture tells it */
  select(part) {
    const { legal, forms } = this.all();
    this.chosen = tapped(legal, forms, this.chosen, part);
    [this.ready, this.refusal] = [null, null];
    const move = meant(legal, this.chosen);
    if (move && (confirmsTaps() || this.isGrave(move))) this.choose(move);
    else if (move) void this.send(move);
    this.app.redraw();
  }

  /** Have things in the hand in this order. @param {string[]} ids */
  arrange(ids) {
    this.order = ids;
    this.app.redraw();
  }

  /** Why a move that is filled in cannot be sent, as far as one can know. @param {Fields} move */
  faultOf(move) {
    return this.content && this.view.state ? this.stage?.script.faultOf?.(this.all(), move) ?? null : null;
  }

  /**
   * What was filled in and refused stays where it was, with the reason.
   * @param {Fields} move @param {string} why
   * @returns {boolean} whether its question still stands
   */
  refuse(move, why) {
    const form = this.all().forms.find((one) => one.type === move.type && one.prompt === move.prompt);
    if (!form) return false;
    const { prompt: _, ...fields } = move;
    [this.chosen, this.refusal, this.ready] = [fields, why, null];
    this.app.say(why);
    this.app.redraw();
    return true;
  }

  /** Whether a move could end one's match: it is asked once more, whatever one likes. @param {Fields} move */
  isGrave(move) {
    const { seat, state } = this.view;
    return state !== null && seat !== null && Boolean(this.stage?.script.isGrave?.(state, seat, move));
  }

  /** Whether moves of a type answer nothing of what is asked. @param {string} type */
  isAside = (type) => Boolean(this.stage?.script.isAside?.(type));

  /** The question is drawn: whoever has answered the one before goes on there. */
  arrive() {
    if (!this.#isNew) return;
    this.#isNew = false;
    queueMicrotask(goToQuestion);
  }

  /** Have a move confirmed. @param {Fields} move */
  choose(move) {
    this.ready = move;
    this.app.redraw();
    setTimeout(() => document.getElementById("confirm")?.focus(), UNTIL_DRAWN);
  }

  /** Choose nothing. */
  unchoose() {
    this.#forget();
    this.app.redraw();
  }

  #forget() {
    [this.chosen, this.ready, this.refusal] = [{}, null, null];
  }

  /** @param {Fields} move */
  async send(move) {
    this.since = 0;
    this.app.trouble = "";
    // While it is being signed nothing else is: of two signed moves the service could choose.
    if (this.#isSigning) return;
    this.#isSigning = true;
    try {
      const sent = await this.signs.sent(posted(move));
      this.unchoose();
      await live.send(this.match.id, sent);
    } catch (error) {
      this.app.fail(error);
    } finally {
      this.#isSigning = false;
      // What it has led to may have been told, and drawn, before the service said that it has it.
      this.app.redraw();
    }
  }

  /** Leave for good. */
  resign() {
    return this.app.attempt(async () => {
      const { type: _, ...signed } = await this.signs.sent({ type: "resign" });
      await post(`${this.path}/resign`, signed);
      await this.refresh();
    });
  }

  /** Do something at this match besides moves, and show what came of it. @param {string} what @param {unknown} [body] */
  act(what, body) {
    return this.app.attempt(async () => {
      await post(`${this.path}/${what}`, body);
      await this.refresh();
    });
  }
}

/** Whoever has answered the question before, or is nowhere else, goes on at the new one: a screen reader reads it. */
function goToQuestion() {
  const at = document.activeElement, question = /** @type {HTMLElement | null} */ (document.querySelector(".ask h2"));
  if (!question || (at && at !== document.body && !at.closest(".ask, h1"))) return;
  question.tabIndex = -1;
  question.focus({ preventScroll: true });
}

/** Nobody watches a page that is hidden: there is a way to see it later. */
const paceNow = () => (document.hidden ? 0 : PACES[pace()]);

/** @param {number} milliseconds @param {() => void} work */
function later(milliseconds, work) {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
}
