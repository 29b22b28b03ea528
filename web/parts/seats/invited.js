/**
 * Who was invited to a match by name and has not come yet, each with a way to withdraw the invitation.
 *
 * @typedef {{ id: string, player: { id: string, handle: string | null } | null }} Invited
 * @typedef {import("../../app.js").App} App
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { call, get, post, Refused } from "../../api.js";
import { route } from "../../paths.js";

/** Of the match that was looked at last. @type {{ match: string, open: Invited[] }} */
let known = { match: "", open: [] };

/**
 * Invite somebody to a match.
 * @param {App} app
 * @param {string} match
 * @param {{ id: string, handle: string }} player
 */
export async function inviteTo(app, match, player) {
  const { id } = await post(route`/matches/${match}/invitations`, { player: player.id });
  // The service's list knows a new match a second later.
  known = { match, open: [...(known.match === match ? known.open : []), { id, player }] };
  app.redraw();
}

/** @param {App} app @param {string} match */
async function load(app, match) {
  known = { match, open: [] };
  const { items } = await get("/me/invitations?role=sent&limit=100");
  /** @type {Invited[]} */
  const listed = items.filter((/** @type {{ match: string }} */ one) => one.match === match);
  // Some may have been made meanwhile.
  known = { match, open: [...listed, ...known.open.filter(({ id }) => !listed.some((one) => one.id === id))] };
  app.redraw();
}

/**
 * Those who have not come yet.
 * @param {App} app
 * @param {import("../../types.js").Match} match
 */
export function invited(app, match) {
  if (known.match !== match.id) void load(app, match.id).catch(() => {});
  const said = app.words, here = new Set(match.seats.map((one) => one.player?.id));
  const open = known.open.filter(({ player }) => player && !here.has(player.id));
  const back = (/** @type {Invited} */ { id }) => app.attempt(async () => {
    try {
      await call("DELETE", route`/me/invitations/${id}`);
    } catch (error) {
      // Used, or run out.
      if (!(error instanceof Refused) || error.status !== 404) throw error;
    }
    known = { ...known, open: known.open.filter((one) => one.id !== id) };
    app.redraw();
  });
  return open.length ? html`<ul class="plain-list invited">${open.map((one) =>
    html`<li class="line"><span>${said.invited}: <bdi>${one.player?.handle}</bdi></span>
    <button type="button" @click=${() => back(one)}>${said.take_back_invitation}<span class="unseen">:
      ${one.player?.handle}</span></button></li>`)}</ul>` : nothing;
}
