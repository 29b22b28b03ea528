/** The game in one picture, 320 by 120: the word for magic laid of letter cards, and what it does to the air around it. */
import { svg } from "../../vendor/lit-html.js";

/** From the right, as it is read: where each card lies, how it is turned. @type {readonly [string, number, number, number][]} */
const CARDS = [["\u05e7", 214, 60, 7], ["\u05e1", 160, 54, -3], ["\u05dd", 106, 62, 5]];
/** Stars of four points. @type {readonly [number, number, number][]} */
const STARS = [[40, 30, 9], [64, 84, 6], [270, 26, 7], [288, 82, 10], [140, 14, 5], [188, 104, 5], [22, 66, 4], [304, 52, 4]];

export const banner = () => svg`<rect width="320" height="120" fill="#0f3a3a"></rect>
  <path d="M0 96Q60 66 130 88T260 76T320 84V120H0Z" fill="#15504b"></path>
  <path d="M-10 70C50 10 90 120 160 60S270 0 330 60" fill="none" stroke="#2f8f7f" stroke-width="16" opacity=".45"></path>
  <path d="M-10 78C60 30 90 110 160 66S260 20 330 72" fill="none" stroke="#7fd9b0" stroke-width="2.5" stroke-dasharray="1 9"
    stroke-linecap="round"></path>
  ${STARS.map(([x, y, r]) => svg`<path fill="#f5d98b" transform=${`translate(${x} ${y}) scale(${r / 10})`}
    d="M0 -10L2.4 -2.4L10 0L2.4 2.4L0 10L-2.4 2.4L-10 0L-2.4 -2.4Z"></path>`)}
  ${CARDS.map(([letter, x, y, turn]) => svg`<g transform=${`translate(${x} ${y}) rotate(${turn})`}>
    <rect x="-24" y="-30" width="48" height="64" rx="7" fill="#062121" opacity=".5"></rect>
    <rect x="-24" y="-33" width="48" height="64" rx="7" fill="#fdf6e3" stroke="#d9c48a" stroke-width="2"></rect>
    <text y="14" text-anchor="middle" font-size="42" font-weight="700" fill="#12443f">${letter}</text></g>`)}`;
