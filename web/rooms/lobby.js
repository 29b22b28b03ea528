/**
 * The lobby: open matches, a new one with the options of its game as a form, and the door of those who were invited.
 *
 * @typedef {import("../types.js").Match} Match
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Schema} Schema
 * @typedef {import("../types.js").Fields} Fields
 * @typedef {import("../app.js").At} At
 */
import { html, nothing } from "../vendor/lit-html.js";
import { get, post, ROOT } from "../api.js";
import { BOTS, botChoices } from "../parts/bots.js";
import { fields, filled, input } from "../parts/forms.js";
import { people, sign } from "../parts/people.js";
import { sayer } from "../parts/pieces.js";
import { beGuest } from "../parts/start.js";
import { route } from "../paths.js";

const HOUR = 3600;
/** A clock waits for its bot, and \`hard\` would keep others waiting; \`steady\` is the default move. */
const MAY_PLAY_LATE = BOTS.filter((bot) => bot !== "hard" && bot !== "steady");

/** @param {At} at @returns {Promise<import("../app.js").Room>} */
export async function open(at) {
  return at.parts[0] === "join" ? door(at) : hall(at);
}

/** @param {At} at */
async function door({ app, parts }) {
  const match = parts[1] ?? "", invitation = location.hash.slice(1);
  return {
    title: app.words.join,
    draw: () => html`<h1 tabindex="-1">${app.words.join_invited}</h1><div class="choices">
      <button type="button" class="main" ?disabled=${app.isBusy} @click=${() => app.attempt(async () => {
        if (!app.me) await beGuest(app);
        await post(route`/matches/${match}/join`, { invitation });
        await app.go(`matches/${match}`, { replace: true });
      })}>${app.words.join}</button>
      ${app.me ? nothing : html`<a class="button" href="${ROOT}login">${app.words.login}</a>`}</div>`,
  };
}

/** @param {At} at */
async function hall({ app, query }) {
  /** @type {[Game[], Match[]]} */
  let [games, matches] = await Promise.all([
    get("/games").then((page) => page.items),
    get("/matches?status=open&limit=50").then((page) => page.items),
  ]);
  let game = games.find((one) => one.game === query.get("game")) ?? games[0];
  /** @type {Fields} */
  let options = {};
  let mode = "none", fills = "";

  const make = (/** @type {SubmitEvent} */ event) => {
    const wish = filled(event);
    return app.attempt(async () => {
      if (!app.me) await beGuest(app);
      const late = wish.late === "default_move" || wish.late === "resign" ? { on_timeout: wish.late } : { on_timeout: "bot", bot: wish.late };
      const heeds = { quiet_hours: "quiet_hours" in wish, vacation: "vacation" in wish, ...late, ...(wish.autopilot && { autopilot: wish.autopilot }) };
      const seconds = Math.round(Number(wish.hours) * HOUR);
      const clock = mode === "none" ? { mode } : mode === "per_move" ? { mode, seconds, ...heeds }
        : { mode, bank_seconds: seconds, increment_seconds: Math.round(Number(wish.increment) * 60), cap_seconds: seconds * 2, ...heeds };
      const made = await post("/matches", { game: game?.game, seats: Number(wish.seats), name: wish.name, visibility: wish.visibility, options, clock,
        pace: Number(wish.pace), ...(fills && { fill: { after: Math.round(Number(wish.after) * 60), bot: fills } }) });
      await app.go(`matches/${made.id}`);
    });
  };

  /** @param {Match} match */
  function row(match) {
    const seats = people(match, null, app.language), { say } = sayer((seat) => seats[seat]?.name ?? "");
    return html`<li><a class="card" href="${ROOT}matches/${match.id}"><strong>${match.name ? html`<bdi>${match.name}</bdi> · ` : nothing}${games.find((one) => one.game === match.game)?.names[app.language]}</strong>
      <span class="faint">${say(match.text)}</span>
      <span class="people">${seats.filter((one) => match.seats[one.seat]?.status !== "open").map((one) => html`<span>${sign(one)} <bdi>${one.name}</bdi></span>`)}</span></a></li>`;
  }

  function form() {
    const said = app.words;
    if (!game) return nothing;
    const now = game;
    const { schema, terms } = told(now, app.language);
    const range = Array.from({ length: now.seats.max - now.seats.min + 1 }, (_, more) => now.seats.min + more);
    return html`<form class="sheet" @submit=${make}>
      <label class="field"><span>${said.game}</span><select @change=${(/** @type {Event} */ event) => {
        game = games.find((one) => one.game === input(event).value);
        options = {};
        app.redraw();
      }}>${games.map((one) => html`<option value=${one.game} ?selected=${one === now}>${one.names[app.language]}</option>`)}</select></label>
      <label class="field"><span>${said.seats_of}</span><select name="seats">${range.map((count) => html`<option ?selected=${count === Math.max(3, now.seats.min)}>${count}</option>`)}</select></label>
      <label class="field"><span>${said.name}</span><input name="name" maxlength="80" dir="auto" autocomplete="off"></label>
      <label class="field"><span>${said.visibility}</span><select name="visibility">
        ${/** @type {const} */ (["public", "unlisted", "private"]).map((one) => html`<option value=${one}>${said[one]}</option>`)}</select></label>
      <label class="field"><span>${said.clock}</span><select @change=${(/** @type {Event} */ event) => { mode = input(event).value; app.redraw(); }}>
        ${/** @type {const} */ (["none", "per_move", "bank"]).map((one) => html`<option value=${one} ?selected=${one === mode}>${said[`clock_${one}`]}</option>`)}</select></label>
      ${mode === "none" ? nothing : html`
        <label class="field"><span>${said.hours}</span><input name="hours" type="number" min="0.05" step="any" value=${mode === "bank" ? 48 : 24} required></label>
        ${mode === "bank" ? html`<label class="field"><span>${said.increment}</span><input name="increment" type="number" min="0" step="any" value="60" required></label>` : nothing}
        <label class="field check"><input type="checkbox" name="quiet_hours" checked><span>${said.heed_quiet}</span></label>
        <label class="field check"><input type="checkbox" name="vacation" checked><span>${said.heed_vacation}</span></label>
        <label class="field"><span>${said.late}</span><select name="late"><option value="default_move">${said.late_default}</option>
          ${botChoices(app, MAY_PLAY_LATE)}<option value="resign">${said.late_resign}</option></select></label>
        <label class="field"><span>${said.stays_away}</span><select name="autopilot"><option value="">${said.as_late}</option>${botChoices(app)}</select></label>`}
      <label class="field"><span>${said.seats_left}</span><select @change=${(/** @type {Event} */ event) => { fills = input(event).value; app.redraw(); }}>
        <option value="" ?selected=${!fills}>${said.wait_for_people}</option>${botChoices(app, BOTS, fills)}</select></label>
      ${fills ? html`<label class="field"><span>${said.fill_after}</span><input name="after" type="number" min="0.5" max="43200" step="any" value="10" required></label>` : nothing}
      <label class="field"><span>${said.pace}</span><input name="pace" type="number" min="0" max="10" value="1" required></label>
      <details><summary>${said.options}</summary><div>${fields(schema, {
        said, term: (id) => terms[id] ?? id, value: options,
        set: (field, value) => {
          if (value === undefined) delete options[field];
          else options[field] = value;
          app.redraw();
        },
      })}</div></details>
      <button type="submit" class="main" ?disabled=${app.isBusy}>${said.create}</button></form>`;
  }

  return {
    title: app.words.lobby,
    draw() {
      const said = app.words;
      return html`<h1 tabindex="-1">${said.lobby}</h1>${matches.length ? html`<p class="narrow"><a class="button" href="#new-match">${said.new_match}</a></p>` : nothing}<div class="columns">
        <section><h2>${said.open_matches}</h2>${matches.length ? html`<ul class="cards">${matches.map(row)}</ul>` : html`<p class="faint">${said.no_open}</p>`}</section>
        <section><h2 id="new-match" tabindex="-1">${said.new_match}</h2>${form()}</section></div>`;
    },
  };
}

/**
 * The options of a game as a form tells them: their schema with titles and descriptions in a language, and what their values are called.
 * @param {Game} game
 * @param {import("../types.js").Language} language
 */
function told(game, language) {
  const schema = /** @type {Schema} */ (/** @type {unknown} */ (game.options_schema)), texts = Object.entries(game.option_texts);
  const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => {
    const { title, description } = game.option_texts[name] ?? {};
    return [name, { ...one, ...(title && { title: title[language] }), ...(description && { description: description[language] }) }];
  }));
  /** @type {Record<string, string>} */
  const terms = Object.fromEntries(texts.flatMap(([, { values }]) => Object.entries(values).map(([id, names]) => [id, names[language]])));
  return { schema: { ...schema, properties }, terms };
}
