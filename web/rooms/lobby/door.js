/**
 * The door of those who were invited by a link: what the match is, who sits there, and a way in.
 *
 * @typedef {import("../../types.js").Match} Match
 * @typedef {import("../../types.js").Game} Game
 * @typedef {import("../../app.js").At} At
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { get, post, ROOT } from "../../api.js";
import { bannerOf } from "../../games/banners.js";
import { explain } from "../../parts/teaching/explained.js";
import { people, sign } from "../../parts/seats/people.js";
import { beGuest } from "../../parts/start.js";
import { textsOf } from "../../parts/texts.js";
import { route } from "../../paths.js";

/** @param {At} at @returns {Promise<import("../../app.js").Room>} */
export async function door({ app, parts }) {
  const match = parts[1] ?? "", invitation = location.hash.slice(1), about = await known(match);
  const join = () => app.attempt(async () => {
    if (!app.me) await beGuest(app);
    await post(route`/matches/${match}/join`, { invitation });
    await app.go(`matches/${match}`, { replace: true });
  });
  return {
    title: app.words.join,
    draw: () => html`<section class="sheet threshold"><h1 tabindex="-1">${app.words.join_invited}</h1>
      <p class="lead">${app.words.waits.door}</p>
      ${about ? what(app, about) : nothing}<div class="choices">
      <button type="button" class="main" ?disabled=${app.isBusy} @click=${join}>${app.words.join}</button>
      ${app.me ? nothing : html`<a class="button" href="${ROOT}login">${app.words.login}</a>`}</div></section>`,
  };
}

/** What may be known of it before one sits down; nothing of one that only its players see. @param {string} id */
async function known(id) {
  try {
    const match = /** @type {Match} */ (await get(route`/matches/${id}`));
    return { match, game: (await textsOf(match)).game };
  } catch {
    return null;
  }
}

/** @param {At["app"]} app @param {{ match: Match, game: Game }} about */
function what(app, { match, game }) {
  const said = app.words, taken = people(match, null, app.language).filter((one) => match.seats[one.seat]?.status !== "open");
  return html`${bannerOf(game.game)}<h2>${match.name ? html`<bdi>${match.name}</bdi> · ` : nothing}${game.names[app.language]}</h2>
    ${game.game in said.abouts ? html`<p>${said.abouts[game.game]}</p>` : nothing}
    <p class="faint">${said.seats_of}: ${match.seats.length} · ${game.duration_hint[app.language]}</p>
    <p class="people">${taken.map((one) => html`<span>${sign(one)} <bdi>${one.name}</bdi></span>`)}</p>
    <p><button type="button" @click=${() => explain(app, game)}>${said.offers.how}</button></p>`;
}
