/** What a turn is made of, and what the signs of the picture mean; the texts are the page's. */
import { die, sign } from "./signs.js";

/** @type {import("../picture.js").Primer} */
export const primer = {
  turn: [
    ["cave_turn_1", () => die(5)], ["cave_turn_2", () => sign("unknown")], ["cave_turn_3", () => sign("strength")],
    ["cave_turn_4", () => sign("crystal")],
  ],
  signs: [
    ["cave_strength", () => sign("strength")], ["cave_power", () => sign("power")], ["cave_endurance", () => sign("endurance")],
    ["cave_gold", () => sign("gold")], ["cave_trophy", () => sign("trophy")], ["cave_gate", () => sign("gate")],
    ["cave_crystal", () => sign("crystal")], ["cave_monster", () => sign("monster")], ["cave_spirit", () => sign("spirit")],
    ["cave_object", () => sign("object")], ["cave_friend", () => sign("friend")], ["cave_spell", () => sign("spell")],
    ["cave_lose", () => sign("lose_turn")],
  ],
};
