/**
 * A table before its start: take a seat, seat bots, invite, start, call off.
 *
 * @typedef {import("../types.js").Match} Match
 */
import { html, nothing } from "../vendor/lit-html.js";
import { get, post, ROOT } from "../api.js";
import { filled } from "../parts/forms.js";
import { beGuest } from "../parts/start.js";

/** Links that were made here, by match: their secrets are told once. @type {Map<string, string>} */
const links = new Map();

/**
 * @param {{ app: any, match: Match, act: (what: string, body?: unknown) => unknown, refresh: () => Promise<void>, isEmbedded: boolean }} table
 */
export function beforeStart({ app, match, act, refresh, isEmbedded }) {
  const said = app.words, path = `/matches/${match.id}`;
  const isHost = match.you === 0, free = match.seats.some((one) => one.status === "open");
  if (isEmbedded) return nothing;

  const join = () => app.attempt(async () => {
    if (!app.me) await beGuest(app);
    await post(`${path}/join`);
    await refresh();
  });
  const invite = (/** @type {SubmitEvent} */ event) => {
    const { handle = "" } = filled(event);
    return app.attempt(async () => {
      const [found] = (await get(`/players?handle=${encodeURIComponent(handle)}`)).items;
      if (!found) return void (app.trouble = said.nobody_named);
      await post(`${path}/invitations`, { player: found.id });
      app.say(`${said.invited}: ${found.handle}`);
      /** @type {HTMLFormElement} */ (event.target).reset();
    });
  };
  const link = () => app.attempt(async () => {
    const { invitation } = await post(`${path}/invitations`);
    // Behind #, which no browser sends anywhere.
    links.set(match.id, `${location.origin}${ROOT}join/${match.id}#${invitation}`);
  });

  return html`<section class="sheet waiting"><div class="choices">
      ${match.you === null && free ? html`<button type="button" class="main" @click=${join}>${said.join}</button>` : nothing}
      ${isHost && free ? html`<button type="button" @click=${() => act("bots", { bot: "random" })}>${said.add_bot}</button>` : nothing}
      ${isHost && !free ? html`<button type="button" class="main" @click=${() => act("start")}>${said.start}</button>` : nothing}
      ${match.you !== null && !isHost ? html`<button type="button" @click=${() => act("leave")}>${said.leave}</button>` : nothing}
      ${isHost ? html`<button type="button" @click=${() => act("cancel")}>${said.cancel}</button>` : nothing}</div>
    ${isHost && free ? html`<form class="line" @submit=${invite}><label class="field"><span>${said.invite_handle}</span>
        <input name="handle" dir="auto" required autocomplete="off"></label><button type="submit">${said.invite}</button></form>
      ${links.has(match.id) ? html`<p>${said.share}</p><p class="line"><input readonly dir="ltr" aria-label=${said.invite_link} .value=${links.get(match.id) ?? ""}>
        <button type="button" @click=${() => navigator.clipboard.writeText(links.get(match.id) ?? "").then(() => app.say(said.copied))}>${said.copy}</button></p>`
      : html`<button type="button" @click=${link}>${said.invite_link}</button>`}` : nothing}</section>`;
}

