/**
 * The course of a replay: where it stands, what is known there, and through whose eyes. It draws nothing and knows no page, so
 * that node can run it: what it needs of the outside it is given.
 *
 * @typedef {import("../../types.js").Match} Match
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {import("../../types.js").View} View
 * @typedef {null | number | "all" | "spectator"} Eyes whose knowledge is shown; null: the caller's own
 * @typedef {"turn" | "move" | "event"} Unit
 * @typedef {object} Given
 * @property {Match} match
 * @property {Eyes} eyes
 * @property {(path: string) => Promise<any>} get asks the API
 * @property {() => void} changed something else is to be drawn
 * @property {() => void} arrived another position is shown
 * @property {(error: unknown) => void} failed
 */
import { beginning, chapters, moveAt, versionOf } from "./chapters.js";
import { ends } from "./stories.js";
import { lastVisit, visit } from "./visits.js";
import { route } from "../../paths.js";

/** What is drawn as motion: so many events at once. More is a jump. */
const NEAR = 24;
/** How many views are kept, and how many fetched beforehand. */
const KEPT = 80, AHEAD = 3;
/** Milliseconds that a step is shown for at the common speed: for each event in it, at least, at most. */
const PACE = { each: 130, least: 1000, most: 3000 };
/** What a replay goes by. */
export const UNITS = /** @type {const} */ (["turn", "move", "event"]);
/** How often it goes on while the wheel is held away from its middle, in milliseconds. */
const WHEEL = 250;
const PAGE = 500;
/** A slider that is drawn along asks only where it rests. */
const REST = 80;

/**
 * What anybody may ask for, in a running match or of another's hand, is refused: then it is shown through one's own eyes.
 * @param {any} error
 */
const isNotForUs = (error) => [400, 403, 404, 409, 422].includes(error?.status);

export class Course {
  /** @type {MatchEvent[]} */
  events = [];
  /** Events by whose eyes saw them. @type {Map<string, MatchEvent[]>} */
  #seen = new Map();
  /** @type {Map<string, Promise<any>>} */
  #views = new Map();
  /** @type {View | null} */
  view = null;
  at = 0;
  /** Up to where anything was shown. */
  #furthest = 0;
  isRevealed = false;
  /** The version of the last visit, while there is something new. */
  since = 0;
  /** The events that led here from what was shown before. @type {MatchEvent[]} */
  changes = [];
  isStill = true;
  isPlaying = false;
  speed = 1;
  /** What one step is. @type {Unit} */
  unit = "turn";
  #wheel = 0;
  /** @type {Record<string, ReturnType<typeof setTimeout>>} */
  #timers = {};
  #wish = 0;
  #isClosed = false;

  /** @param {Given} given */
  constructor({ match, eyes, get, changed, arrived, failed }) {
    this.match = match;
    this.get = get;
    this.changed = changed;
    this.arrived = arrived;
    this.failed = failed;
    /** @type {Eyes} */
    this.eyes = match.outcome ? eyes : null;
  }

  get last() {
    return this.match.version;
  }

  /** How far the slider goes: it tells nothing of what is not revealed. */
  get reach() {
    return this.isRevealed ? this.last : Math.max(this.#furthest, this.first);
  }

  get first() {
    return beginning(this.events);
  }

  /** The event that led to what is shown. @returns {MatchEvent | undefined} */
  get event() {
    return this.events[this.at - 1];
  }

  get move() {
    return moveAt(this.events, this.at);
  }

  get lastMove() {
    return moveAt(this.events, this.last);
  }

  /** Those that may be shown. */
  get chapters() {
    return chapters(this.match.game, this.events.slice(0, this.reach));
  }

  /**
   * Open at a version; 0: where the last visit ended, or at the beginning.
   * @param {number} asked
   * @param {number} since where the last visit to the table ended; 0: as this browser remembers it
   */
  async begin(asked, since = 0) {
    const seen = since || lastVisit(this.match.id);
    this.isRevealed = !this.match.outcome || seen >= this.last;
    await this.#more();
    const isNew = seen > 0 && seen < this.last;
    if (isNew && (since || !asked)) this.since = seen;
    const rest = this.match.outcome ? this.first : this.last;
    await this.show(asked || (isNew ? seen : rest), { still: true });
    void this.#rest();
  }

  /** Whose eyes the API is asked for: what one knew then, unless everything is wanted. In a running match there are only one's own. */
  get #asked() {
    if (!this.match.outcome || this.eyes === "all") return "";
    return route`&seat=${this.eyes ?? this.match.you ?? "spectator"}`;
  }

  /** The next page of events. */
  async #more() {
    const key = this.#asked, events = this.#seen.get(key) ?? [];
    const page = await this.get(route`/matches/${this.match.id}/events?after=${events.length}&limit=${PAGE}` + key);
    events.push(...page.items);
    this.#seen.set(key, events);
    this.#take();
    return page.items.length;
  }

  /** Whether the events up to a version are there as the present eyes saw them; then these are shown. */
  #take(at = this.at) {
    const events = this.#seen.get(this.#asked) ?? [];
    if (events.length >= at) this.events = events;
    return events.length >= at;
  }

  /** All others, so that one can jump; what is shown already waits for none of them. */
  async #rest() {
    const key = this.#asked;
    try {
      while (!this.#isClosed && key === this.#asked && this.events.length < this.last && (await this.#more())) this.changed();
    } catch (error) {
      this.failed(error);
    }
  }

  /**
   * @param {number} asked
   * @param {{ still?: boolean }} [how]
   * @returns {Promise<void>}
   */
  async show(asked, { still = false } = {}) {
    const wish = ++this.#wish;
    const at = Math.min(Math.max(Math.trunc(asked), 1), this.last);
    try {
      const view = await this.#viewAt(at);
      if (wish === this.#wish && !this.#isClosed) this.#arrive(at, view, still);
    } catch (error) {
      this.stop();
      if (!isNotForUs(error) || this.eyes === null) return this.failed(error);
      return this.look(null, at);
    }
  }

  /** @param {number} at @param {View} view @param {boolean} still */
  #arrive(at, view, still) {
    const isNear = at > this.at && at - this.at <= NEAR;
    this.changes = isNear && !still ? this.events.slice(this.at, at) : [];
    this.isStill = still || Math.abs(at - this.at) > NEAR;
    this.at = at;
    this.view = view;
    this.#furthest = Math.max(this.#furthest, at);
    if (at === this.last) this.isRevealed = true;
    visit(this.match.id, at);
    for (let next = at + 1; next <= Math.min(at + AHEAD, this.last); next += 1) this.#viewAt(next).catch(() => {});
    this.arrived();
  }

  /** @param {number} at */
  #viewAt(at) {
    const seat = this.eyes === null ? "" : this.eyes === "spectator" ? "&seat=all" : route`&seat=${this.eyes}`;
    const path = route`/matches/${this.match.id}/view?at=${at}` + seat;
    const known = this.#views.get(path) ?? this.get(path);
    this.#views.delete(path);
    this.#views.set(path, known);
    // What has failed may be asked for again.
    known.catch(() => this.#views.delete(path));
    for (const old of [...this.#views.keys()].slice(0, -KEPT)) this.#views.delete(old);
    return known;
  }

  /** The views to be drawn: one, or with all eyes one for each seat. @returns {View[]} */
  get views() {
    const { view } = this;
    if (!view) return [];
    const all = /** @type {{ seats: unknown[], spectator: unknown } | null} */ (/** @type {any} */ (view.seat) === "all" ? view.state
      : null);
    if (!all) return [view];
    const one = (/** @type {number | null} */ seat, /** @type {unknown} */ state) => /** @type {View} */ ({ ...view, seat, state });
    return this.eyes === "all" ? all.seats.map((state, seat) => one(seat, state)) : [one(null, all.spectator)];
  }

  /**
   * Through other eyes: the same position, and the events as they saw them.
   * @param {Eyes} eyes
   */
  async look(eyes, at = this.at) {
    this.stop();
    this.eyes = eyes;
    while (!this.#take(at) && (await this.#more()));
    await this.show(at, { still: true });
    void this.#rest();
  }

  /** @param {number} by */
  step(by) {
    this.stop();
    void this.show(this.at + by);
  }

  /**
   * Where the next step of a unit ends, or the one before; moves and turns rest where all that followed is done.
   * @param {number} by @param {Unit} unit @param {number} from
   */
  #next(by, unit, from) {
    if (unit === "event") return from + by;
    if (unit === "turn") {
      const all = ends(this.match.game, this.events);
      // Of what has not come yet nothing is told by a leap to the end.
      return by > 0 ? all.find((version) => version > from) ?? from + 1
        : Math.max(all.filter((version) => version < from).at(-1) ?? 0, Math.min(this.first, from));
    }
    const move = moveAt(this.events, from), isWithin = versionOf(this.events, move) > from;
    const to = versionOf(this.events, by > 0 && isWithin ? move : move + by);
    // Behind the last move there may be events that no move led to.
    return by > 0 && to <= from ? this.last : to;
  }

  /** A step of the unit that is chosen. @param {number} by */
  stepUnit(by) {
    this.stop();
    void this.show(this.#next(by, this.unit, this.at));
  }

  /**
   * The wheel was turned: go on by so many turns, and again for as long as it is held. It tells nothing of how far it is.
   * @param {number} by 0: it was let go
   */
  wheel(by) {
    if (this.isPlaying) this.stop();
    this.#wheel = by;
    if (!by) return clearTimeout(this.#timers.wheel);
    let to = this.at;
    for (let step = 0; step < Math.abs(by); step += 1) to = this.#next(Math.sign(by), "turn", to);
    void this.show(to, { still: true });
    this.later("wheel", WHEEL, () => this.wheel(this.#wheel));
  }

  /** @param {number} by */
  stepMove(by) {
    this.stop();
    void this.show(this.#next(by, "move", this.at));
  }

  /** @param {number} by */
  stepChapter(by) {
    const all = chapters(this.match.game, this.events).map(({ event }) => event.version);
    this.jump(by > 0 ? all.find((version) => version > this.at) ?? this.last : all.filter((version) => version < this.at).at(-1)
      ?? this.first);
  }

  /** @param {number} version */
  jump(version) {
    this.stop();
    void this.show(version, { still: true });
  }

  /** @param {number} move */
  jumpToMove(move) {
    this.jump(versionOf(this.events, move));
  }

  /** An arrow on the slider is a step like any other. @param {number} to */
  slide(to) {
    this.stop();
    this.later("slide", REST, () => void this.show(to, { still: Math.abs(to - this.at) > 1 }));
  }

  toggle() {
    if (this.isPlaying) return this.stop();
    this.isPlaying = true;
    this.since = 0;
    this.changed();
    void this.#begun();
  }

  /** From the beginning once more, where the end is shown. */
  async #begun() {
    if (this.at >= this.last) await this.show(this.first, { still: true });
    await this.#play();
  }

  async #play() {
    if (this.at >= this.last) return this.stop();
    const from = this.at;
    await this.show(this.#next(1, this.unit, from));
    const rest = Math.min(Math.max((this.at - from) * PACE.each, PACE.least), PACE.most);
    this.later("play", rest / this.speed, () => void (this.isPlaying && this.#play()));
  }

  stop() {
    this.isPlaying = false;
    clearTimeout(this.#timers.play);
    this.changed();
  }

  reveal() {
    this.isRevealed = true;
    this.changed();
  }

  /** What has happened in a running match meanwhile. */
  async news() {
    const wasLast = this.at === this.last;
    this.match = await this.get(route`/matches/${this.match.id}`);
    // Through the same eyes there may be more to see: the match has ended.
    while (!this.#take() && (await this.#more()));
    await this.#rest();
    if (wasLast && !this.isPlaying) await this.show(this.last);
  }

  /**
   * Do something a while after the last wish of this name, unless the course is closed by then.
   * @param {string} name @param {number} milliseconds @param {() => void} work
   */
  later(name, milliseconds, work) {
    clearTimeout(this.#timers[name]);
    this.#timers[name] = setTimeout(() => this.#isClosed || work(), milliseconds);
  }

  close() {
    this.#isClosed = true;
    Object.values(this.#timers).forEach(clearTimeout);
  }
}
