/** Out of a match that goes on: why, and what one may do now. */
import { html, nothing } from "../../vendor/lit-html.js";
import { ROOT } from "../../api.js";

/**
 * @param {{ match: import("../../types.js").Match, said: import("../../types.js").Words }} at
 */
export function isOut({ match, said }) {
  if (match.status !== "active" || match.you === null || match.seats[match.you]?.status !== "eliminated") return nothing;
  return html`<div class="banner" role="status"><p>${said.out_cause}</p><div class="choices">
    <a class="button" href="${ROOT}">${said.out_leave}</a><a class="button" href="${ROOT}lobby">${said.out_again}</a></div></div>`;
}
