/**
 * Links that let somebody sit down: one is made, shown once with its secret, and may be taken back.
 *
 * @typedef {{ app: App, match: string, path: string, text: string }} Pass `path` makes it; `text` stands on the button
 * @typedef {import("../../app.js").App} App
 */
import { html } from "../../vendor/lit-html.js";
import { call, post, ROOT } from "../../api.js";
import { route } from "../../paths.js";

/** Those made here, by the path that made them: their secrets are told once. @type {Map<string, { id: string, link: string }>} */
const made = new Map();

/** @param {Pass} pass */
export function link({ app, match, path, text }) {
  const said = app.words, now = made.get(path);
  const make = () => app.attempt(async () => {
    const { id, invitation } = await post(path);
    // Behind #, which no browser sends anywhere.
    made.set(path, { id, link: `${location.origin}${ROOT}join/${match}#${invitation}` });
  });
  if (!now) return html`<button type="button" class="link" @click=${make}>${text}</button>`;
  const back = () => app.attempt(async () => {
    await call("DELETE", route`/matches/${match}/invitations/${now.id}`);
    made.delete(path);
  });
  return html`<p>${said.share}</p><p class="line"><input readonly dir="ltr" aria-label=${text} .value=${now.link}>
    <button type="button" @click=${() => navigator.clipboard.writeText(now.link).then(() => app.say(said.copied))}>${said.copy}</button>
    <button type="button" @click=${back}>${said.revoke_link}</button></p>`;
}
