/**
 * The open tables of the lobby, and which of them one would rather see.
 *
 * @typedef {import("../../types.js").Match} Match
 * @typedef {import("../../types.js").Game} Game
 * @typedef {import("../../app.js").App} App
 * @typedef {{ items: Match[], next: string | null }} Page
 * @typedef {{ game: string, open_seats: string, bots: string, order: string }} Wish as the service takes it; empty: any
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { get, ROOT } from "../../api.js";
import { filled } from "../../messages.js";
import { input } from "../../parts/forms.js";
import { sayer } from "../../parts/pieces.js";
import { mark } from "../../parts/ratings.js";
import { people, sign } from "../../parts/seats/people.js";
import { spokenIn } from "../../words.js";

/** All of them, as the lobby opens. */
export const OPEN = "/matches?status=open&limit=50";
const SEATS = [1, 2, 3, 4, 5];
/** A filter may find nothing on a page and go on: so many pages are read before one is asked whether to go on. */
const PAGES = 5;

export class OpenTables {
  /** @type {Wish} */
  #wish = { game: "", open_seats: "", bots: "", order: "" };
  /** @type {Match[]} */
  #matches;
  /** @type {string | null} */
  #next;
  /** Answers to earlier wishes come too late. */
  #asked = 0;

  /** @param {App} app @param {Game[]} games @param {Page} first */
  constructor(app, games, first) {
    this.app = app;
    this.games = games;
    this.#matches = first.items;
    this.#next = first.next;
  }

  get isEmpty() {
    return !this.#matches.length && this.#isAny;
  }

  get #isAny() {
    return Object.values(this.#wish).every((one) => !one);
  }

  draw() {
    const said = this.app.words;
    return html`<section><h2>${said.open_matches}</h2>${this.isEmpty ? html`<p class="faint">${said.no_open}</p>` : html`
      ${this.#filters()}<div role="status">${this.#matches.length || this.#next ? nothing
        : html`<p class="faint">${said.open_tables.none}</p>`}</div>
      <ul class="cards">${this.#matches.map((one) => this.#row(one))}</ul>
      ${this.#next ? html`<button type="button" @click=${() => this.app.attempt(() => this.#further())}>${
        said.open_tables.further}</button>` : nothing}`}</section>`;
  }

  #filters() {
    const { app, games } = this, said = app.words.open_tables, now = this.#wish, language = app.language;
    /** @param {keyof Wish} field @param {string} value */
    const wish = (field, value) => app.attempt(async () => {
      this.#wish = { ...this.#wish, [field]: value };
      await this.#look();
    });
    /** @param {string} label @param {keyof Wish} field @param {string} any @param {[string, string | undefined][]} values */
    const choice = (label, field, any, values) => html`<label class="field"><span>${label}</span><select name=${field}
      @change=${(/** @type {Event} */ event) => wish(field, input(event).value)}>
      ${[/** @type {[string, string]} */ (["", any]), ...values].map(([value, text]) =>
        html`<option value=${value} ?selected=${value === now[field]}>${text}</option>`)}</select></label>`;
    return html`<details><summary>${said.legend}</summary><div>
      ${choice(said.game, "game", said.any_game, games.map((one) => [one.game, one.names[language]]))}
      ${choice(said.seats, "open_seats", said.any_seats, SEATS.map((seats) =>
        [String(seats), filled(said.at_least, { seats }, spokenIn(language))]))}
      ${choice(said.order, "order", said.newest, [["oldest", said.oldest]])}
      <label class="field check"><input type="checkbox" name="bots" .checked=${now.bots === "false"}
        @change=${(/** @type {Event} */ event) => wish("bots", input(event).checked ? "false" : "")}><span>${
        said.no_bots}</span></label></div></details>`;
  }

  /** The tables of the present wish, from the first. */
  async #look() {
    const number = ++this.#asked, given = Object.entries(this.#wish).filter(([, value]) => value);
    const query = new URLSearchParams(given).toString();
    await this.#read(number, query ? `${OPEN}&${query}` : OPEN, []);
  }

  async #further() {
    if (this.#next) await this.#read(++this.#asked, this.#next, this.#matches);
  }

  /** Pages until one has something. @param {number} number @param {string} from @param {Match[]} before */
  async #read(number, from, before) {
    /** @type {string | null} */
    let next = from;
    /** @type {Match[]} */
    let found = [];
    for (let read = 0; next && !found.length && read < PAGES; read += 1) {
      const page = /** @type {Page} */ (await get(next));
      if (number !== this.#asked) return;
      found = page.items;
      next = page.next;
    }
    this.#matches = [...before, ...found];
    this.#next = next;
    this.app.redraw();
  }

  /** @param {Match} match */
  #row(match) {
    const { language } = this.app, seats = people(match, null, language), { say } = sayer((seat) => seats[seat]?.name ?? "", language);
    const taken = seats.filter((one) => match.seats[one.seat]?.status !== "open");
    return html`<li><a class="card" href="${ROOT}matches/${match.id}">
      <strong>${match.name ? html`<bdi>${match.name}</bdi> · `
        : nothing}${this.games.find((one) => one.game === match.game)?.names[language]}</strong>
      <span class="faint">${say(match.text)} ${mark(this.app, match)}</span>
      <span class="people">${taken.map((one) => html`<span>${sign(one)} <bdi>${one.name}</bdi></span>`)}</span></a></li>`;
  }
}
