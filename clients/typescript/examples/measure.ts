// How good a bot is: its share of the wins over so many matches against the service's bots of a grade.
//
//     node measure.js http://127.0.0.1:8000 cave 20 good medium
import { moves, play, Tabularium, type Choose } from "tabularium-client";
import * as cave from "./cave.js";
import * as rockPaperWizard from "./rock_paper_wizard.js";
import * as spellASpell from "./spell_a_spell.js";

declare const process: { readonly argv: readonly string[] };

const GOOD: Readonly<Record<string, (client: Tabularium) => Promise<Choose>>> = {
  cave: cave.good,
  "rock-paper-wizard": rockPaperWizard.good,
  "spell-a-spell": spellASpell.good,
};
const AT_ONCE = 8;

const [url = "http://127.0.0.1:8000", game = "cave", count = "20", kind = "good", against = "easy"] = process.argv.slice(2);

async function byChance(): Promise<Choose> {
  return (_view, prompt) => {
    const listed = moves(prompt);
    const move = listed[Math.floor(Math.random() * listed.length)];
    if (move === undefined) throw new Error(`nothing is listed for ${prompt.kind}`);
    return move;
  };
}

/** What part of a match the bot has won: half of it where two have. */
async function won(): Promise<number> {
  const { token } = await new Tabularium(url).signUp({ handle: `bot_${crypto.randomUUID().slice(-12)}` });
  const client = new Tabularium(url, token);
  const seats = (await client.getGame(game)).seats.min;
  const { id } = await client.createMatch({ game, seats, bots: Array<"easy">(seats - 1).fill(against as "easy") });
  const { outcome, you } = await play(client, id, await (kind === "good" ? GOOD[game] ?? byChance : byChance)(client));
  const winners: number[] = outcome?.["winners"] ?? [];
  return winners.includes(you ?? -1) ? 1 / winners.length : 0;
}

const shares: number[] = [];
async function many(): Promise<void> {
  while (started < Number(count)) {
    started += 1;
    shares.push(await won());
  }
}
let started = 0;
await Promise.all(Array.from({ length: AT_ONCE }, many));
const total = shares.reduce((sum, one) => sum + one, 0);
console.log(`${game}: the ${kind} bot has won ${total.toFixed(1)} of ${shares.length} matches`);
