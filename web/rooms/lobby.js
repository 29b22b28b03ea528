/**
 * The lobby: open matches, and a new one as a form: the kind that is meant first, all that can be set behind it.
 *
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Fields} Fields
 * @typedef {import("../app.js").App} App
 * @typedef {import("../app.js").At} At
 */
import { html, nothing } from "../vendor/lit-html.js";
import { get, post } from "../api.js";
import { shortestFirst } from "../games/banners.js";
import { BOTS, botChoices, ofPractice } from "../parts/seats/bots.js";
import { fields, filled, input, readable } from "../parts/forms.js";
import { optionsOf } from "../parts/options.js";
import { beGuest } from "../parts/start.js";
import { door } from "./lobby/door.js";
import { finding } from "./lobby/finding.js";
import { OPEN, OpenTables } from "./lobby/open_tables.js";
import { FIRST, PRESETS, RATED } from "./lobby/presets.js";

const HOUR = 3600;
/** A clock waits for its bot, and \`hard\` would keep others waiting; \`steady\` is the default move. */
const MAY_PLAY_LATE = BOTS.filter((bot) => bot !== "hard" && bot !== "steady");

/** @param {At} at @returns {Promise<import("../app.js").Room>} */
export async function open(at) {
  return at.parts[0] === "join" ? door(at) : hall(at);
}

/** @param {At} at */
async function hall({ app, query }) {
  const [games, open, sets] = await Promise.all([
    get("/games").then((page) => page.items),
    get(OPEN),
    get("/sets").then((list) => list.items),
  ]);
  const wished = query.get("game");
  if (wished) setTimeout(toForm);
  return new Lobby(app, shortestFirst(games), open, sets, wished);
}

/** Who comes for a game wants a match of it, and the form stands far below where there is one column. */
function toForm() {
  const form = document.getElementById("new-match");
  form?.focus({ preventScroll: true });
  form?.scrollIntoView();
}

class Lobby {
  /** What the player wishes of the game's options. @type {Fields} */
  #options = {};
  /** @type {import("./lobby/presets.js").Preset} */
  #preset = FIRST;
  /** What is wished, at first as the preset has it. */
  #wish = { ...PRESETS[FIRST] };

  /**
   * @param {App} app @param {Game[]} games @param {import("./lobby/open_tables.js").Page} open
   * @param {import("./lobby/finding.js").StandardSet[]} sets @param {string | null} wished game
   */
  constructor(app, games, open, sets, wished) {
    this.app = app;
    this.title = app.words.lobby;
    this.games = games;
    this.tables = new OpenTables(app, games, open);
    this.sets = sets;
    this.game = games.find((one) => one.game === wished) ?? games[0];
  }

  draw() {
    const said = this.app.words, { tables } = this;
    return html`<h1 tabindex="-1">${said.lobby}</h1>
      ${tables.isEmpty ? nothing : html`<p class="narrow"><a class="button" href="#new-match">${said.new_match}</a></p>`}
      <div class="columns"><div>${finding(this.app, this.games, this.sets)} ${tables.draw()}</div>
      <section><h2 id="new-match" tabindex="-1">${said.new_match}</h2>${this.game ? this.#form(this.game) : nothing}</section></div>`;
  }

  /** @param {Game} game */
  #form(game) {
    const { app } = this, said = app.words;
    return html`<form class="sheet" @submit=${this.#make}>${this.#kinds()}
      ${app.me?.kind === "account" ? this.#rated() : nothing}${this.#table(game)}
      <details><summary>${said.presets.settings}</summary><div>${this.#choices(game)}
        ${this.#wish.rated ? nothing : html`<label class="field"><span>${said.visibility}</span><select name="visibility">
          ${/** @type {const} */ (["public", "unlisted", "private"]).map((one) =>
            html`<option value=${one} ?selected=${one === this.#wish.visibility}>${said[one]}</option>`)}</select></label>`}
        ${this.#clock()}${this.#bots()}</div></details>
      <button type="submit" class="main" ?disabled=${app.isBusy}>${said.create}</button></form>`;
  }

  #rated() {
    const turn = (/** @type {Event} */ event) => {
      const isRated = input(event).checked;
      if (isRated) this.#turnTo(RATED);
      this.#wish = { ...PRESETS[this.#preset], rated: isRated };
      this.app.redraw();
    };
    return html`<label class="field check"><input type="checkbox" .checked=${this.#wish.rated} @change=${turn}><span>${
      this.app.words.ratings.wish}</span></label>`;
  }

  /** @param {import("./lobby/presets.js").Preset} preset */
  #turnTo(preset) {
    if (preset === this.#preset) return;
    this.#preset = preset;
    this.#options = this.#suited();
  }

  /** The options that suit the preset: in a quick match nobody is out and has to watch. @returns {Fields} */
  #suited() {
    return this.#preset === "quick" && this.game ? ofPractice(this.game) : {};
  }

  /** The kinds of matches that most people mean. */
  #kinds() {
    const said = this.app.words.presets;
    const kinds = /** @type {const} */ ([["quick", said.quick, said.quick_more], ["friends", said.friends, said.friends_more],
      ["days", said.days, said.days_more]]);
    const choose = (/** @type {keyof typeof PRESETS} */ one) => {
      this.#turnTo(one);
      this.#wish = { ...PRESETS[one] };
      this.app.redraw();
    };
    return html`<fieldset class="presets"><legend>${said.title}</legend>${kinds.map(([one, name, more]) => html`<label>
      <input type="radio" name="preset"
      value=${one} .checked=${one === this.#preset} @change=${() => choose(one)}><span><strong>${name}</strong>
      <small>${more}</small></span></label>`)}</fieldset>`;
  }

  /** Which game, and for how many. @param {Game} game */
  #table(game) {
    const { app, games } = this, said = app.words, { min, max } = game.seats;
    const range = Array.from({ length: max - min + 1 }, (_, more) => min + more);
    return html`<label class="field"><span>${said.game}</span><select @change=${this.#choose}>${games.map((one) =>
        html`<option value=${one.game} ?selected=${one === game}>${one.names[app.language]}</option>`)}</select></label>
      <label class="field"><span>${said.seats_of}</span><select name="seats">${range.map((count) =>
        html`<option ?selected=${count === Math.max(3, min)}>${count}</option>`)}</select></label>
      <label class="field"><span>${said.match_name}</span><input name="name" maxlength="80" dir="auto" autocomplete="off"></label>`;
  }

  /** What becomes of seats that stay free, how bots answer, and whether dice can be checked at once. */
  #bots() {
    const { app } = this, said = app.words, { fills, after } = this.#wish;
    return html`${this.#wish.rated ? nothing : html`<label class="field"><span>${said.seats_left}</span><select
        @change=${(/** @type {Event} */ event) => { this.#wish.fills = input(event).value; app.redraw(); }}>
        <option value="" ?selected=${!fills}>${said.wait_for_people}</option>${botChoices(app, BOTS, fills)}</select></label>`}
      ${fills ? html`<label class="field"><span>${said.fill_after}</span><input name="after" type="number" min="0.5" max="43200"
        step="any" value=${after} required></label>` : nothing}
      <label class="field"><span>${said.pace}</span><input name="pace" type="number" min="0" max="10" value="1" required></label>
      <label class="field check"><input type="checkbox" name="open_draws"><span>${said.open_draws}</span></label>`;
  }

  #choose = (/** @type {Event} */ event) => {
    this.game = this.games.find((one) => one.game === input(event).value);
    this.#options = this.#suited();
    this.app.redraw();
  };

  #clock() {
    const { app } = this, said = app.words, { mode, autopilot } = this.#wish, isBank = mode === "bank";
    return html`<label class="field"><span>${said.clock}</span><select
        @change=${(/** @type {Event} */ event) => { this.#wish.mode = /** @type {any} */ (input(event).value); app.redraw(); }}>
        ${/** @type {const} */ (["none", "per_move", "bank"]).filter((one) => one !== "none" || !this.#wish.rated).map((one) =>
          html`<option value=${one} ?selected=${one === mode}>${said.clocks[one]}</option>`)}</select></label>
      ${mode === "none" ? nothing : html`
        <label class="field"><span>${said.hours}</span><input name="hours" type="number" min="0.05" step="any" value=${isBank ? 48 : 24}
          required></label>
        ${isBank ? html`<label class="field"><span>${said.increment}</span><input name="increment" type="number" min="0" step="any"
          value="60"
          required></label>` : nothing}
        <label class="field check"><input type="checkbox" name="quiet_hours" checked><span>${said.heed_quiet}</span></label>
        <label class="field check"><input type="checkbox" name="vacation" checked><span>${said.heed_vacation}</span></label>
        <label class="field"><span>${said.late}</span><select name="late"><option value="default_move">${said.late_default}</option>
          ${botChoices(app, MAY_PLAY_LATE)}<option value="resign">${said.late_resign}</option></select></label>
        <label class="field"><span>${said.stays_away}</span><select name="autopilot"><option
          value="" ?selected=${!autopilot}>${said.as_late}</option>${botChoices(app, BOTS, autopilot)}</select></label>`}`;
  }

  /** The options of the game. @param {Game} game */
  #choices(game) {
    const { app } = this, said = app.words, { schema, terms } = optionsOf(game, app.language);
    const set = (/** @type {string} */ field, /** @type {import("../types.js").Json | undefined} */ value) => {
      if (value === undefined) delete this.#options[field];
      else this.#options[field] = value;
      app.redraw();
    };
    return html`<h3>${said.options}</h3>${fields(readable(schema), { said, term: (id) => terms[id] ?? id, value: this.#options, set })}`;
  }

  #make = (/** @type {SubmitEvent} */ event) => {
    const { app } = this, wish = filled(event), clock = this.#clockOf(wish), { fills } = this.#wish;
    return app.attempt(async () => {
      if (!app.me) await beGuest(app);
      const made = await post("/matches", {
        game: this.game?.game, seats: Number(wish.seats), name: wish.name, visibility: wish.visibility ?? "public",
        options: this.#options, clock, rated: this.#wish.rated, pace: Number(wish.pace),
        open_draws: "open_draws" in wish,
        ...(fills && { fill: { after: Math.round(Number(wish.after) * 60), bot: fills } }),
      });
      await app.go(`matches/${made.id}`);
    }, event.target);
  };

  /** @param {Record<string, string>} wish */
  #clockOf(wish) {
    const { mode } = this.#wish;
    if (mode === "none") return { mode };
    const late = wish.late === "default_move" || wish.late === "resign" ? { on_timeout: wish.late } : { on_timeout: "bot", bot: wish.late };
    const heeds = {
      quiet_hours: "quiet_hours" in wish, vacation: "vacation" in wish, ...late, ...(wish.autopilot && { autopilot: wish.autopilot }),
    };
    const seconds = Math.round(Number(wish.hours) * HOUR);
    if (mode === "per_move") return { mode, seconds, ...heeds };
    return { mode, bank_seconds: seconds, increment_seconds: Math.round(Number(wish.increment) * 60), cap_seconds: seconds * 2, ...heeds };
  }
}
