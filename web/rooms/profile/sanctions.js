/**
 * What moderators have decided about the player, with the reason and the one appeal.
 *
 * @typedef {import("../../app.js").App} App
 * @typedef {{ id: string, kind: "warning" | "silence" | "handle",
 *             reason: string, made_at: string, until: string | null, lifted_at: string | null,
 *             appeal: { text: string, answer: string | null } | null }} Sanction
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { post } from "../../api.js";
import { filled as told } from "../../messages.js";
import { filled } from "../../parts/forms.js";
import { instant } from "../../parts/instants.js";
import { route } from "../../paths.js";
import { spokenIn } from "../../words.js";

const MOST = 1_000;

export class Sanctions {
  /** @param {App} app @param {Sanction[]} items */
  constructor(app, items) {
    this.app = app;
    this.items = items;
  }

  /** Nothing where nothing was decided. */
  draw() {
    const said = this.app.words.sanctions;
    return this.items.length ? html`<section class="sheet"><h2>${said.title}</h2><ul class="plain-list apart">${this.items.map((one) =>
      this.#one(one))}</ul></section>` : nothing;
  }

  /** @param {Sanction} one */
  #one(one) {
    const { app } = this, said = app.words.sanctions;
    const until = one.until ? told(said.until, { until: instant(one.until, app.language) }, spokenIn(app.language)) : nothing;
    return html`<li><p><small>${instant(one.made_at, app.language)}</small><br><strong>${said[one.kind]}</strong> ${until}</p>
      <p><bdi dir="auto">${one.reason}</bdi></p>${one.lifted_at ? html`<p class="good">${said.lifted}</p>` : nothing}
      ${one.appeal ? html`<p class="faint">${said.appealed} <bdi dir="auto">${one.appeal.text}</bdi></p>
        <p>${one.appeal.answer ? html`${said.answer} <bdi dir="auto">${one.appeal.answer}</bdi>` : said.waits}</p>`
        : html`<form @submit=${(/** @type {SubmitEvent} */ event) => this.#appeal(event, one)}><label class="field"><span>${
          said.appeal}</span><input name="text" dir="auto" required maxlength=${MOST} autocomplete="off"></label><button
          type="submit">${said.send}</button></form>`}</li>`;
  }

  /** @param {SubmitEvent} event @param {Sanction} one */
  #appeal(event, one) {
    const { text = "" } = filled(event);
    return this.app.attempt(async () => {
      const answer = /** @type {Sanction} */ (await post(route`/me/sanctions/${one.id}/appeal`, { text }));
      this.items = this.items.map((old) => (old === one ? answer : old));
    }, event.target);
  }
}
