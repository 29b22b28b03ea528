/**
 * Ratings as they are shown: that a match is rated, a number, and the course of one as a picture.
 *
 * @typedef {import("../app.js").App} App
 * @typedef {{ match: string, at: string, place: number, players: number, before: number, rating: number }} Step
 */
import { html, nothing, svg } from "../vendor/lit-html.js";

const WIDE = 240, HIGH = 56, EDGE = 6;

/** Where a match is rated, so that nobody finds out later. @param {App} app @param {{ rated?: boolean }} match */
export const mark = (app, match) => (match.rated
  ? html`<span class="rated" title=${app.words.ratings.rated_more}>◆ ${app.words.ratings.rated}</span>` : nothing);

/** A rating with how uncertain it is. @param {{ rating: number, deviation: number }} known */
export const number = ({ rating, deviation }) =>
  html`<span class="number" dir="ltr"><strong>${rating}</strong> <small>± ${deviation}</small></span>`;

/** By how much a rating has changed. @param {number} before @param {number} rating */
export const change = (before, rating) => {
  const isLess = rating < before;
  return html`<span class="change ${isLess ? "down" : "up"}" dir="ltr">${isLess ? "−" : "+"}${Math.abs(rating - before)}</span>`;
};

/**
 * The course of a rating, oldest first.
 * @param {Step[]} steps newest first @param {string} title what it says in words
 */
export function course(steps, title) {
  const points = [...steps.map(({ rating }) => rating), steps.at(-1)?.before ?? 0].reverse();
  const least = Math.min(...points), most = Math.max(...points);
  const x = (/** @type {number} */ at) => EDGE + at * (WIDE - 2 * EDGE) / Math.max(1, points.length - 1);
  const y = (/** @type {number} */ point) => HIGH - EDGE - (point - least) * (HIGH - 2 * EDGE) / Math.max(1, most - least);
  return html`<svg class="course" viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label=${title}>
    ${svg`<polyline fill="none" points=${points.map((one, at) => `${x(at).toFixed(1)},${y(one).toFixed(1)}`).join(" ")}></polyline>
    <circle r="3" cx=${x(points.length - 1)} cy=${y(points.at(-1) ?? 0)}></circle>`}</svg>`;
}
