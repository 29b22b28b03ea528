/**
 * The harness for pictures: a saved position, its picture, its moves as buttons. `try.html?file=saved/cave-90.json&language=he&motion=0`.
 *
 * @typedef {import("../../web/types.js").Fields} Fields
 * @typedef {import("../../web/types.js").Language} Language
 */
import { html, render } from "../../web/vendor/lit-html.js";
import { about } from "../../web/parts/board/about.js";
import { Popover } from "../../web/parts/board/popover.js";
import { told } from "../../web/parts/board/told.js";
import { fits, tapped } from "../../web/games/choice.js";
import { aboutOf, pictureOf } from "../../web/games/pictures.js";
import { direction, learn, words } from "../../web/words.js";

/** @param {string} name below the root of the project */
const at = (name) => new URL(`../../${name}.json`, import.meta.url);

/** @type {Fields} */
let chosen = {};
const asked = new URLSearchParams(location.search);
const language = /** @type {Language} */ (asked.get("language") ?? "en");
document.documentElement.lang = language;
learn({ language: { code: language, ...await read(at(`languages/${language}`)) }, texts: await read(at(`web/texts/${language}`)) });
document.documentElement.dir = direction(language);

if (asked.has("theme")) document.documentElement.dataset.theme = asked.get("theme") ?? "";
const file = new URL(asked.get("file") ?? "position.json", location.href);
const saved = await read(file);
saved.content = await read(new URL(`content-${saved.view.game}.json`, file));
const [picture, explaining] = await Promise.all([pictureOf(saved.view.game), aboutOf(saved.view.game)]);
const popover = new Popover({ about: (key) => about(told({ ...saved, language }), key, explaining), said: () => words(language) });
addEventListener("keydown", (event) => popover.key(event));

function draw() {
  const all = told({ ...saved, changes: saved.events, language, chosen, select, motion: asked.get("motion") !== "0" });
  render(html`
    <div class="board" dir="ltr" aria-hidden="true">${picture(all)}</div>
    <p>chosen: <code>${JSON.stringify(chosen)}</code></p>
    <div class="choices">${fits(all.legal, chosen).map((move) =>
      html`<button type="button" @click=${() => alert(JSON.stringify(move, null, 1))}><span>${all.say(move.label)}</span></button>`)}</div>
  `, /** @type {HTMLElement} */ (document.getElementById("room")));
}

/** @param {Fields} part */
function select(part) {
  const { legal, forms } = told({ ...saved, language });
  chosen = tapped(legal, forms, chosen, part);
  draw();
}

/** @param {URL} address */
async function read(address) {
  return (await fetch(address)).json();
}

draw();
