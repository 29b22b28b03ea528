/**
 * Spell-a-Spell: the seats, the spell that stands, the words of the run, and the viewer's hand with the word laid from it.
 */
import { html } from "../../vendor/lit-html.js";
import { hand } from "./hand.js";
import { middle, words } from "./middle.js";
import { open, seats } from "./seats.js";
import { story } from "./story.js";

/** @type {import("../picture.js").Picture<"spell-a-spell">} */
export const picture = (told) => html`<div class="spell-a-spell">
  ${seats(told)}
  ${open(told)}
  ${middle(told)}
  ${story(told)}
  ${hand(told)}
  ${words(told)}
</div>`;
