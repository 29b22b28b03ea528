/** The game in one picture, 320 by 120: the way down, a gate, somebody with a torch, and the Crystal far inside. */
import { svg } from "../../vendor/lit-html.js";

const SHARDS = [
  ["M0 -34L13 -14L6 22L-6 22L-13 -14Z", "#8fe3ff"], ["M0 -34L13 -14L2 -10Z", "#d8f6ff"], ["M-13 -14L2 -10L-6 22Z", "#5bbbe0"],
];

export const banner = () => svg`<rect width="320" height="120" fill="#1c1512"></rect>
  <path d="M0 0H320V34L306 58L296 30L280 44L268 22L250 50L240 24L218 34L206 16L188 40L176 18L150 30L138 12L116
    44L104 20L84 34L70 14L50 52L38
    24L20 40L0 26Z" fill="#3a2c22"></path>
  <circle cx="238" cy="70" r="46" fill="#1f4a5c"></circle><circle cx="238" cy="70" r="32" fill="#2f7893"></circle>
  <path d="M0 120V84Q40 74 84 88T180 96T250 96T320 82V120Z" fill="#4a392b"></path>
  <path d="M0 120V100Q70 92 140 108T320 100V120Z" fill="#5d4937"></path>
  <g transform="translate(238 72)">${SHARDS.map(([shape, colour]) => svg`<path d=${shape} fill=${colour}></path>`)}
    <path d="M-22 22L-16 2L-9 22ZM9 22L17 -2L23 22Z" fill="#5bbbe0"></path></g>
  <path d="M152 100V58A22 22 0 0 1 196 58V100" fill="none" stroke="#8a6d4f" stroke-width="7"></path>
  <path d="M163 100V46M174 100V38M185 100V46" stroke="#6e573f" stroke-width="3.5"></path>
  <circle cx="98" cy="52" r="27" fill="#c9772a" opacity=".35"></circle><circle cx="98" cy="52" r="15" fill="#f0b429" opacity=".45"></circle>
  <path d="M98 64V88" stroke="#7a5836" stroke-width="3.5" stroke-linecap="round"></path>
  <path d="M98 38q8 8 5 16q-2 7 -5 9q-9 -5 -7 -14q4 1 4 -2q0 -5 3 -9z" fill="#ffd76a"></path>
  <path d="M64 102Q62 76 68 66Q62 62 62 55a10 10 0 0 1 20 0q0 7 -5 11Q80 70 80 74L97 78L96 84L80 84Q82 94 82 102Z" fill="#e9d9c3"></path>
  <path d="M61 54a11 11 0 0 1 22 0l3 3H58Z" fill="#8c3b2e"></path>`;
