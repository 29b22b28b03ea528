/**
 * What a match's proof says of its draws so far: how many of those that everybody sees are proved by their secrets, though the
 * seed is sealed still.
 *
 * @typedef {import("./opendraws.js").Match} Match
 * @typedef {import("./opendraws.js").Opened} Opened
 * @typedef {{ app: Pick<import("../app.js").App, "words" | "language" | "redraw">, match: Match,
 *   fault: (flaw: import("./report.js").Flaw) => unknown }} Given `fault` puts a flaw into words, with the way to its event
 */
import { html, nothing } from "../vendor/lit-html.js";
import { ask } from "../api.js";
import { filled } from "../messages.js";
import { route } from "../paths.js";
import { spokenIn } from "../words.js";
import { check } from "./opendraws.js";

/** As many events as a page of them looks through. */
const AT_ONCE = 500;

export class DrawPanel {
  /** @type {{ is: "working" } | { is: "unreadable" } | Opened} */
  #told = { is: "working" };

  /** @param {Given} given */
  constructor({ app, match, fault }) {
    this.app = app;
    this.match = match;
    this.fault = fault;
    void this.#check();
  }

  async #check() {
    const opened = await this.#fetched().catch(() => null);
    this.#told = opened === null ? { is: "unreadable" } : await check(this.match, opened);
    this.app.redraw();
  }

  /** What the service opens of the events in the file; there may be later ones by now. */
  async #fetched() {
    const opened = [];
    for (let after = 0; after < this.match.version; after += AT_ONCE) {
      const answer = await ask(route`/matches/${this.match.match}/draws?after=${after}&limit=${AT_ONCE}`);
      if (!answer.ok) throw new Error(answer.statusText);
      const { items } = await answer.json();
      if (!Array.isArray(items)) throw new Error("no draws");
      opened.push(...items.filter((one) => !(one?.version > this.match.version)));
    }
    return opened;
  }

  draw() {
    return html`<h3>${this.app.words.verify.drawsTitle}</h3><div role="status">${this.#drawn()}</div>`;
  }

  #drawn() {
    const told = this.#told, said = this.app.words.verify;
    if (told.is === "working") return html`<p>${said.working}</p>`;
    if (told.is === "unreadable") return html`<p class="broken"><strong>✗ ${said.drawsUnreadable}</strong></p>`;
    if (told.is === "wrong") return html`<p class="broken"><strong>✗</strong> ${this.fault(told.flaw)}</p>`;
    const { missing } = told, share = this.#fill("drawsProved", told);
    return html`<p class=${missing ? "broken" : "holds"}><strong>${missing ? "✗" : "✓"} ${share}</strong>
        ${missing ? this.#fill("drawsMissing", missing) : nothing}</p>
      <p>${said.drawsSaid}</p>`;
  }

  /** @param {"drawsProved" | "drawsMissing"} key @param {object} values */
  #fill(key, values) {
    return filled(this.app.words.verify[key], { ...values }, spokenIn(this.app.language));
  }
}
