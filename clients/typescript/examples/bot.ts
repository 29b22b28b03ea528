// A bot for any game: it sits down with other bots and plays listed moves by chance, to the end.
//
//     node bot.js http://127.0.0.1:8000 cave
import { moves, play, problems, Tabularium, type AnyView, type GameData, type Prompt } from "tabularium-client";

declare const process: { readonly argv: readonly string[] };

/** One of the moves that are listed. A better bot looks at `view` and at `prompt.about`. */
function choose(_view: AnyView, prompt: Prompt): GameData {
  const listed = moves(prompt);
  const move = listed[Math.floor(Math.random() * listed.length)];
  if (move === undefined) throw new Error(`nothing is listed for ${prompt.kind}`);
  return move;
}

/** The token of a new guest; of a second one where the response with the first token was lost: it is shown once. */
async function newGuest(url: string): Promise<string> {
  for (;;) {
    try {
      return (await new Tabularium(url).signUp({ handle: `bot_${crypto.randomUUID().slice(-12)}` })).token;
    } catch (error) {
      if (!(error instanceof problems.AlreadyCreated)) throw error;
    }
  }
}

/** Play a match; the sentence of how it ended. */
async function main(url: string, game: string): Promise<string> {
  const bot = new Tabularium(url, await newGuest(url), { language: "en" });
  const seats = (await bot.getGame(game)).seats.min;
  const made = await bot.createMatch({ game, seats, bots: Array<"easy">(seats - 1).fill("easy") });
  const ended = await play(bot, made.id, choose);
  return ended.text.map((piece) => piece.text).join("");
}

console.log(await main(process.argv[2] ?? "http://127.0.0.1:8000", process.argv[3] ?? "cave"));
