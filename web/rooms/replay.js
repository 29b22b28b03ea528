/**
 * A match once more: any that has ended, and one's own as far as it has come. How it ends is not shown until it is asked for
 * or reached: neither the winner nor how long it takes.
 *
 * @typedef {import("../types.js").Match} Match
 * @typedef {import("../types.js").MatchEvent} MatchEvent
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").Content} Content
 * @typedef {import("../games/picture.js").AnyPicture} AnyPicture
 * @typedef {import("../app.js").At} At
 * @typedef {null | number | "all" | "spectator"} Eyes whose knowledge is shown; null: the caller's own
 * @typedef {{ draw: () => unknown }} Part
 */
import { html, nothing } from "../vendor/lit-html.js";
import { get, Refused, ROOT } from "../api.js";
import { picture as generic } from "../games/generic.js";
import { pictureOf } from "../games/pictures.js";
import { beginning, chapters, moveAt, versionOf } from "../parts/chapters.js";
import { history as log } from "../parts/log.js";
import { line, sign } from "../parts/people.js";
import { textsOf } from "../parts/texts.js";
import { told } from "../parts/told.js";
import { lastVisit, visit } from "../parts/visits.js";

/** What is drawn as motion: so many events at once. More is a jump. */
const NEAR = 12;
/** How many views are kept, and how many fetched beforehand. */
const KEPT = 80, AHEAD = 3;
/** Milliseconds an event is shown for at the common speed. */
const PACE = 1000;
const SPEEDS = [0.5, 1, 2, 4];
/** How many lines of the log stand before the one that is shown, and after. */
const LINES = { before: 60, after: 20 };
const PAGE = 500;
/** A slider that is drawn along asks only where it rests, and a browser takes only so many addresses a second. */
const REST = 80, ADDRESS_REST = 300;

/** @param {At} at */
export async function open({ app, parts, query, isEmbedded }) {
  const match = /** @type {Match} */ (await get(`/matches/${encodeURIComponent(parts[1] ?? "")}`));
  const { text } = await textsOf(match);
  const [content, picture] = await Promise.all([text("content"), pictureOf(match.game)]);
  const behind = () => text("clauses");
  const replay = new Replay({ app, match, content, picture, behind, isEmbedded, eyes: eyesOf(query.get("seat")) });
  await replay.begin(Number(query.get("at")) || 0);
  return replay;
}

/**
 * @param {string | null} asked
 * @returns {Eyes}
 */
function eyesOf(asked) {
  if (asked === "all" || asked === "spectator") return asked;
  return asked !== null && /^\d{1,2}$/.test(asked) ? Number(asked) : null;
}

/**
 * What anybody may ask for, in a running match or of another's hand, is refused: then it is shown through one's own eyes.
 * @param {unknown} error
 */
const isNotForUs = (error) => error instanceof Refused && [400, 403, 404, 409].includes(error.status);

class Replay {
  /** @type {MatchEvent[]} */
  events = [];
  /** @type {Map<string, Promise<any>>} */
  views = new Map();
  /** @type {View | null} */
  view = null;
  at = 0;
  /** Up to where anything was shown. */
  furthest = 0;
  isRevealed = false;
  /** The version of the last visit, while there is something new. */
  since = 0;
  /** @type {MatchEvent[]} */
  changes = [];
  isStill = true;
  isPlaying = false;
  speed = 1;
  isCopied = false;
  /** @type {Record<string, Record<string, string>> | null} */
  clauses = null;
  /** @type {Part | null} */
  verifier = null;
  /** @type {Record<string, ReturnType<typeof setTimeout>>} */
  timers = {};
  wish = 0;
  isClosed = false;

  /**
   * @param {{ app: At["app"], match: Match, content: Content, picture: AnyPicture, behind: () => Promise<any>,
   *           isEmbedded: boolean, eyes: Eyes }} given `behind` fetches the clauses
   */
  constructor({ app, match, content, picture, behind, isEmbedded, eyes }) {
    this.behind = behind;
    this.app = app;
    this.match = match;
    this.content = content;
    this.picture = picture;
    this.isEmbedded = isEmbedded;
    this.eyes = match.outcome ? eyes : null;
  }

  get title() {
    return [this.app.words.replay, this.match.name].filter(Boolean).join(" · ");
  }

  get last() {
    return this.match.version;
  }

  /** How far the slider goes: it tells nothing of what is not revealed. */
  get reach() {
    return this.isRevealed ? this.last : Math.max(this.furthest, this.first);
  }

  get first() {
    return beginning(this.events);
  }

  /** Open at a version; 0: where the last visit ended, or at the beginning. @param {number} asked */
  async begin(asked) {
    const seen = lastVisit(this.match.id);
    this.isRevealed = !this.match.outcome || seen >= this.last;
    await this.#more();
    const isNew = seen > 0 && seen < this.last;
    if (isNew && !asked) this.since = seen;
    const rest = this.match.outcome ? this.first : this.last;
    await this.show(asked || (isNew ? seen : rest), { still: true });
    void this.#rest();
  }

  /** The next page of events. */
  async #more() {
    const page = await get(`/matches/${this.match.id}/events?after=${this.events.length}&limit=${PAGE}`);
    this.events.push(...page.items);
    return page.items.length;
  }

  /** All others, so that one can jump; what is shown already waits for none of them. */
  async #rest() {
    try {
      while (!this.isClosed && this.events.length < this.last && (await this.#more())) this.app.redraw();
    } catch (error) {
      this.app.fail(error);
    }
  }

  /**
   * @param {number} asked
   * @param {{ still?: boolean }} [how]
   * @returns {Promise<void>}
   */
  async show(asked, { still = false } = {}) {
    const wish = ++this.wish;
    const at = Math.min(Math.max(Math.trunc(asked), 1), this.last);
    try {
      const view = await this.#viewAt(at);
      if (wish === this.wish && !this.isClosed) this.#arrive(at, view, still);
    } catch (error) {
      this.stop();
      if (!isNotForUs(error) || this.eyes === null) return this.app.fail(error);
      this.eyes = null;
      return this.show(at, { still: true });
    }
  }

  /** @param {number} at @param {View} view @param {boolean} still */
  #arrive(at, view, still) {
    const isNear = at > this.at && at - this.at <= NEAR;
    this.changes = isNear && !still ? this.events.slice(this.at, at) : [];
    this.isStill = still || Math.abs(at - this.at) > NEAR;
    this.at = at;
    this.view = view;
    this.furthest = Math.max(this.furthest, at);
    if (at === this.last) this.isRevealed = true;
    this.isCopied = false;
    visit(this.match.id, at);
    this.#later("address", ADDRESS_REST, () => history.replaceState(history.state, "", this.#address()));
    for (let next = at + 1; next <= Math.min(at + AHEAD, this.last); next += 1) this.#viewAt(next).catch(() => {});
    if (!this.isPlaying) this.app.say(this.#plain());
    this.app.redraw();
    this.#later("log", 0, scrollLog);
  }

  /** @param {number} at */
  #viewAt(at) {
    const seat = { all: "&seat=all", spectator: "&seat=all" }[String(this.eyes)] ?? (this.eyes === null ? "" : `&seat=${this.eyes}`);
    const path = `/matches/${this.match.id}/view?at=${at}${seat}`;
    const known = this.views.get(path) ?? get(path);
    this.views.delete(path);
    this.views.set(path, known);
    // What has failed may be asked for again.
    known.catch(() => this.views.delete(path));
    for (const old of [...this.views.keys()].slice(0, -KEPT)) this.views.delete(old);
    return known;
  }

  /** @param {string} name @param {number} milliseconds @param {() => void} work */
  #later(name, milliseconds, work) {
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(() => this.isClosed || work(), milliseconds);
  }

  #address() {
    return `${ROOT}${this.isEmbedded ? "embed/" : ""}matches/${this.match.id}${this.isEmbedded ? "" : "/replay"}?at=${this.at}${this.#seat()}`;
  }

  #seat() {
    return this.eyes === null ? "" : `&seat=${this.eyes}`;
  }

  /** @param {number} by */
  step(by) {
    this.stop();
    void this.show(this.at + by);
  }

  /** @param {number} by */
  stepMove(by) {
    this.stop();
    const move = moveAt(this.events, this.at);
    const isWithin = versionOf(this.events, move) > this.at;
    void this.show(versionOf(this.events, by > 0 && isWithin ? move : move + by));
  }

  /** @param {number} by */
  stepChapter(by) {
    const all = chapters(this.match.game, this.events).map(({ event }) => event.version);
    this.jump(by > 0 ? all.find((version) => version > this.at) ?? this.last : all.filter((version) => version < this.at).at(-1) ?? this.first);
  }

  /** @param {number} version */
  jump(version) {
    this.stop();
    void this.show(version, { still: true });
  }

  toggle() {
    if (this.isPlaying) return this.stop();
    this.isPlaying = true;
    this.since = 0;
    this.app.redraw();
    void this.#begun();
  }

  /** From the beginning once more, where the end is shown. */
  async #begun() {
    if (this.at >= this.last) await this.show(this.first, { still: true });
    await this.#play();
  }

  async #play() {
    if (this.at >= this.last) return this.stop();
    await this.show(this.at + 1);
    this.#later("play", PACE / this.speed, () => void (this.isPlaying && this.#play()));
  }

  stop() {
    this.isPlaying = false;
    clearTimeout(this.timers.play);
    this.app.redraw();
  }

  reveal() {
    this.isRevealed = true;
    this.app.redraw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = /** @type {HTMLElement} */ (event.target);
    if (event.key === " " && at.closest("button, a, summary")) return;
    if (at.closest(".log") && ["Home", "End"].includes(event.key)) return;
    const work = this.#keys(event.shiftKey)[event.key];
    if (!work) return;
    event.preventDefault();
    work();
  }

  /** @param {boolean} wide @returns {Record<string, () => void>} */
  #keys(wide) {
    const [back, on] = document.documentElement.dir === "rtl" ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
    return {
      [back]: () => (wide ? this.stepMove(-1) : this.step(-1)),
      [on]: () => (wide ? this.stepMove(1) : this.step(1)),
      PageUp: () => this.stepChapter(-1),
      PageDown: () => this.stepChapter(1),
      Home: () => this.jump(this.first),
      End: () => this.jump(this.reach),
      " ": () => this.toggle(),
    };
  }

  /** What goes on in one's own running match is told by the account's stream. @param {import("../live.js").Message} message */
  hear(message) {
    const { type, data } = message;
    const isOurs = type === "awake" || (type === "match" && data.id === this.match.id);
    if (isOurs && !this.match.outcome) this.#later("news", 400, () => void this.#news().catch(() => {}));
  }

  async #news() {
    const wasLast = this.at === this.last;
    this.match = await get(`/matches/${this.match.id}`);
    await this.#rest();
    if (wasLast && !this.isPlaying) await this.show(this.last);
  }

  close() {
    this.isClosed = true;
    Object.values(this.timers).forEach(clearTimeout);
  }

  /** @param {Eyes} eyes */
  #look(eyes) {
    this.eyes = eyes;
    this.jump(this.at);
  }

  /** Nothing that came later: who has left, and for whom the match waits, are those of this version. */
  #match() {
    const seats = this.match.seats.map((one) => ({ ...one, status: "seated" }));
    return /** @type {Match} */ ({ ...this.match, seats, waiting_for: this.view?.waiting_for ?? [] });
  }

  /** @param {View} view */
  #told(view) {
    return told({
      match: this.#match(), view, content: this.content, language: this.app.language, changes: this.changes.map((event) => seenBy(event, view)),
      motion: !this.isStill && !matchMedia("(prefers-reduced-motion: reduce)").matches,
    });
  }

  /** The views to be drawn: one, or with all eyes one for each seat. @returns {View[]} */
  #views() {
    const { view } = this;
    if (!view) return [];
    const all = /** @type {{ seats: unknown[], spectator: unknown } | null} */ (/** @type {any} */ (view.seat) === "all" ? view.state : null);
    if (!all) return [view];
    const one = (/** @type {number | null} */ seat, /** @type {unknown} */ state) => /** @type {View} */ ({ ...view, seat, state });
    return this.eyes === "all" ? all.seats.map((state, seat) => one(seat, state)) : [one(null, all.spectator)];
  }

  #plain() {
    const event = this.events[this.at - 1];
    const [view] = this.#views();
    return event && view ? this.#told(view).plain(event.text) : "";
  }

  draw() {
    const said = this.app.words, { replays } = said;
    const views = this.#views();
    const [first] = views;
    if (!first) return html`<p>${said.loading}</p>`;
    const all = this.#told(first);
    return html`<div class="replay">
      <div class="head">${this.isEmbedded ? nothing : html`<h1 tabindex="-1">${said.replay}${this.match.name ? html` · <bdi>${this.match.name}</bdi>` : nothing}</h1>`}
        ${line(all.seats, said)}</div>
      ${this.#new()}
      ${views.map((view) => this.#board(view, views.length > 1))}
      ${this.#controls(all)} ${this.#ending(all)}
      <p class="controls"><a class="button" href=${this.#address()} target=${this.isEmbedded ? "_blank" : nothing} @click=${this.#copy}>${this.isCopied ? said.copied : replays.link}</a>
        ${this.isEmbedded ? html`<a class="button" href="${ROOT}matches/${this.match.id}/replay?at=${this.at}" target="_blank">${replays.whole}</a>`
          : html`<a class="button" href="${ROOT}matches/${this.match.id}">${said.table}</a>`}</p>
      ${this.isEmbedded ? nothing : html`<p class="faint keys">${replays.keys}</p>${this.#history(all)} ${this.#proof()}`}
    </div>`;
  }

  #new() {
    const { replays } = this.app.words;
    if (!this.since) return nothing;
    const text = this.isRevealed ? `${replays.since} (${this.last - this.since})` : replays.since;
    return html`<p class="banner" role="status">${text}
      <button type="button" class="main" @click=${() => this.toggle()}>${replays.since_play}</button>
      <button type="button" @click=${() => { this.since = 0; this.jump(this.first); }}>${replays.start}</button></p>`;
  }

  /** @param {View} view @param {boolean} named */
  #board(view, named) {
    if (!view.state) return html`<p class="faint">${this.app.words.replays.before}</p>`;
    const all = this.#told(view);
    const person = all.me === null ? undefined : all.seats[all.me];
    return html`${named && person ? html`<h2>${sign(person)} <bdi>${person.name}</bdi></h2>` : nothing}
      <div class="board ${this.isStill ? "still" : ""}" dir="ltr" aria-hidden="true">${this.#drawn(all)}</div>`;
  }

  /** @param {import("../games/picture.js").AnyTold} all */
  #drawn(all) {
    try {
      return this.picture(all);
    } catch (error) {
      console.error(error);
      return generic(all);
    }
  }

  /** @param {import("../games/picture.js").AnyTold} all */
  #controls(all) {
    const { replays } = this.app.words;
    const to = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => void} */ work, off = false) =>
      html`<button type="button" aria-label=${name} title=${name} ?disabled=${off} @click=${work}><span aria-hidden="true" class="way">${sign}</span></button>`;
    return html`<section class="timeline" aria-label=${replays.position}>
      <p class="happened">${all.say(this.events[this.at - 1]?.text ?? [])}</p>
      ${this.#slider()}
      <div class="controls">
        ${to("«", replays.chapter_back, () => this.stepChapter(-1), this.at <= this.first)}
        ${to("‹", replays.back, () => this.step(-1), this.at <= 1)}
        <button type="button" class="main" aria-pressed=${this.isPlaying} @click=${() => this.toggle()}>${this.isPlaying ? replays.stop : replays.play}</button>
        ${to("›", replays.forward, () => this.step(1), this.at >= this.last)}
        ${to("»", replays.chapter_on, () => this.stepChapter(1), this.at >= this.last)}
      </div>
    </section>
    <div class="controls">${this.#speed()} ${this.#move()} ${this.#chapters(all)} ${this.#eyes(all)}</div>`;
  }

  #slider() {
    const { replays } = this.app.words;
    const told = this.isRevealed ? replays.of : replays.event;
    const text = told.replace("{at}", String(this.at)).replace("{of}", String(this.last));
    return html`<label class="slider"><span>${text}</span>
      <input type="range" min="1" max=${this.reach} .value=${String(this.at)} aria-valuetext=${text}
        @input=${(/** @type {Event} */ event) => this.#slide(number(event))}></label>`;
  }

  /** An arrow on the slider is a step like any other. @param {number} to */
  #slide(to) {
    this.stop();
    this.#later("slide", REST, () => void this.show(to, { still: Math.abs(to - this.at) > 1 }));
  }

  #speed() {
    return html`<label class="field"><span>${this.app.words.replays.speed}</span>
      <select @change=${(/** @type {Event} */ event) => { this.speed = number(event); }}>
        ${SPEEDS.map((one) => html`<option value=${one} ?selected=${one === this.speed}>${one.toLocaleString(this.app.language)} ×</option>`)}</select></label>`;
  }

  #move() {
    const most = this.isRevealed ? moveAt(this.events, this.last) : nothing;
    return html`<label class="field"><span>${this.app.words.replays.move}</span>
      <input type="number" min="0" max=${most} .value=${String(moveAt(this.events, this.at))}
        @change=${(/** @type {Event} */ event) => this.jump(versionOf(this.events, number(event)))}></label>`;
  }

  /** @param {import("../games/picture.js").AnyTold} all */
  #chapters(all) {
    const known = chapters(this.match.game, this.events.slice(0, this.reach));
    if (!known.length) return nothing;
    const now = known.filter(({ event }) => event.version <= this.at).at(-1)?.event.version;
    return html`<label class="field"><span>${this.app.words.replays.chapters}</span>
      <select @change=${(/** @type {Event} */ event) => this.jump(number(event))}>
        ${now === undefined ? html`<option value=${this.at} selected>–</option>` : nothing}
        ${known.map(({ event, depth }) => html`<option value=${event.version} .selected=${event.version === now}>${"\u2003".repeat(depth)}${all.plain(event.text)}</option>`)}
      </select></label>`;
  }

  /** Whose eyes; before the end there are only one's own. @param {import("../games/picture.js").AnyTold} all */
  #eyes(all) {
    const { replays } = this.app.words;
    if (!this.match.outcome || this.isEmbedded) return nothing;
    const mine = this.match.you ?? null;
    const own = mine === null ? replays.eyes_spectator : replays.eyes_mine;
    const others = all.seats.filter(({ seat }) => seat !== mine)
      .map(({ seat, name }) => ({ eyes: /** @type {Eyes} */ (seat), text: replays.eyes_seat.replace("{name}", name) }));
    const shown = [{ eyes: /** @type {Eyes} */ (null), text: own }, ...others,
      ...(mine === null ? [] : [{ eyes: /** @type {Eyes} */ ("spectator"), text: replays.eyes_spectator }]),
      { eyes: /** @type {Eyes} */ ("all"), text: replays.eyes_all }];
    return html`<label class="field"><span>${replays.eyes}</span>
      <select @change=${(/** @type {Event} */ event) => this.#look(eyesOf(/** @type {HTMLSelectElement} */ (event.target).value))}>
        ${shown.map(({ eyes, text }) => html`<option value=${String(eyes ?? "")} .selected=${eyes === this.eyes}>${text}</option>`)}</select></label>`;
  }

  /** @param {import("../games/picture.js").AnyTold} all */
  #ending(all) {
    const { replays } = this.app.words;
    if (!this.match.outcome) return nothing;
    if (this.isRevealed) return html`<p class="ending"><strong>${all.say(this.match.outcome.text)}</strong>
      <button type="button" class="plain" @click=${() => this.jump(this.last)}>${replays.end}</button></p>`;
    return html`<p class="ending">${replays.hidden} <button type="button" @click=${() => this.reveal()}>${replays.reveal}</button></p>`;
  }

  /** @param {MouseEvent} event */
  #copy = (event) => {
    if (this.isEmbedded || !navigator.clipboard) return;
    event.preventDefault();
    const link = new URL(this.#address(), location.origin).href;
    navigator.clipboard.writeText(link).then(() => { this.isCopied = true; this.app.redraw(); }, () => prompt(this.app.words.replays.link, link));
  };

  /** @param {import("../games/picture.js").AnyTold} all */
  #history(all) {
    const said = this.app.words;
    // It begins at the same line for a while, so that a clause which is open stays where it is.
    const begun = Math.max(0, Math.floor((this.at - LINES.before) / LINES.after) * LINES.after);
    const shown = this.events.slice(begun, Math.min(this.at + LINES.after, this.reach));
    const link = (/** @type {number} */ version) => `${ROOT}matches/${this.match.id}/replay?at=${version}${this.#seat()}`;
    return html`<section @click=${this.#follow}><h2>${said.log}</h2>${log({
      events: shown, say: all.say, clauses: this.clauses, language: this.app.language, said, link, now: this.at, want: () => void this.#want(),
    })}</section>`;
  }

  /** A line of the log is a link like any other; here it moves the slider. @param {MouseEvent} event */
  #follow = (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    this.jump(Number(new URL(link.href).searchParams.get("at")));
  };

  /** The clauses, once somebody looks behind an event. */
  async #want() {
    if (this.clauses) return;
    try {
      this.clauses = await this.behind();
      this.app.redraw();
    } catch (error) {
      this.app.fail(error);
    }
  }

  #proof() {
    return html`<details class="proof" @toggle=${this.#prove}><summary>${this.app.words.verify.title}</summary>${this.verifier?.draw() ?? nothing}</details>`;
  }

  #prove = async () => {
    if (this.verifier) return;
    const { panel } = await import("../verify/panel.js");
    this.verifier ??= panel({ app: this.app, match: this.match.id, jump: (version) => this.jump(version) });
    this.app.redraw();
  };
}

/** @param {Event} event */
const number = (event) => Number(/** @type {HTMLInputElement | HTMLSelectElement} */ (event.target).value);

/**
 * An event with what a view's seat was shown of it: after the end we are shown more.
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
  const list = line?.closest("ol");
  if (line && list) list.scrollTop += line.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
}
