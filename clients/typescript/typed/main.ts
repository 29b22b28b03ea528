// Play a match of each game to its end: npm run play -- URL
import * as cave from "./cave.js";
import * as rockPaperWizard from "./rock_paper_wizard.js";
import * as spellASpell from "./spell_a_spell.js";
import { Table } from "./table.js";

declare const process: { readonly argv: readonly string[] };

const url = process.argv[2] ?? "http://127.0.0.1:8000";
for (const bot of [rockPaperWizard, spellASpell, cave]) {
  const table = await Table.sitDown(url, bot.wish);
  await bot.play(table);
  const ended = await table.now();
  if (ended.outcome === null) throw new Error(`${ended.game} has no outcome: ${ended.status}`);
  console.log(`${ended.game}: ${ended.outcome.reason} after ${ended.version} events, ${await bot.told(table)}`);
}
