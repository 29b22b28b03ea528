// The words of Spell-a-Spell as the page lays them: what speaks against a move, and which cards it takes.
import { readFileSync } from "node:fs";
import { faultOf, laidOf } from "../../web/games/spell-a-spell/laying.js";
import { learnAll } from "./languages.mjs";

learnAll();
const { told, moves } = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(moves.map((move) => ({ fault: faultOf(told, move), cards: laidOf(told, move).map(({ id }) => id) }))));
