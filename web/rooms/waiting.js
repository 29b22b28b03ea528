/**
 * A table before its start: take a seat, seat bots, invite, start, call off.
 *
 * @typedef {import("../types.js").Match} Match
 * @typedef {import("../app.js").App} App
 */
import { html, nothing } from "../vendor/lit-html.js";
import { get, post } from "../api.js";
import { botChoices } from "../parts/seats/bots.js";
import { filled } from "../parts/forms.js";
import { invited, inviteTo } from "../parts/seats/invited.js";
import { link } from "../parts/seats/links.js";
import { beGuest } from "../parts/start.js";
import { route } from "../paths.js";

/**
 * @param {{ app: App, match: Match, act: (what: string, body?: unknown) => unknown, refresh: () => Promise<void>,
 *           isEmbedded: boolean }} table
 */
export function beforeStart({ app, match, act, refresh, isEmbedded }) {
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
      app.say(`${said.invited}: ${found.handle}`);
      /** @type {HTMLFormElement} */ (event.target).reset();
    });
  };
  const seatBot = (/** @type {SubmitEvent} */ event) => act("bots", filled(event));

  return html`<section class="sheet waiting"><div class="choices">
      ${match.you === null && free ? html`<button type="button" class="main" @click=${join}>${said.join}</button>` : nothing}
      ${isHost && !free ? html`<button type="button" class="main" @click=${() => act("start")}>${said.start}</button>` : nothing}
      ${match.you !== null ? html`<button type="button" @click=${() => act("leave")}>${said.leave}</button>` : nothing}
      ${isHost ? html`<button type="button" @click=${() => act("cancel")}>${said.cancel}</button>` : nothing}</div>
    ${isHost && free ? html`<form class="line" @submit=${seatBot}><label class="field"><span>${said.who_bot}</span><select name="bot">
        ${botChoices(app)}</select></label><button type="submit">${said.add_bot}</button></form>
      <form class="line" @submit=${invite}><label class="field"><span>${said.invite_handle}</span>
        <input name="handle" dir="auto" required autocomplete="off"></label><button type="submit">${said.invite}</button></form>
      ${invited(app, match)}
      ${link({ app, match: match.id, path: `${path}/invitations`, text: said.invite_link })}` : nothing}</section>`;
}

