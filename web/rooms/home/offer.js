/**
 * A game as home offers it: its banner, what it is about, how strong the bots are, and the two ways to begin.
 *
 * @typedef {import("../../types.js").Game} Game
 * @typedef {import("../../app.js").App} App
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { get, ROOT } from "../../api.js";
import { bannerOf } from "../../games/banners.js";
import { pictureOf } from "../../games/pictures.js";
import { input } from "../../parts/forms.js";
import { strength, strengthBy, STRENGTHS } from "../../parts/preferences.js";
import { explain } from "../../parts/teaching/explained.js";
import { find, practise } from "../../parts/start.js";

/** @param {App} app @param {Game} game */
export function offer(app, game) {
  const said = app.words, name = game.names[app.language], now = strength();
  const choose = (/** @type {Event} */ event) => {
    strengthBy(input(event).value);
    app.redraw();
  };
  const unseen = html`<span class="unseen">: ${name}</span>`;
  return html`<li class="card offer">${bannerOf(game.game)}
    <strong>${name}</strong>${game.game in said.abouts ? html`<span>${said.abouts[game.game]}</span>` : nothing}<span
      class="faint">${said.seats_of}: ${game.seats.min}–${game.seats.max} · ${game.duration_hint[app.language]}</span>
    <button type="button" class="main" ?disabled=${app.isBusy}
      @click=${() => begin(app, game)}>${app.isBusy ? said.beginning : said.practise}${unseen}</button>
    <div class="line"><label><span class="unseen">${said.offers.strength}${unseen}</span><select @change=${choose}>${STRENGTHS.map((one) =>
        html`<option value=${one} ?selected=${one === now}>${said.offers[one]}</option>`)}</select></label>
      <button type="button" class="plain" @click=${() => explain(app, game)}>${said.offers.how}${unseen}</button></div>
    <div class="line"><button type="button" ?disabled=${app.isBusy}
        @click=${() => look(app, game)}>${said.queue.find}${unseen}</button>
      <a class="button" href="${ROOT}lobby?game=${game.game}">${said.offers.people}${unseen}</a></div></li>`;
}

/** With what was chosen in the lobby, whose module home does without until then. @param {App} app @param {Game} game */
const look = (app, game) => app.attempt(async () => {
  const { asked } = await import("../lobby/terms.js");
  await find(app, game.game, "live", asked(app, game, "live"));
});

/** @param {App} app @param {Game} game */
const begin = (app, game) => app.attempt(async () => {
  // Fetched while the table is laid.
  void Promise.all([import("../table.js"), pictureOf(game.game), get(game.links.content)]).catch(() => {});
  await app.go(`matches/${await practise(app, game)}`);
});
