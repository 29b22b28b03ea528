/**
 * The rematch of a match that has ended: who waits for it, and a way to a seat there.
 *
 * @typedef {import("./state.js").TableState} TableState
 * @typedef {import("../../types.js").Match} Match
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { get, post } from "../../api.js";
import { filled } from "../../messages.js";
import { route } from "../../paths.js";
import { spokenIn } from "../../words.js";

export class Again {
  /** The rematch as it was last fetched. @type {Match | null} */
  #rematch = null;
  /** Which one was asked for. @type {string | null} */
  #asked = null;
  /** Players whom the viewer keeps away, by id. @type {Set<string>} */
  #kept = new Set();

  /** @param {TableState} state */
  constructor(state) {
    this.state = state;
  }

  draw() {
    const { match, app } = this.state, said = app.words, waiting = this.#waiting();
    if (match.rematch && match.rematch !== this.#asked) void this.#fetch(match.rematch);
    return html`<button type="button" class="main again" @click=${this.#join}>${waiting.length ? said.join : said.rematch}</button>
      ${waiting.length ? html`<p class="wants">${filled(said.endings.wants, { players: waiting.join(", ") }, spokenIn(app.language))}</p>`
        : nothing}`;
  }

  /** @param {string} id */
  async #fetch(id) {
    this.#asked = id;
    try {
      const [rematch, { items }] = await Promise.all([get(route`/matches/${id}`), get("/me/blocks")]);
      this.#kept = new Set(items.map((/** @type {{ id: string }} */ one) => one.id));
      this.#rematch = rematch;
      this.state.app.redraw();
    } catch {
      // A private one that keeps no seat for the player, or no connection: the button says what may be done.
    }
  }

  /** Whether somebody sits there whom the viewer keeps away: nobody is named then, and nobody joined. */
  get #isShunned() {
    return Boolean(this.#rematch?.seats.some(({ player }) => player && this.#kept.has(player.id)));
  }

  /** The people who sit there already, while it has not begun. */
  #waiting() {
    if (this.#rematch?.status !== "open" || this.#isShunned) return [];
    return this.#rematch.seats.flatMap(({ player }) => (player?.handle && player.id !== this.state.app.me?.id ? [player.handle] : []));
  }

  /** The same table once more, with a seat for whoever asks; one of the viewer's own, where it is kept from somebody. */
  #join = () => {
    const { app, path, match } = this.state, { game, options, clock, visibility, rated, seats } = match;
    const made = () => (this.#isShunned ? post("/matches", { game, options, clock, visibility, rated, seats: seats.length })
      : post(`${path}/rematch`));
    return app.attempt(async () => app.go(`matches/${(await made()).id}`));
  };
}
