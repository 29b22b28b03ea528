/**
 * The door of those who were invited by a link: what the match is, who sits there, and a way in.
 *
 * @typedef {import("../../types.js").Match} Match
 * @typedef {import("../../types.js").Game} Game
 * @typedef {import("../../types.js").Lobby} Lobby
 * @typedef {import("../../app.js").At} At
 * @typedef {{ lobby: Lobby, game: Game, ahead: number }} About
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { ask, Offline, post, ROOT } from "../../api.js";
import { bannerOf } from "../../games/banners.js";
import { filled } from "../../messages.js";
import { comes, facts, seatsOf } from "../../parts/seats/kept.js";
import { explain } from "../../parts/teaching/explained.js";
import { beGuest } from "../../parts/start.js";
import { textsOf } from "../../parts/texts.js";
import { drift } from "../../parts/clocks.js";
import { route } from "../../paths.js";
import { spokenIn } from "../../words.js";

/** @param {At} at @returns {Promise<import("../../app.js").Room>} */
export async function door({ app, parts }) {
  const match = parts[1] ?? "", invitation = location.hash.slice(1), about = await known(match, invitation);
  const join = () => app.attempt(async () => {
    if (!app.me) await beGuest(app);
    await post(route`/matches/${match}/join`, { invitation });
    await app.go(`matches/${match}`, { replace: true });
  });
  const ways = () => {
    const said = app.words;
    if (!about) return html`<a class="button" href=${ROOT}>${said.home}</a>`;
    if (about.lobby.match.you !== null || !about.lobby.invitation)
      return html`<a class="button main" href="${ROOT}matches/${match}">${said.threshold.to_table}</a>`;
    // A rated match is for accounts.
    const isShut = about.lobby.match.rated && app.me?.kind !== "account";
    if (app.me && isShut) return html`<a class="button main" href="${ROOT}me">${said.upgrade}</a>`;
    if (app.me) return html`<button type="button" class="main" ?disabled=${app.isBusy} @click=${join}>${said.join}</button>`;
    // The secret stays behind #, which no browser sends anywhere.
    return html`${isShut ? nothing : html`<button type="button" class="main" ?disabled=${app.isBusy}
        @click=${join}>${said.threshold.guest}</button>`}
      <a class="button ${isShut ? "main" : ""}" href="${ROOT}login?next=join/${match}#${invitation}">${said.threshold.sign_up}</a>`;
  };
  const tick = setInterval(() => about?.lobby.match.fill && app.redraw(), 1000);
  return {
    title: app.words.join,
    draw: () => html`<section class="sheet threshold"><h1 tabindex="-1">${app.words.join_invited}</h1>
      ${about ? called(app, about.lobby) : html`<p class="lead">${app.words.threshold.gone}</p>`}
      <div class="choices">${ways()}</div>${about ? what(app, about) : nothing}</section>`,
    close: () => clearInterval(tick),
  };
}

/**
 * What may be known of it before one sits down; nothing of one that only its players see, without a good invitation to it.
 * @param {string} id @param {string} invitation
 * @returns {Promise<About | null>}
 */
async function known(id, invitation) {
  try {
    const answer = await ask(route`/matches/${id}/lobby`, { headers: invitation ? { Invitation: invitation } : {} });
    if (!answer.ok) return null;
    const lobby = /** @type {Lobby} */ (await answer.json());
    return { lobby, game: (await textsOf(lobby.match)).game, ahead: drift(lobby.match) };
  } catch (error) {
    if (error instanceof Offline) throw error;
    return null;
  }
}

/** Who invites, and to which seat. @param {At["app"]} app @param {Lobby} lobby */
function called(app, { match, invitation }) {
  const said = app.words.threshold, who = invitation?.maker?.handle;
  if (match.you !== null) return nothing;
  if (!invitation) return html`<p class="lead">${said.gone}</p>`;
  return html`<p class="lead">${who ? filled(said.invites, { who }, spokenIn(app.language)) : nothing}
    ${invitation.seat === null ? nothing : filled(said.seat_yours, { seat: invitation.seat + 1 }, spokenIn(app.language))}</p>
    <p class="faint">${app.words.waits.door}</p>`;
}

/** @param {At["app"]} app @param {About} about */
function what(app, { lobby: { match, kept }, game, ahead }) {
  const said = app.words;
  return html`${bannerOf(game.game)}<h2>${match.name ? html`<bdi>${match.name}</bdi> · ` : nothing}${game.names[app.language]}</h2>
    ${game.game in said.abouts ? html`<p>${said.abouts[game.game]}</p>` : nothing}
    <p class="faint">${said.seats_of}: ${match.seats.length} · ${game.duration_hint[app.language]}</p>
    ${seatsOf(app, match, kept)}${match.fill ? html`<p class="fills">${comes(app, match.fill, ahead)}</p>` : nothing}
    ${facts(app, match, game)}
    <p><button type="button" @click=${() => explain(app, game)}>${said.offers.how}</button></p>`;
}
