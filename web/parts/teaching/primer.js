/**
 * A game on one screen, above whatever is shown: what it is about, what a turn is made of, and what the signs of its picture
 * mean. A dialogue of its own, which nothing but its button, Escape or a tap beside it closes.
 *
 * @typedef {import("../../types.js").Game} Game
 * @typedef {import("../../games/picture.js").Explained} Explained
 * @typedef {import("../../app.js").App} App
 */
import { html, nothing, render } from "../../vendor/lit-html.js";
import { bannerOf } from "../../games/banners.js";
import { pictureOf, primerOf } from "../../games/pictures.js";

/** @param {App} app @param {Game} game */
export async function show(app, game) {
  // The signs are drawn as in the picture, by its sheet.
  const [found] = await Promise.all([primerOf(game.game), pictureOf(game.game)]);
  const dialog = document.createElement("dialog");
  dialog.className = "primer";
  dialog.setAttribute("aria-labelledby", "primer-title");
  render(html`<h2 id="primer-title" tabindex="-1" autofocus>${game.names[app.language]}</h2>${bannerOf(game.game)}
    ${goal(app, game)} ${found ? html`
      <h3>${app.words.guide.turn}</h3><ol class="legend">${found.turn.map((one) => line(app, game, one))}</ol>
      <h3>${app.words.primer.signs}</h3><ul class="legend signs">${found.signs.map((one) => line(app, game, one))}</ul>` : nothing}
    <button type="button" class="main" @click=${() => dialog.close()}>${app.words.close}</button>`, dialog);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  // What is pressed here is not meant for the table below.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {App} app @param {Game} game */
function goal({ words: { abouts, guide } }, { game }) {
  return game in abouts ? html`<h3>${guide.goal}</h3><p>${abouts[game]}</p>` : nothing;
}

/** @param {App} app @param {Game} game @param {Explained} one */
const line = (app, game, [key, drawn]) => html`<li><span class="board" aria-hidden="true"><span class=${game.game}>${drawn()}</span></span>
  <span>${app.words.primer[key]}</span></li>`;
