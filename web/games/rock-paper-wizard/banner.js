/** The game in one picture, 320 by 120: three wizards between the way out and the hoard, and a spell in the air. */
import { svg } from "../../vendor/lit-html.js";
import { coin, wizard } from "./signs.js";

/** Where each stands, how large, whose colour and sign. @type {readonly [number, number, number, string, string][]} */
const WIZARDS = [
  [84, 70, 1.15, "#ff8a80", "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z"],
  [168, 78, 1.4, "#7cc0ff", "M12 3L22 20H2z"],
  [232, 66, 1.05, "#7fd99b", "M4 4H20V20H4z"],
];
const COINS = [[268, 98], [282, 100], [296, 98], [310, 101], [275, 88], [290, 89], [304, 90], [283, 78], [298, 79], [291, 69]];
const STARS = "M30 18h.1M70 30h.1M118 14h.1M150 30h.1M210 16h.1M255 32h.1M300 20h.1M190 8h.1M55 8h.1";

export const banner = () => svg`<rect width="320" height="120" fill="#241b4a"></rect>
  <path d="M0 60Q80 34 160 52T320 40V120H0Z" fill="#32265f"></path>
  <path d=${STARS} stroke="#f5d98b" stroke-width="2.5" stroke-linecap="round"></path>
  <path d="M0 92Q160 76 320 92V120H0Z" fill="#4a3a7a"></path>
  ${[0, 1, 2, 3, 4, 5, 6, 7, 8].map((at) => svg`<path d=${`M${at * 40} ${92 - 8 * (1 - ((at - 4) / 4) ** 2)}L${at * 44 - 16} 120`}
    stroke="#5f4d94" stroke-width="1.5"></path>`)}
  <path d="M14 104V66Q14 44 32 44T50 66V104Z" fill="#14102b" stroke="#8f7fc4" stroke-width="3"></path>
  <path d="M40 80l-14 0m6 -6l-6 6l6 6" stroke="#8f7fc4" stroke-width="3" fill="none" stroke-linecap="round" stroke-linejoin="round"></path>
  <g fill="#f0b429" stroke="#a86d06">${COINS.map(([x, y]) => svg`<g transform=${`translate(${x} ${y})`}>${coin()}</g>`)}</g>
  <path d="M186 62L150 48L158 60L102 52" stroke="#ffe9a8" stroke-width="4" fill="none"
    stroke-linejoin="round" stroke-linecap="round"></path>
  <path d="M102 52l-9 -9m9 9l-12 2m12 -2l-6 10" stroke="#ffe9a8" stroke-width="3" stroke-linecap="round"></path>
  ${WIZARDS.map(([x, y, size, colour, sign]) => svg`<g fill="#241b4a" transform=${`translate(${x} ${y}) scale(${size})`}>${
    wizard(/** @type {any} */ ({ colour, sign }))}</g>`)}`;
