/**
 * A drawn banner for each game, the shortest first; what the page does not know comes last, without one.
 *
 * @typedef {import("../types.js").Game} Game
 */
import { html, nothing } from "../vendor/lit-html.js";
import { banner as cave } from "./cave/banner.js";
import { banner as rockPaperWizard } from "./rock-paper-wizard/banner.js";
import { banner as spellASpell } from "./spell-a-spell/banner.js";

/** From the shortest to the longest. @type {Record<string, () => unknown>} */
const BANNERS = { "rock-paper-wizard": rockPaperWizard, "spell-a-spell": spellASpell, cave };
const ORDER = Object.keys(BANNERS);

/** @param {string} game */
const place = (game) => (game in BANNERS ? ORDER.indexOf(game) : ORDER.length);

/** @template {{ game: string }} Any @param {readonly Any[]} games */
export const shortestFirst = (games) => [...games].sort((one, other) => place(one.game) - place(other.game));

/** @param {string} game */
export const bannerOf = (game) => (BANNERS[game] ? html`<svg class="banner-of" viewBox="0 0 320 120" preserveAspectRatio="xMidYMid slice"
  aria-hidden="true">${BANNERS[game]()}</svg>` : nothing);
