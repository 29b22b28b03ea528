/**
 * What a player can do about a message: see no more of its writer, or tell moderators.
 *
 * @typedef {import("../../app.js").App} App
 * @typedef {import("./messages.js").ChatEntry} ChatEntry
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { call, post } from "../../api.js";
import { filled as told } from "../../messages.js";
import { route } from "../../paths.js";
import { spokenIn } from "../../words.js";
import { filled } from "../forms.js";

const KINDS = /** @type {const} */ (["abuse", "cheating", "stalling", "collusion", "handle", "other"]);
const MOST = 1_000;

export class Protection {
  /** Of the message that is being reported. */
  #reported = 0;

  /** @param {App} app @param {string} match @param {() => Promise<void>} changed */
  constructor(app, match, changed) {
    this.app = app;
    this.match = match;
    this.changed = changed;
  }

  /** @param {ChatEntry} one @param {string} room */
  draw(one, room) {
    const said = this.app.words.chat, name = one.player.handle ?? "";
    return html`<details class="against"><summary><span aria-hidden="true">⋯</span>
      <span class="unseen">${told(said.about, { name }, spokenIn(this.app.language))}</span></summary>
      <div class="choices"><button type="button" @click=${() => this.#mute(one)}>${said.mute}</button>
      ${one.removed ? nothing : html`<button type="button" @click=${() => this.#ask(one)}>${said.report}</button>`}</div>
      ${this.#reported === one.number ? this.#form(one, room) : nothing}</details>`;
  }

  /** @param {ChatEntry} one */
  #ask(one) {
    this.#reported = this.#reported === one.number ? 0 : one.number;
    this.app.redraw();
  }

  /** @param {ChatEntry} one */
  #mute({ player }) {
    return this.app.attempt(async () => {
      await call("PUT", route`/me/mutes/${player.id}`, {});
      this.app.say(told(this.app.words.chat.muted, { name: player.handle ?? "" }, spokenIn(this.app.language)));
      await this.changed();
    });
  }

  /** @param {ChatEntry} one @param {string} room */
  #form(one, room) {
    const said = this.app.words.chat;
    return html`<form @submit=${(/** @type {SubmitEvent} */ event) => this.#report(event, one, room)}>
      <label class="field"><span>${said.report_kind}</span><select name="kind">${KINDS.map((kind) =>
        html`<option value=${kind}>${this.app.words.report_kinds[kind]}</option>`)}</select></label>
      <label class="field"><span>${said.report_text}</span><input name="text" dir="auto" maxlength=${MOST} autocomplete="off"></label>
      <p class="faint">${said.report_more}</p><button type="submit">${said.report_send}</button></form>`;
  }

  /** @param {SubmitEvent} event @param {ChatEntry} one @param {string} room */
  #report(event, one, room) {
    const { kind, text = "" } = filled(event), message = { room, number: one.number };
    return this.app.attempt(async () => {
      await post("/me/reports", { player: one.player.id, kind, text, match: this.match, message });
      this.#reported = 0;
      this.app.say(this.app.words.chat.reported);
    });
  }
}
