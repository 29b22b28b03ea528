/**
 * Which matches are on screen in which tab, and what the account's stream tells of them: where it goes on, and each table as a
 * whole. For the tab that holds the stream; it makes no calls.
 *
 * @typedef {import("./types.js").Match} Match
 * @typedef {import("./types.js").View} View
 * @typedef {import("./live.js").Message} Message
 * @typedef {{ match: Omit<Match, "now">, view: View, take_back: number | null }} Table all that is shown of a match but its events
 * @typedef {Record<string, number>} Versions by match
 */
import { patched } from "./patched.js";

/** The service tells so many matches in full on one stream; the others are fetched when the list of matches tells of them. */
const MOST = 16;

export class Followed {
  /** Whether the service knows how to tell tables. */
  canTell = true;
  /** What each tab shows, those that came last at the end. @type {Map<string, Versions>} */
  #wishes = new Map();
  /** Matches of the connection, in the order of its places. @type {string[]} */
  #named = [];
  /** How far each of them was told. @type {Versions} */
  #places = {};
  /** Of which the service tells no more. @type {Set<string>} */
  #ended = new Set();
  /** As they were told last on this connection. @type {Map<string, { version: number, table: Table }>} */
  #tables = new Map();

  /**
   * A tab says which matches it shows, and at which versions.
   * @param {string} tab
   * @param {Versions} matches
   */
  wish(tab, matches) {
    this.#wishes.delete(tab);
    if (Object.keys(matches).length) this.#wishes.set(tab, matches);
  }

  get #wanted() {
    if (!this.canTell) return [];
    const all = [...this.#wishes.values()].reverse().flatMap((one) => Object.keys(one));
    return [...new Set(all)].filter((one) => !this.#ended.has(one)).slice(0, MOST);
  }

  /** Whether a match is on screen that the connection does not tell. */
  get isMissing() {
    return this.#wanted.some((one) => !this.#named.includes(one));
  }

  /** Whether the connection tells a match that is on no screen. */
  get isTooMuch() {
    const wanted = this.#wanted;
    return this.#named.some((one) => !wanted.includes(one) && !this.#ended.has(one));
  }

  /** Begin a connection: what it is asked for. */
  begin() {
    const wanted = this.#wanted, wishes = [...this.#wishes.values()];
    this.#places = Object.fromEntries(wanted.map((one) =>
      [one, this.#places[one] ?? Math.max(...wishes.map((versions) => versions[one] ?? 0))]));
    this.#named = wanted;
    this.#tables.clear();
    return wanted.length ? `?matches=${wanted.join(",")}&table=true` : "";
  }

  /** Where the connection goes on, behind a notice. @param {string} notice "" for from now on */
  place(notice) {
    return [notice, ...this.#named.map((one) => this.#places[one])].join("-");
  }

  /** How far each match on the connection was told. @returns {Versions} */
  get versions() {
    return Object.fromEntries(this.#named.filter((one) => !this.#ended.has(one)).map((one) => [one, this.#places[one] ?? 0]));
  }

  /** The service refuses a match of those that were named: none of them is asked for again. */
  forsake() {
    for (const one of this.#named) this.#ended.add(one);
  }

  /**
   * What a line of the stream says, for all tabs. Throws where a patch is of another table than was told last.
   * @param {{ id?: string, type: string, data: any }} line
   * @returns {Message}
   */
  hear({ id, type, data }) {
    const [, ...versions] = (id ?? "").split("-");
    versions.forEach((version, place) => {
      const match = this.#named[place];
      if (match) this.#places[match] = Number(version);
    });
    if (type === "match_end") this.#ended.add(data.match);
    return type === "table" ? { type, data: this.#whole(data) } : { type, data };
  }

  /** @param {any} data */
  #whole({ match, version, now, base, whole, patch }) {
    const before = this.#tables.get(match);
    if (!whole && before?.version !== base) throw new Error(`the table at version ${base} was not told`);
    const table = /** @type {Table} */ (whole ?? patched(before?.table, patch));
    this.#tables.set(match, { version, table });
    return { match, version, now, table };
  }
}
