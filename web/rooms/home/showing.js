/**
 * A match that plays itself: one that has ended and that everybody may see, chapter by chapter, again and again. Where there
 * is none there is nothing. It is loaded when the room is already in use.
 *
 * @typedef {import("../../types.js").Match} Match
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {import("../../types.js").View} View
 * @typedef {import("../../types.js").Content} Content
 * @typedef {import("../../games/picture.js").AnyPicture} AnyPicture
 * @typedef {import("../../games/picture.js").AnyTold} AnyTold
 * @typedef {import("../../parts/board/stage.js").Shown} Shown
 * @typedef {import("../../app.js").App} App
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { get, ROOT } from "../../api.js";
import { shortestFirst } from "../../games/banners.js";
import { pictureOf, scriptOf } from "../../games/pictures.js";
import { seen } from "../../parts/board/caption.js";
import { Stage } from "../../parts/board/stage.js";
import { told } from "../../parts/board/told.js";
import { sign } from "../../parts/seats/people.js";
import { textsOf } from "../../parts/texts.js";
import { route } from "../../paths.js";
import { partsOf } from "./passages.js";

const LISTED = "/matches?status=finished&limit=20";
/** A match of fewer events shows nothing worth a look. */
const LEAST = 40;
/** Milliseconds between two chapters, and between two looks whether somebody looks. */
const REST = 2_000, LOOK = 500;

/**
 * The first that may be shown, the shortest game before the others.
 * @param {App} app
 */
export async function showing(app) {
  const ended = /** @type {Match[]} */ ((await get(LISTED)).items);
  const match = shortestFirst(ended.filter((one) => one.version >= LEAST && one.outcome))[0];
  if (!match) return null;
  const { text } = await textsOf(match), path = route`/matches/${match.id}`;
  const [content, picture, script, { items: events }] = await Promise.all([
    text("content"), pictureOf(match.game), scriptOf(match.game), get(`${path}/events?after=0&limit=500&seat=spectator`),
  ]);
  const parts = partsOf(match.game, events);
  return parts.length ? new Showing({ app, match, content, picture, script, parts }) : null;
}

class Showing {
  isPaused = false;
  /** @type {Stage} */
  #stage;
  /** @type {Shown | null} */
  #shown = null;
  #at = -1;
  #cancel = () => {};
  #isClosed = false;

  /**
   * @param {{ app: App, match: Match, content: Content, picture: AnyPicture, script: import("../../games/picture.js").Script,
   *           parts: import("./passages.js").Passage[] }} given
   */
  constructor({ app, match, content, picture, script, parts }) {
    this.app = app;
    this.match = match;
    this.content = content;
    this.picture = picture;
    this.parts = parts;
    this.#stage = new Stage({ script, changed: () => this.#changed(), pace: () => 1, later: (time, work) => this.#later(time, work) });
    void this.#next();
  }

  close() {
    this.#isClosed = true;
    this.#cancel();
  }

  /** Then, unless it stands still or nobody looks. @param {number} milliseconds @param {() => void} work */
  #later(milliseconds, work) {
    let timer = setTimeout(function look() {
      if (held()) timer = setTimeout(look, LOOK);
      else work();
    }, milliseconds);
    const held = () => this.isPaused || document.hidden;
    return (this.#cancel = () => clearTimeout(timer));
  }

  async #next() {
    this.#at = (this.#at + 1) % this.parts.length;
    const { from, events } = /** @type {import("./passages.js").Passage} */ (this.parts[this.#at]);
    try {
      const view = /** @type {View} */ (await get(route`/matches/${this.match.id}/view?at=${from}`));
      if (this.#isClosed) return;
      this.#shown = { view, events: [] };
      this.#stage.play(view, events);
    } catch {
      // It stands still then: nobody has asked for it.
    }
  }

  #changed() {
    if (this.#isClosed) return;
    if (this.#stage.shown) this.#shown = this.#stage.shown;
    else this.#later(REST, () => void this.#next());
    this.app.redraw();
  }

  #turn = () => {
    this.isPaused = !this.isPaused;
    this.app.redraw();
  };

  /** The picture; null until there is one. */
  stage() {
    const all = this.#told();
    return all && html`<div class="showing board" dir="ltr" aria-hidden="true">${this.#board(all)}</div>`;
  }

  /** What happens in it, the way to all of it, and one to have it stand still. */
  caption() {
    const all = this.#told(), { match, app, isPaused } = this, said = app.words;
    return all && html`<div class="shown"><h2>${said.offers.showing}</h2>
      <p class="now" aria-hidden="true">${this.#sentence(all)}</p><div class="line"><a
        class="button" href="${ROOT}matches/${match.id}/replay">${said.offers.watch}</a>
        <button type="button" class="plain" @click=${this.#turn}>${isPaused ? said.replays.play : said.replays.stop}</button></div></div>`;
  }

  #told() {
    const { match, app, content } = this, shown = this.#shown;
    return shown && told({ match, view: shown.view, content, language: app.language, changes: shown.events });
  }

  /** @param {AnyTold} all */
  #sentence(all) {
    const lines = seen(this.#stage, this.#shown?.events ?? []), now = lines.at(-1);
    if (!now) return nothing;
    const person = all.seats[lines[0]?.seat ?? -1];
    return html`${person ? sign(person) : nothing} <span>${all.say(now.text)}</span>`;
  }

  /** @param {AnyTold} all */
  #board(all) {
    try {
      return this.picture(all);
    } catch (error) {
      console.error(error);
      this.close();
      return nothing;
    }
  }
}
