/** What a turn is made of, and what the signs of the picture mean; the texts are the page's. */
import { html, svg } from "../../vendor/lit-html.js";
import { back, coin, kindOf, star, wizard } from "./signs.js";

const person = /** @type {any} */ ({ colour: "var(--seat-1)", sign: "M12 3L22 20H2z" });
const aim = () => svg`<path d="M4 16Q12 4 20 10" fill="none" stroke="var(--seat-1)" stroke-width="2.5"></path><path
  fill="var(--seat-1)" d="M22 12l-7 1 4-6z"></path>`;
const box = (/** @type {string} */ view, /** @type {unknown} */ shape) => html`<svg viewBox=${view}>${shape}</svg>`;
const gold = () => box("-8 -8 16 16", coin());
const first = () => html`<span class="first">1</span>`;
const kind = (/** @type {string} */ name) => html`<span class=${name}>${box("0 0 24 24", kindOf(name))}</span>`;

/** @type {import("../picture.js").Primer} */
export const primer = {
  turn: [
    ["rpw_turn_1", () => box("-7 -9 14 18", back())], ["rpw_turn_2", () => box("0 0 24 24", aim())],
    ["rpw_turn_3", first], ["rpw_turn_4", gold],
  ],
  signs: [
    ["rpw_wizard", () => box("-14 -19 28 37", wizard(person))], ["rpw_first", first], ["rpw_gold", gold],
    ["rpw_start", () => box("-9 -9 18 18", star())], ["rpw_back", () => box("-7 -9 14 18", back())],
    ["rpw_attack", () => kind("attack")], ["rpw_defence", () => kind("defence")], ["rpw_movement", () => kind("movement")],
    ["rpw_coins", () => kind("gold")],
  ],
};
