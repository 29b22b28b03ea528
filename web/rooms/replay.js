/**
 * A match once more: any that has ended, and one's own as far as it has come. How it ends is not shown until it is asked for
 * or reached: neither the winner nor how long it takes.
 *
 * @typedef {import("../types.js").Match} Match
 * @typedef {import("../types.js").MatchEvent} MatchEvent
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").Content} Content
 * @typedef {import("../games/picture.js").AnyPicture} AnyPicture
 * @typedef {import("../games/picture.js").AnyTold} AnyTold
 * @typedef {import("../app.js").At} At
 * @typedef {import("../app.js").Room} Room
 */
import { html, nothing } from "../vendor/lit-html.js";
import { get, post, ROOT } from "../api.js";
import { picture as generic } from "../games/generic.js";
import { aboutOf, pictureOf } from "../games/pictures.js";
import { about } from "../parts/board/about.js";
import { Popover } from "../parts/board/popover.js";
import { Course } from "../parts/history/course.js";
import { history as log } from "../parts/history/log.js";
import { line, pageOf, sign } from "../parts/seats/people.js";
import { inTheirTime } from "../parts/seats/sitters.js";
import { LISTED, textsOf } from "../parts/texts.js";
import { eyesOf, timeline } from "../parts/history/timeline.js";
import { told } from "../parts/board/told.js";
import { zoomed } from "../parts/board/zoom.js";
import { route } from "../paths.js";

/** How many lines of the log stand before the one that is shown, and after. */
const LINES = { before: 60, after: 20 };
/** A browser takes only so many addresses a second. */
const ADDRESS_REST = 300;

/** @param {At} at */
export const needs = ({ parts }) => [route`/matches/${parts[1] ?? ""}`, LISTED];

/** @param {At} at @returns {Promise<Room>} */
export async function open({ app, parts, query, isEmbedded }) {
  const match = /** @type {Match} */ (await get(route`/matches/${parts[1] ?? ""}`));
  const drawn = Promise.all([pictureOf(match.game), aboutOf(match.game)]);
  const { text } = await textsOf(match);
  /** @type {[Content, Awaited<typeof drawn>]} */
  const [content, [picture, explaining]] = await Promise.all([text("content"), drawn]);
  const room = new Replay({ app, match, content, picture, explaining, isEmbedded,
    behind: () => text("clauses"), eyes: eyesOf(query.get("seat")) });
  await room.course.begin(Number(query.get("at")) || 0, Number(query.get("since")) || 0);
  // Whoever comes to watch a moment has asked for it already.
  if (query.get("play") && !matchMedia("(prefers-reduced-motion: reduce)").matches) room.course.toggle();
  return room;
}

class Replay {
  #isCopied = false;
  /** @type {Record<string, Record<string, string>> | null} */
  #clauses = null;
  /** @type {{ draw: () => unknown } | null} */
  #verifier = null;

  /**
   * @param {{ app: At["app"], match: Match, content: Content, picture: AnyPicture, behind: () => Promise<any>,
   *           explaining: import("../games/picture.js").AnyExplaining, isEmbedded: boolean,
   *           eyes: import("../parts/history/course.js").Eyes }} given `behind` fetches the clauses
   */
  constructor({ app, match, content, picture, explaining, behind, isEmbedded, eyes }) {
    this.behind = behind;
    this.app = app;
    this.content = content;
    this.picture = picture;
    this.isEmbedded = isEmbedded;
    this.course = new Course({ match, eyes, get, changed: app.redraw, arrived: () => this.#arrived(), failed: (error) => app.fail(error) });
    this.popover = new Popover({ about: (key) => this.#about(key, explaining), said: () => app.words });
  }

  get title() {
    return [this.app.words.replay, this.course.match.name].filter(Boolean).join(" · ");
  }

  #arrived() {
    const { course, app } = this;
    this.#isCopied = false;
    course.later("address", ADDRESS_REST, () => history.replaceState(history.state, "", this.#address()));
    if (!course.isPlaying) app.say(this.#plain());
    app.redraw();
    course.later("log", 0, scrollLog);
  }

  #address() {
    return `${ROOT}${this.isEmbedded ? "embed/" : ""}matches/${this.course.match.id}${this.isEmbedded ? ""
      : "/replay"}?at=${this.course.at}${this.#seat()}`;
  }

  #seat() {
    return this.course.eyes === null ? "" : `&seat=${this.course.eyes}`;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = /** @type {HTMLElement} */ (event.target);
    if (event.key === " " && at.closest("button, a, summary")) return;
    if (at.closest(".wheel") && event.key.startsWith("Arrow")) return;
    if (at.closest(".log") && ["Home", "End"].includes(event.key)) return;
    if (this.popover.key(event)) return;
    const work = this.#keys(event.shiftKey)[event.key];
    if (!work) return;
    event.preventDefault();
    work();
  }

  /** @param {boolean} wide @returns {Record<string, () => void>} */
  #keys(wide) {
    const { course } = this;
    const [back, on] = document.documentElement.dir === "rtl" ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
    return {
      [back]: () => (wide ? course.stepMove(-1) : course.step(-1)),
      [on]: () => (wide ? course.stepMove(1) : course.step(1)),
      PageUp: () => course.stepChapter(-1),
      PageDown: () => course.stepChapter(1),
      Home: () => course.jump(course.first),
      End: () => course.jump(course.reach),
      " ": () => course.toggle(),
    };
  }

  /** What goes on in one's own running match is told by the account's stream. @param {import("../live.js").Message} message */
  hear({ type, data }) {
    const { course } = this;
    const isOurs = type === "awake" || (type === "match" && data.id === course.match.id);
    if (isOurs && !course.match.outcome) course.later("news", 400, () => void course.news().catch(() => {}));
  }

  close() {
    this.popover.close();
    this.course.close();
  }

  /** Nothing that came later: who has left, and for whom the match waits, are those of this version. */
  #match() {
    const { match, view } = this.course;
    const seats = match.seats.map((one) => ({ ...one, status: "seated" }));
    return /** @type {Match} */ ({ ...match, seats, waiting_for: view?.waiting_for ?? [] });
  }

  /** @param {View} view */
  #told(view) {
    const { changes, isStill } = this.course;
    return told({
      match: this.#match(), view, content: this.content, language: this.app.language, changes: changes.map((event) => seenBy(event, view)),
      plays: true,
      motion: !isStill && !matchMedia("(prefers-reduced-motion: reduce)").matches,
    });
  }

  /** @param {string} key @param {import("../games/picture.js").AnyExplaining} own */
  #about(key, own) {
    const [view] = this.course.views;
    return view?.state ? about(this.#told(view), key, own) : null;
  }

  #plain() {
    const { event, views: [view] } = this.course;
    const spoken = inTheirTime(this.course.events, this.app.words.seat);
    return event && view ? this.#told(view).plain(spoken(event)) : "";
  }

  draw() {
    const { course, isEmbedded } = this, said = this.app.words, { views } = course;
    const [first] = views;
    if (!first) return html`<p>${said.loading}</p>`;
    const all = this.#told(first);
    return html`<div class="replay">
      <div class="head">${isEmbedded ? nothing
        : html`<h1 tabindex="-1">${said.replay}${course.match.name ? html` · <bdi>${course.match.name}</bdi>` : nothing}</h1>`}
        ${line(all.seats, said)}</div>
      ${this.#new()}
      ${views.map((view) => this.#board(view, views.length > 1))}
      ${timeline({ course, told: all, said, isEmbedded })} ${this.#ending(all)} ${this.#ways()}
      ${isEmbedded ? nothing : html`<p class="faint keys">${said.replays.keys}</p>${this.#history(all)} ${this.#proof()}`}
    </div>`;
  }

  #new() {
    const { course } = this, { replays } = this.app.words;
    if (!course.since) return nothing;
    const text = course.isRevealed ? `${replays.since} (${course.last - course.since})` : replays.since;
    return html`<p class="banner" role="status">${text}
      <button type="button" class="main" @click=${() => course.toggle()}>${replays.since_play}</button>
      <button type="button" @click=${() => { course.since = 0; course.jump(course.first); }}>${replays.start}</button></p>`;
  }

  /** @param {View} view @param {boolean} named */
  #board(view, named) {
    if (!view.state) return html`<p class="faint">${this.app.words.replays.before}</p>`;
    const all = this.#told(view);
    const person = all.me === null ? undefined : all.seats[all.me];
    return html`${named && person ? html`<h2>${sign(person)} <bdi>${person.name}</bdi></h2>` : nothing}
      ${zoomed(html`<div class="board ${this.course.isStill ? "still" : ""}" dir="ltr" aria-hidden="true">${this.#drawn(all)}</div>`,
        this.app.words)}`;
  }

  /** @param {AnyTold} all */
  #drawn(all) {
    try {
      return this.picture(all);
    } catch (error) {
      console.error(error);
      return generic(all);
    }
  }

  /** @param {AnyTold} all */
  #ending(all) {
    const { course } = this, { replays } = this.app.words, { outcome } = course.match;
    if (!outcome) return nothing;
    if (course.isRevealed) return html`<p class="ending"><strong>${all.say(outcome.text)}</strong>
      <button type="button" class="plain" @click=${() => course.jump(course.last)}>${replays.end}</button></p>`;
    return html`<p class="ending">${replays.hidden} <button type="button" @click=${() => course.reveal()}>${replays.reveal}</button></p>`;
  }

  /** Where one can go from here, and what can be taken along. */
  #ways() {
    const { course, isEmbedded } = this, said = this.app.words, { match } = course;
    return html`<p class="controls"><a class="button" href=${this.#address()} target=${isEmbedded ? "_blank" : nothing}
      @click=${this.#copy}>${this.#isCopied ? said.copied : said.replays.link}</a>
      ${isEmbedded ? html`<a class="button" href="${ROOT}matches/${match.id}/replay?at=${course.at}"
        target="_blank">${said.replays.whole}</a>`
        : html`${course.view?.state
          ? html`<button type="button" class="picture" @click=${() => this.#save("svg")}>${said.picture} (SVG)</button>
            <button type="button" class="picture" @click=${() => this.#save("png")}>${said.picture} (PNG)</button>` : nothing}
          <a class="button" href="${ROOT}matches/${match.id}">${said.table}</a>
          ${match.outcome && this.app.me ? html`<button type="button" class="fork" @click=${this.#fork}>${said.fork}</button>
            <small>${said.waits.branch}</small>` : nothing}`}</p>`;
  }

  /** @param {MouseEvent} event */
  #copy = (event) => {
    if (this.isEmbedded || !navigator.clipboard) return;
    event.preventDefault();
    const link = new URL(this.#address(), location.origin).href;
    navigator.clipboard.writeText(link)
      .then(() => { this.#isCopied = true; this.app.redraw(); }, () => prompt(this.app.words.replays.link, link));
  };

  /** @param {"svg" | "png"} kind */
  #save(kind) {
    const { match, at } = this.course, board = document.querySelector(".replay .board");
    if (board) void this.app.attempt(async () => (await import("../parts/board/still.js"))
      .save(board, `${match.game}-${match.id.slice(-8)}-${at}`, kind));
  }

  /** A match of its own that goes on from what is shown, on the seat whose eyes see it. */
  #fork = () => this.app.attempt(async () => {
    const { match, at, eyes } = this.course;
    const seat = typeof eyes === "number" ? eyes : match.you;
    const made = await post(route`/matches/${match.id}/forks`, { at, start: "manual", ...(seat === null ? {} : { seat }) });
    await this.app.go(`matches/${made.id}`);
  });

  /** @param {AnyTold} all */
  #history(all) {
    const { course } = this, said = this.app.words;
    // It begins at the same line for a while, so that a clause which is open stays where it is.
    const begun = Math.max(0, Math.floor((course.at - LINES.before) / LINES.after) * LINES.after);
    const shown = course.events.slice(begun, Math.min(course.at + LINES.after, course.reach));
    const link = (/** @type {number} */ version) => `${ROOT}matches/${course.match.id}/replay?at=${version}${this.#seat()}`;
    return html`<section @click=${this.#follow}><h2>${said.log}</h2>${log({
      game: course.match.game, events: shown, known: course.events,
        say: all.say, clauses: this.#clauses, language: this.app.language, said, link, page: pageOf(course.match), now: course.at,
        want: () => void this.#want(),
    })}</section>`;
  }

  /** A line of the log is a link like any other; here it moves the slider. Names lead to their players. @param {MouseEvent} event */
  #follow = (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest("a.step");
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    this.course.jump(Number(new URL(link.href).searchParams.get("at")));
  };

  /** The clauses, once somebody looks behind an event. */
  async #want() {
    if (this.#clauses) return;
    try {
      this.#clauses = await this.behind();
      this.app.redraw();
    } catch (error) {
      this.app.fail(error);
    }
  }

  #proof() {
    return html`<details class="proof" @toggle=${this.#prove}><summary>${this.app.words.replays.proof}</summary>${this.#verifier?.draw()
      ?? nothing}</details>`;
  }

  #prove = async () => {
    if (this.#verifier) return;
    const { panel } = await import("../verify/panel.js");
    this.#verifier ??= panel({ app: this.app, match: this.course.match.id, jump: (version) => this.course.jump(version) });
    this.app.redraw();
  };
}

/**
 * An event with what a view's seat was shown of it: everything tells more.
 * @param {MatchEvent} event
 * @param {View} view
 * @returns {MatchEvent}
 */
function seenBy(event, view) {
  const shown = /** @type {{ index: number }[]} */ (event.private)
    .filter(({ index }) => view.seat !== null && event.seals[index]?.audience.includes(view.seat));
  return /** @type {MatchEvent} */ ({ ...event, private: shown });
}

/** Bring the line that is shown into the log's view, and leave the page where it is. */
function scrollLog() {
  const line = /** @type {HTMLElement | null} */ (document.querySelector(".replay .log [aria-current]"));
  const list = line?.closest(".log");
  if (line && list) list.scrollTop += line.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
}
