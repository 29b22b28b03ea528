/**
 * Who was invited by name from this browser: the service lists no invitations, so what is needed to take one back is kept here,
 * without its secret.
 *
 * @typedef {{ by: string, match: string, id: string, player: string, handle: string }} Invited
 * @typedef {import("../../app.js").App} App
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { call, post, Refused } from "../../api.js";
import { route } from "../../paths.js";

const PLACE = "invited";
/** The latest; they run out after a while. */
const MOST = 50;

/** @returns {Invited[]} */
const all = () => JSON.parse(localStorage.getItem(PLACE) ?? "[]");
/** @param {Invited[]} some */
const keep = (some) => localStorage.setItem(PLACE, JSON.stringify(some.slice(-MOST)));

/**
 * Invite somebody to a match.
 * @param {App} app
 * @param {string} match
 * @param {{ id: string, handle: string }} player
 */
export async function inviteTo(app, match, { id: player, handle }) {
  const { id } = await post(route`/matches/${match}/invitations`, { player });
  if (app.me) keep([...all(), { by: app.me.id, match, id, player, handle }]);
}

/**
 * Those who have not come yet, each with a way to take the invitation back.
 * @param {App} app
 * @param {import("../../types.js").Match} match
 */
export function invited(app, match) {
  const said = app.words;
  const here = new Set(match.seats.map((one) => one.player?.id));
  const open = all().filter((one) => one.match === match.id && one.by === app.me?.id && !here.has(one.player));
  const back = (/** @type {Invited} */ { id }) => app.attempt(async () => {
    try {
      await call("DELETE", route`/matches/${match.id}/invitations/${id}`);
    } catch (error) {
      // Used, or run out.
      if (!(error instanceof Refused) || error.status !== 404) throw error;
    }
    keep(all().filter((one) => one.id !== id));
  });
  return open.length ? html`<ul class="plain-list invited">${open.map((one) =>
    html`<li class="line"><span>${said.invited}: <bdi>${one.handle}</bdi></span>
    <button type="button" @click=${() => back(one)}>${said.take_back_invitation}<span class="unseen">:
      ${one.handle}</span></button></li>`)}</ul>` : nothing;
}
