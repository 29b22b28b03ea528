// A bot for any game: it sits down with other bots and plays listed moves by chance, to the end.
//
//     node bot.js http://127.0.0.1:8000 cave
import { moves, play, Tabularium, type AnyView, type GameData, type Prompt } from "tabularium-client";

declare const process: { readonly argv: readonly string[] };

/** One of the moves that are listed. A better bot looks at `view` and at `prompt.about`. */
function choose(_view: AnyView, prompt: Prompt): GameData {
  const listed = moves(prompt);
  const move = listed[Math.floor(Math.random() * listed.length)];
  if (move === undefined) throw new Error(`nothing is listed for ${prompt.kind}`);
  return move;
}

/** Play a match; the sentence of how it ended. */
async function main(url: string, game: string): Promise<string> {
  const stranger = new Tabularium(url);
  const { token } = await stranger.signUp({ handle: `bot_${crypto.randomUUID().slice(-12)}` });
  const bot = new Tabularium(url, token, { language: "en" });
  const seats = (await bot.getGame(game)).seats.min;
  const made = await bot.createMatch({ game, seats, bots: Array<"easy">(seats - 1).fill("easy") });
  const ended = await play(bot, made.id, choose);
  return ended.text.map((piece) => piece.text).join("");
}

console.log(await main(process.argv[2] ?? "http://127.0.0.1:8000", process.argv[3] ?? "cave"));
