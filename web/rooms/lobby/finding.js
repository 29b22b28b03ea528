/**
 * Finding people to play with: the sets that have a queue, with how many wait and how long it takes.
 *
 * @typedef {import("../../types.js").Game} Game
 * @typedef {import("../../app.js").App} App
 * @typedef {{ game: string, set: "live" | "days" | "bots", queued: boolean, waiting: number,
 *             lately: { tables: number, wait_seconds: number, ended: number, abandoned: number } | null }} StandardSet
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { ROOT } from "../../api.js";
import { filled } from "../../messages.js";
import { span } from "../../parts/clocks.js";
import { input } from "../../parts/forms.js";
import { find } from "../../parts/start.js";
import { spokenIn } from "../../words.js";
import { asked, takeBots, takesBots, terms, wantsRated } from "./terms.js";

/** @param {App} app @param {Game[]} games @param {StandardSet[]} sets */
export function finding(app, games, sets) {
  const said = app.words.queue;
  return html`<section class="finding"><h2>${said.find}</h2><p class="faint">${said.find_more}
      <a href="${ROOT}leaderboards">${app.words.ratings.leaders}</a> · <a href="${ROOT}luck">${app.words.luck.title}</a> ·
      <a href="${ROOT}cups">${app.words.cups.title}</a></p>
    ${wantsRated(app) ? nothing : html`<label class="field check"><input type="checkbox" name="bots" ?checked=${takesBots()}
      @change=${(/** @type {Event} */ event) => takeBots(input(event).checked)}><span>${
      said.with_bots}</span></label>`}
    ${terms(app)}
    <ul class="plain-list">${games.map((game) => html`<li><strong>${game.names[app.language]}</strong>
      <div class="line">${sets.filter((one) => one.game === game.game && one.queued).map((one) => way(app, game, one))}</div></li>`)}</ul>
  </section>`;
}

/** @param {App} app @param {Game} game @param {StandardSet} set */
function way(app, game, set) {
  const said = app.words.queue, pace = set.set === "live" ? "live" : "days", name = said[pace];
  const told = [
    filled(said.waiting, { count: set.waiting }, spokenIn(app.language)),
    set.lately ? filled(said.usually, { time: span(set.lately.wait_seconds, app.words) }, spokenIn(app.language)) : "",
    set.lately?.ended ? filled(said.finished, {
      percent: Math.round(100 - 100 * set.lately.abandoned / set.lately.ended),
    }, spokenIn(app.language)) : "",
  ].filter(Boolean).join(" · ");
  return html`<div><button type="button" ?disabled=${app.isBusy} @click=${() => app.attempt(() =>
      find(app, game.game, pace, asked(app, game, pace)))}>${name}<span class="unseen">: ${game.names[app.language]}</span></button>
    <small>${told}</small></div>`;
}
