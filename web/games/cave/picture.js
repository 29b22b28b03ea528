/**
 * Cave: the map, the question with its sums, what has just been thrown, the decks, and a sheet for each seat.
 */
import { html } from "../../vendor/lit-html.js";
import { map } from "./map/map.js";
import { news } from "./news.js";
import { question } from "./question.js";
import { sheets } from "./sheet.js";
import { incidents } from "./sums.js";
import { table } from "./table.js";
import { direction } from "../../words.js";

/** More sheets than that stand below the map and not beside it. */
const MOST_BESIDE = 4;

/** @type {import("../picture.js").Picture<"cave">} */
export const picture = (told) => {
  const latest = news(told);
  return html`<div class="cave ${told.motion ? "" : "calm"}"><div class="all ${told.seats.length > MOST_BESIDE ? "many" : ""}">
    ${map(told, latest)}
    <div class="now">${question(told, latest)}
      <div dir=${direction(told.language)}>${incidents(told, latest.events)}</div></div>
    ${sheets(told, latest)}${table(told, latest)}
  </div></div>`;
};
