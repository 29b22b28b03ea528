/**
 * The apps of others that act for the player, on the profile: what each may do, since when, and the end of it.
 *
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../types.js").AppAccess} AppAccess
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { call } from "../../api.js";
import { instant } from "../../parts/instants.js";
import { route } from "../../paths.js";

/** Where the API has them. */
export const WITH_ACCESS = "/me/app-access";

export class Apps {
  /** @param {App} app @param {AppAccess[]} apps */
  constructor(app, apps) {
    this.app = app;
    this.apps = apps;
  }

  draw() {
    const { language, words } = this.app, said = words.consent;
    /** @type {Record<string, string>} */
    const named = words.app_scope_names;
    if (!this.apps.length) return nothing;
    return html`<h2>${said.apps}</h2><p class="faint">${said.apps_more}</p>
      <ul class="plain-list">${this.apps.map((one) => html`<li class="line"><span><bdi>${one.app.name}</bdi>
        <small>${one.scopes.map((scope) => named[scope]).join(", ")} · ${said.since}
        ${instant(one.granted_at, language, "day")} · ${words.last_used} ${instant(one.used_on, language, "day")}</small></span>
        <button type="button" @click=${() => this.#remove(one)}>${said.remove}<span class="unseen">: ${one.app.name}</span></button>
        </li>`)}</ul>`;
  }

  /** @param {AppAccess} access */
  #remove(access) {
    return this.app.attempt(async () => {
      await call("DELETE", `${WITH_ACCESS}${route`/${access.app.client_id}`}`);
      this.apps = this.apps.filter((one) => one !== access);
      this.app.say(this.app.words.saved);
    });
  }
}
