/**
 * A table before its start: what it waits for, take a seat, seat bots, invite, start, call off.
 *
 * @typedef {import("../types.js").Match} Match
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../app.js").App} App
 */
import { html, nothing } from "../vendor/lit-html.js";
import { get, post, ROOT } from "../api.js";
import { bannerOf } from "../games/banners.js";
import { filled as told } from "../messages.js";
import { BOTS, botChoices } from "../parts/seats/bots.js";
import { filled } from "../parts/forms.js";
import { invited, inviteTo } from "../parts/seats/invited.js";
import { comes, facts, forgetKept, keptBy, seatsOf } from "../parts/seats/kept.js";
import { link, share } from "../parts/seats/links.js";
import { beGuest } from "../parts/start.js";
import { route } from "../paths.js";
import { spokenIn } from "../words.js";

/** How long, in milliseconds, a round of a beacon takes from where it is published to here. */
const FETCHED = 5_000;

/**
 * @param {{ app: App, match: Match, game: Game, ahead: number, act: (what: string, body?: unknown) => unknown,
 *           refresh: () => Promise<void>, isEmbedded: boolean }} table
 */
export function beforeStart({ app, match, game, ahead, act, refresh, isEmbedded }) {
  const said = app.words, path = route`/matches/${match.id}`;
  const isHost = match.you !== null && match.you === match.host, free = match.seats.some((one) => one.status === "open");
  if (isEmbedded) return nothing;

  const join = () => app.attempt(async () => {
    if (!app.me) await beGuest(app);
    await post(`${path}/join`);
    await refresh();
  });
  const invite = (/** @type {SubmitEvent} */ event) => {
    const { handle = "" } = filled(event);
    return app.attempt(async () => {
      const [found] = (await get(route`/players?handle=${handle}`)).items;
      if (!found) return void (app.trouble = said.nobody_named);
      await inviteTo(app, match.id, found);
      forgetKept();
      app.say(`${said.invited}: ${found.handle}`);
      /** @type {HTMLFormElement} */ (event.target).reset();
    });
  };
  const seatBot = (/** @type {SubmitEvent} */ event) => act("bots", filled(event));
  const fill = () => app.attempt(async () => {
    for (const one of match.seats) if (one.status === "open") await post(`${path}/bots`, { bot: "easy" });
    await refresh();
  });

  // Friends are called first of all: bots are for who has none.
  const called = match.you !== null && free && match.visibility !== "private";
  return html`<section class="sheet waiting">${purpose({ app, match, game, ahead })}
    ${called ? toTable(app, match, game) : nothing}<div class="choices">
      ${match.you === null && free ? enter(app, match, join) : nothing}
      ${isHost && !free ? html`<button type="button" class="main" @click=${() => act("start")}>${said.start}</button>` : nothing}
      ${isHost && free && !match.rated ? html`<button type="button" class="fill" ?disabled=${app.isBusy}
        @click=${fill}>${said.waits.easy}</button>` : nothing}
      ${match.you !== null ? html`<button type="button" @click=${() => act("leave")}>${said.leave}</button>` : nothing}
      ${isHost ? html`<button type="button" @click=${() => act("cancel")}>${said.cancel}</button>` : nothing}</div>
    ${seatsOf(app, match, isHost ? keptBy(app, match).filter((one) => one.seat !== null) : keptBy(app, match))}
    ${isHost && free ? html`${match.rated ? nothing : html`<form class="line" @submit=${seatBot}><label class="field"><span>${
        said.who_bot}</span><select name="bot">
        ${botChoices(app, BOTS, "easy")}</select></label><button type="submit">${said.add_bot}</button></form>`}
      <form class="line" @submit=${invite}><label class="field"><span>${said.invite_handle}</span>
        <input name="handle" dir="auto" required autocomplete="off"></label><button type="submit">${said.invite}</button></form>
      ${invited(app, match)}
      ${link({ app, match: match.id, path: `${path}/invitations`, text: said.invite_link, call: callTo(app, game) })}` : nothing}
    ${free && !called && match.visibility !== "private" ? toTable(app, match, game) : nothing}
    ${facts(app, match, game)}</section>`;
}

/** The link to the table itself, which anybody may open. @param {App} app @param {Match} match @param {Game} game */
const toTable = (app, match, game) => html`<h2>${app.words.waits.table}</h2><p>${app.words.waits.anybody}</p>${share(app,
  `${location.origin}${ROOT}matches/${match.id}`, callTo(app, game), app.words.waits.table)}`;

/**
 * The way to a seat; to an account first, where the match is for accounts.
 * @param {App} app @param {Match} match @param {() => unknown} join
 */
function enter(app, match, join) {
  const said = app.words;
  if (!match.rated || app.me?.kind === "account") return html`<button type="button" class="main" @click=${join}>${said.join}</button>`;
  return app.me ? html`<a class="button main" href="${ROOT}me">${said.upgrade}</a>`
    : html`<a class="button main" href="${ROOT}login?next=matches/${match.id}">${said.threshold.sign_up}</a>`;
}

/** @param {App} app @param {Game} game */
const callTo = (app, game) => told(app.words.waits.call, { game: game.names[app.language] }, spokenIn(app.language));

/** What a table waits for that is full. @param {App} app @param {Match} match */
function whatFor(app, { now, chance: { beacon } }) {
  const { waits } = app.words;
  if (beacon?.missed && beacon.otherwise === "wait") return waits.noBeacon;
  // By then the round is here, and a table that nobody has to start has begun.
  const isAwaited = beacon?.out_at && Date.parse(now) < Date.parse(beacon.out_at) + FETCHED;
  return isAwaited ? told(waits.beacon, { round: beacon.round }, spokenIn(app.language)) : waits.full;
}

/** What the table is for and what it waits for. @param {{ app: App, match: Match, game: Game, ahead: number }} table */
function purpose({ app, match, game, ahead }) {
  const said = app.words, free = match.seats.filter((one) => one.status === "open").length;
  return html`${bannerOf(game.game)}${game.game in said.abouts ? html`<p>${said.abouts[game.game]}</p>` : nothing}
    ${match.forked_from ? html`<p>${said.waits.fork}</p>` : nothing}
    <p class="lead">${free ? told(said.waits.friends, { free }, spokenIn(app.language)) : whatFor(app, match)}</p>
    ${match.fill ? html`<p class="fills">${comes(app, match.fill, ahead)}</p>` : nothing}`;
}
