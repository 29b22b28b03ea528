/**
 * What a match's proof says of the log of all heads: whether the match is in it, and whether it only grew since this browser
 * saw it last.
 *
 * @typedef {import("./headlog.js").Match} Match
 * @typedef {import("../words.js").Words} Words
 * @typedef {Exclude<keyof Words["headlog"], never>} Key
 * @typedef {{ app: Pick<import("../app.js").App, "words" | "language" | "redraw">, match: Match, jump: (version: number) => void,
 *   isOurs: boolean, plain: (text: string) => string }} Given
 *   `jump` goes to an event of the match that is shown, which `match` is if `isOurs`; `plain` makes anybody's text harmless
 */
import { html, nothing } from "../vendor/lit-html.js";
import { ask } from "../api.js";
import { filled } from "../messages.js";
import { instant } from "../parts/instants.js";
import { route } from "../paths.js";
import { spokenIn } from "../words.js";
import { check } from "./headlog.js";
import { forget, known, remember } from "./logmemory.js";

export class LogPanel {
  /** @type {{ is: "working" } | import("./headlog.js").LogAnswer} */
  #told = { is: "working" };
  #other = "";

  /** @param {Given} given */
  constructor({ app, match, jump, isOurs, plain }) {
    this.app = app;
    this.match = match;
    this.jump = jump;
    this.isOurs = isOurs;
    this.plain = plain;
    void this.#check();
  }

  #check = async () => {
    this.#told = { is: "working" };
    this.app.redraw();
    const told = await check(this.match, { fetched: this.#fetched, known: known(), other: this.#other.trim() });
    if (told.is === "found") {
      const { checkpoint, keys } = told.found;
      remember({ note: checkpoint.note, keys, at: new Date().toISOString() });
    }
    this.#told = told;
    this.app.redraw();
  };

  #fetched = async (/** @type {"match" | "log"} */ path, /** @type {number | undefined} */ from) => {
    const ofLog = from === undefined ? "/log" : route`/log?from=${from}`;
    const answer = await ask(path === "match" ? route`/matches/${this.match.match}/log` : ofLog);
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.json();
  };

  draw() {
    return html`<h3>${this.app.words.headlog.title}</h3><div role="status">${this.#drawn()}</div>`;
  }

  #drawn() {
    const told = this.#told;
    if (told.is === "found") return this.#found(told.found);
    return told.is === "wrong" ? this.#wrong(told.wrong) : html`<p>${this.app.words.headlog[told.is]}</p>`;
  }

  /** @param {import("./headlog.js").Found} found */
  #found({ entry, checkpoint, since, isSigned, isCompared }) {
    const { origin, size, note } = checkpoint, said = this.app.words.headlog;
    const grown = since ? this.#fill("continues", { size, known: sizeOf(since.note), day: this.#day(since.at) }) : said.first;
    return html`
      <p class=${entry ? "holds" : ""}>${entry
        ? html`<strong>✓ ${this.#fill("inLog", { ...entry, origin, day: this.#day(entry.at, "day") })}</strong>` : said.notYet}</p>
      <p>${grown} ${isCompared ? said.compared : nothing} ${isSigned ? nothing : said.noSignatures}</p>
      <details><summary>${said.given}</summary><pre dir="ltr">${this.plain(note)}</pre></details>
      ${this.#comparison()}`;
  }

  #comparison() {
    const said = this.app.words.headlog;
    return html`<label class="field"><span>${said.other}</span><textarea dir="ltr" rows="4" spellcheck="false"
        .value=${this.#other} @input=${this.#enter}></textarea></label>
      <button type="button" @click=${this.#check}>${said.compare}</button>`;
  }

  #enter = (/** @type {Event} */ event) => {
    this.#other = /** @type {HTMLTextAreaElement} */ (event.target).value;
  };

  /** @param {import("./headlog.js").Contradiction} wrong */
  #wrong({ reason, version, values, old, given }) {
    const said = this.app.words.headlog, toEvent = this.isOurs && version > 0;
    return html`
      <p class="broken"><strong>✗ ${said.wrong}</strong> ${this.#fill(reason, { ...values, version })}
        ${toEvent ? html`<button type="button" class="plain" @click=${() => this.jump(version)}>${this.app.words.verify.toEvent}</button>`
          : nothing}</p>
      ${old ? html`<details><summary>${said.before}</summary><pre dir="ltr">${this.plain(old)}</pre></details>` : nothing}
      ${given ? html`<details><summary>${said.given}</summary><pre dir="ltr">${this.plain(given)}</pre></details>` : nothing}
      ${this.#comparison()}
      ${old ? html`<button type="button" @click=${this.#forget}>${said.forget}</button>` : nothing}`;
  }

  #forget = () => {
    forget();
    void this.#check();
  };

  /** @param {string} at @param {"whole" | "day"} [shape] */
  #day(at, shape) {
    return Number.isNaN(Date.parse(at)) ? "–" : instant(at, this.app.language, shape);
  }

  /** @param {Key} key @param {Record<string, string | number | string[]>} values */
  #fill(key, values) {
    const clean = Object.entries(values).map(([name, value]) => [name,
      name in NAMES ? NAMES[/** @type {keyof typeof NAMES} */ (name)] : typeof value === "string" ? this.plain(value) : value]);
    const text = filled(this.app.words.headlog[key], Object.fromEntries(clean), spokenIn(this.app.language));
    return text.split(/([\uE000\uE001])/).map((piece) => (piece === NAMES.origin ? html`<bdi>${this.plain(String(values.origin))}</bdi>`
      : piece === NAMES.other ? html`<bdi>${this.plain(String(values.other))}</bdi>` : piece));
  }
}

/** What stands for the names of logs until they are drawn: addresses, which go their own way within a sentence. */
const NAMES = { origin: "\uE000", other: "\uE001" };

/** @param {string} note */
const sizeOf = (note) => Number(note.split("\n")[1]);
