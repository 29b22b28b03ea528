/**
 * Whether the player signs their moves at this table, on this device or another, and the way to begin.
 *
 * @typedef {import("../../types.js").Fields} Fields
 * @typedef {import("./state.js").TableState} TableState
 */
import { html, nothing } from "../../vendor/lit-html.js";

export class Signs {
  /** Whether this device has a key of the seat; undefined until that was looked for. @type {boolean | undefined} */
  #isHere;
  /** Of how many keys that was asked. */
  #asked = 0;

  /** @param {TableState} state */
  constructor(state) {
    this.state = state;
  }

  /** Those of the player's seat. @returns {{ key: string, version: number }[]} */
  get keys() {
    const { match } = this.state;
    // What was kept for want of a connection may be older than keys are.
    return match.you === null ? [] : match.seats[match.you]?.keys ?? [];
  }

  get #place() {
    const { match, player } = this.state;
    return { match: match.id, player: player ?? "", seat: match.you ?? 0 };
  }

  /** A move as it is sent: signed, where the seat signs. @param {Fields} move @returns {Promise<Fields>} */
  async sent(move) {
    if (!this.keys.length) return move;
    const { signed } = await import("./seat_key.js"), { version = 0, hash = "" } = this.state.events.at(-1) ?? {};
    const made = await signed(this.#place, move, { version, hash });
    if (!made) throw new Error(this.state.app.words.signing.elsewhere);
    return made;
  }

  #look = async () => {
    this.#asked = this.keys.length;
    const { isHere } = await import("./seat_key.js");
    // A browser that keeps nothing has no key either.
    this.#isHere = await isHere(this.#place, this.keys).catch(() => false);
    this.state.app.redraw();
  };

  #begin = () => this.state.app.attempt(async () => {
    const { bind } = await import("./seat_key.js");
    try {
      await bind(this.#place);
    } catch (error) {
      if (/** @type {Error} */ (error).name !== "NotSupportedError") throw error;
      throw new Error(this.state.app.words.signing.cannot);
    }
    await this.state.refresh();
  });

  /** What stands above the question where nothing can be signed here. */
  note() {
    if (this.keys.length !== this.#asked) void this.#look();
    if (!this.keys.length || this.#isHere !== false) return nothing;
    const said = this.state.app.words.signing;
    return html`<p class="banner">${said.elsewhere} <button type="button" class="main"
      @click=${() => confirm(said.again_sure) && this.#begin()}>${said.here}</button></p>`;
  }

  /** The way to begin, or that it has begun. */
  wish() {
    const said = this.state.app.words.signing;
    const versions = this.keys.map(({ version }) => version).join(", ");
    // Whoever sees more keys than they have devices knows that somebody else signs.
    if (this.keys.length) return html`<p class="faint">${this.#isHere ? said.on : nothing} ${said.bound} ${versions}</p>`;
    return globalThis.crypto?.subtle && globalThis.indexedDB
      ? html`<button type="button" @click=${() => confirm(said.sure) && this.#begin()}>${said.wish}</button>` : nothing;
  }
}
