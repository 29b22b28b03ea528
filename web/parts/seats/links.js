/**
 * Links that let somebody sit down: one is made, shown once with its secret, and may be taken back; and how a link is handed on.
 *
 * @typedef {{ app: App, match: string, path: string, text: string, call: string }} Pass `path` makes it; `text` stands on the
 *          button, and `call` is said with the link where it is shared
 * @typedef {import("../../app.js").App} App
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { call, post, ROOT } from "../../api.js";
import { route } from "../../paths.js";

/** Those made here, by the path that made them: their secrets are told once. @type {Map<string, { id: string, link: string }>} */
const made = new Map();

/** @param {Pass} pass */
export function link({ app, match, path, text, call: said }) {
  const now = made.get(path);
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
  return html`<p>${app.words.share}</p>${share(app, now.link, said, text)}
    <button type="button" @click=${back}>${app.words.revoke_link}</button>`;
}

/**
 * A link with the ways to hand it on: copied, or by what the device shares with, where it has that.
 * @param {App} app @param {string} link @param {string} text said with it @param {string} name
 */
export function share(app, link, text, name) {
  const said = app.words;
  const send = () => navigator.share({ text, url: link }).catch(() => {
    // Thought better of.
  });
  return html`<p class="line share"><input readonly dir="ltr" aria-label=${name} .value=${link}>
    <button type="button" @click=${() => navigator.clipboard.writeText(link).then(() => app.say(said.copied))}>${said.copy}</button>
    ${"share" in navigator ? html`<button type="button" @click=${send}>${said.waits.send}</button>` : nothing}</p>`;
}
