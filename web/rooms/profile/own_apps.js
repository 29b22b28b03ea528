/**
 * The apps that the player has registered, on the profile: a new one, what is to change, and the end of one.
 *
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../types.js").OwnApp} OwnApp
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { call, post } from "../../api.js";
import { filled } from "../../parts/forms.js";
import { route } from "../../paths.js";

/** Where the API has them. */
export const OWN_APPS = "/me/apps";
const NAME = 64;

/** @param {OwnApp} one */
const address = (one) => `${OWN_APPS}${route`/${one.client_id}`}`;

/** What is in the form, as the service takes it: an address on each line. @param {Record<string, string>} wish */
const asked = (wish) => ({
  name: wish.name ?? "", redirect_uris: (wish.redirect_uris ?? "").split(/\s+/).filter(Boolean), device_flow: "device_flow" in wish,
});

export class OwnApps {
  /** Of an app that was just registered: it is told once. @type {{ app: string, secret: string } | null} */
  #secret = null;

  /** @param {App} app @param {OwnApp[]} apps */
  constructor(app, apps) {
    this.app = app;
    this.apps = apps;
  }

  draw() {
    const said = this.app.words.own_apps;
    return html`<h2>${said.title}</h2><p class="faint">${said.more}</p>
      ${this.apps.map((one) => html`<details><summary><bdi>${one.name}</bdi></summary>${this.#one(one)}</details>`)}
      <details><summary>${said.register}</summary><form @submit=${this.#register}>${this.#fields(null)}
        <label class="field check"><input type="checkbox" name="secret"><span>${said.secret}</span>
          <small>${said.secret_more}</small></label>
        <button type="submit">${said.register}</button></form></details>`;
  }

  /** @param {OwnApp} one */
  #one(one) {
    const said = this.app.words.own_apps, secret = this.#secret?.app === one.client_id ? this.#secret.secret : "";
    return html`<p>${said.client_id} <code>${one.client_id}</code></p>
      ${secret ? html`<p>${said.secret_once} <code>${secret}</code></p>` : nothing}
      <form @submit=${(/** @type {SubmitEvent} */ event) => this.#change(one, event)}>${this.#fields(one)}
        <button type="submit">${this.app.words.save}</button></form>
      <details><summary>${said.delete}</summary><p>${said.delete_more}</p><button type="button" class="danger"
        @click=${() => this.#delete(one)}>${said.delete}<span class="unseen">: ${one.name}</span></button></details>`;
  }

  /** @param {OwnApp | null} one that there is, or null for a new one */
  #fields(one) {
    const said = this.app.words.own_apps;
    return html`<label class="field"><span>${said.name}</span><input name="name" maxlength=${NAME} dir="auto" autocomplete="off" required
        .value=${one?.name ?? ""}></label>
      <label class="field"><span>${said.addresses}</span><textarea name="redirect_uris" rows="3" dir="ltr" spellcheck="false"
        placeholder="https://" .value=${one?.redirect_uris.join("\n") ?? ""}></textarea><small>${said.addresses_more}</small></label>
      <label class="field check"><input type="checkbox" name="device_flow" .checked=${one?.device_flow ?? false}><span>${
        said.device_flow}</span></label>`;
  }

  #register = (/** @type {SubmitEvent} */ event) => {
    const form = event.target, wish = filled(event);
    return this.app.attempt(async () => {
      const made = await post(OWN_APPS, { ...asked(wish), secret: "secret" in wish });
      this.apps = [made, ...this.apps];
      this.#secret = made.client_secret ? { app: made.client_id, secret: made.client_secret } : null;
      this.app.say(this.app.words.saved);
      if (form instanceof HTMLFormElement) form.reset();
    }, form);
  };

  /** @param {OwnApp} one @param {SubmitEvent} event */
  #change(one, event) {
    const form = event.target, wish = asked(filled(event));
    return this.app.attempt(async () => {
      const changed = await call("PATCH", address(one), wish);
      this.apps = this.apps.map((other) => (other === one ? changed : other));
      this.app.say(this.app.words.saved);
    }, form);
  }

  /** @param {OwnApp} one */
  #delete(one) {
    return this.app.attempt(async () => {
      await call("DELETE", address(one));
      this.apps = this.apps.filter((other) => other !== one);
      this.app.say(this.app.words.saved);
    });
  }
}
