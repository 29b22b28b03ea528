/** What a turn is made of, and what the signs of the picture mean; the texts are the page's. */
import { backs, pile, pointer, shape, tile } from "./cards.js";

const letter = () => tile("\u05d0", false);

/** @type {import("../picture.js").Primer} */
export const primer = {
  turn: [["sas_turn_1", () => shape("sandstorm")], ["sas_turn_2", letter], ["sas_turn_3", pointer], ["sas_turn_4", pile]],
  signs: [
    ["sas_letter", letter], ["sas_fog", () => shape("fog")], ["sas_sandstorm", () => shape("sandstorm")],
    ["sas_firewall", () => shape("firewall")], ["sas_snowball", () => shape("snowball")],
    ["sas_bewitched", () => shape("bewitched")], ["sas_backs", backs], ["sas_pile", pile],
  ],
};
