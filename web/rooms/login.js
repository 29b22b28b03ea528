/**
 * Log in, make an account, or begin as a guest in one click.
 *
 * @typedef {import("../app.js").At} At
 */
import { html } from "../vendor/lit-html.js";
import { call, logIn, signUp } from "../api.js";
import * as live from "../live.js";
import { filled } from "../parts/forms.js";
import { beGuest } from "../parts/start.js";

/** @param {At} at */
export function open({ app, query }) {
  const next = (query.get("next") ?? "").replace(/^\/+/, "");
  // Behind # an invitation may stand, for where one goes next.
  const behind = location.hash;
  let isSent = false;

  const enter = (/** @type {() => Promise<any>} */ way, /** @type {EventTarget | null} */ form = null) => app.attempt(async () => {
    const me = await way();
    if (me) {
      app.be(me);
      live.share({ type: "session", data: null });
    }
    await app.go(next + behind);
  }, form);
  const field = (/** @type {string} */ name, /** @type {string} */ title, /** @type {string} */ type, /** @type {string} */ complete,
    required = true) =>
    html`<label class="field"><span>${title}</span><input name=${name} type=${type} autocomplete=${complete} dir="auto"
      ?required=${required} minlength=${name === "password" ? 8 : 1}></label>`;

  return {
    title: app.words.login,
    draw() {
      const said = app.words;
      return html`<h1 tabindex="-1">${said.login}</h1><div class="columns">
        <section class="sheet"><h2>${said.as_guest}</h2><p>${said.guest_more}</p>
          <button type="button" class="main"
            @click=${() => enter(async () => void (await beGuest(app)))}>${said.as_guest}</button></section>
        <section class="sheet"><h2>${said.have_account}</h2><form @submit=${(/** @type {SubmitEvent} */ event) => {
          const { handle = "", password = "" } = filled(event);
          return enter(() => logIn({ handle, password }), event.target);
        }}>${field("handle", said.handle, "text", "username")}${field("password", said.password, "password", "current-password")}
          <button type="submit" class="main">${said.login}</button></form></section>
        <section class="sheet"><h2>${said.sign_up}</h2><form @submit=${(/** @type {SubmitEvent} */ event) => {
          const { handle = "", password = "", email } = filled(event);
          return enter(() => signUp({ handle, password, locale: app.language, ...(email ? { email } : {}) }), event.target);
        }}>${field("handle", said.handle, "text", "username")}${field("password", said.password, "password",
          "new-password")}${field("email", said.email, "email", "email", false)}
          <button type="submit" class="main">${said.sign_up}</button></form></section>
        <section class="sheet"><h2>${said.forgot}</h2>${isSent ? html`<p role="status">${said.mail_sent}</p>`
          : html`<form @submit=${(/** @type {SubmitEvent} */ event) => {
          const { email } = filled(event);
          return app.attempt(async () => {
            await call("POST", "/password-resets", { email });
            isSent = true;
          }, event.target);
        }}>${field("email", said.email_known, "email", "email")}<button type="submit">${said.forgot}</button></form>`}</section></div>`;
    },
  };
}
