/**
 * Circles of players on the profile: whom one keeps away, and whom one has muted. Who they are, another one by handle, and the way
 * back.
 *
 * @typedef {import("../../app.js").App} App
 * @typedef {{ id: string, handle: string | null, kind: string }} Player
 * @typedef {"away" | "mutes"} Kind
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { call, get, Refused, ROOT } from "../../api.js";
import { filled } from "../../parts/forms.js";
import { handleOf } from "../../parts/seats/people.js";
import { route } from "../../paths.js";

/** Where the API has them. @type {Record<Kind, string>} */
export const CIRCLES = { away: "/me/blocks", mutes: "/me/mutes" };

/** @param {string} handle */
async function playerOf(handle) {
  const { items } = await get(route`/players?handle=${handle}`);
  return /** @type {Player | undefined} */ (items[0]);
}

export class Circle {
  #isUnknown = false;

  /** @param {App} app @param {Kind} kind @param {Player[]} players */
  constructor(app, kind, players) {
    this.app = app;
    this.kind = kind;
    this.players = players;
  }

  draw() {
    const said = this.app.words[this.kind];
    return html`<h2>${said.title}</h2><p class="faint">${said.more}</p>
      ${this.players.length ? html`<ul class="plain-list">${this.players.map((one) => html`<li class="line"><a
        href="${ROOT}players/${one.id}"><bdi>${handleOf(one, this.app.words)}</bdi></a> <button type="button"
        @click=${() => this.#change("DELETE", one)}>${said.back}<span class="unseen">: ${one.handle}</span></button></li>`)}</ul>`
        : nothing}
      <form class="line" @submit=${this.#add}><label class="field"><span>${said.handle}</span><input name="handle" dir="auto" required
        maxlength="64" autocomplete="off"></label><button type="submit">${said.add}</button></form>
      ${this.#isUnknown ? html`<p class="trouble" role="alert">${said.nobody}</p>` : nothing}`;
  }

  #add = async (/** @type {SubmitEvent} */ event) => {
    const { handle = "" } = filled(event), form = /** @type {HTMLFormElement} */ (event.target);
    await this.app.attempt(async () => {
      const found = await playerOf(handle.trim()).catch((error) => {
        // What can be no handle is nobody's.
        if (error instanceof Refused && error.status === 400) return undefined;
        throw error;
      });
      this.#isUnknown = !found;
      if (!found) return;
      await this.#change("PUT", found);
      form.reset();
    }, form);
  };

  /** @param {"PUT" | "DELETE"} method @param {Player} player */
  #change(method, player) {
    return this.app.attempt(async () => {
      await call(method, `${CIRCLES[this.kind]}${route`/${player.id}`}`, {});
      this.players = (await get(CIRCLES[this.kind])).items;
      this.app.say(this.app.words.saved);
    });
  }
}
