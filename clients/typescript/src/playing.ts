// The loop of a bot: be asked, choose one of the listed moves, play it, until the match is over.
import type { Tabularium } from "./client.js";
import { DeadlinePassed, MatchNotActive, MatchPaused, StalePrompt } from "./problems.js";
import type { Given } from "./sending.js";
import type { AnyView, GameData, Match, Prompt } from "./shapes.js";

/** Is told what the seat sees and is asked; gives one of the moves that the prompt lists, or another of its schema. */
export type Choose = (view: AnyView, prompt: Prompt) => GameData | Promise<GameData>;

/** All moves that a prompt lists, each as it is posted. */
export function moves(prompt: Prompt): GameData[] {
  return prompt.moves.flatMap((form) => form["legal"].map((move: GameData) => ({ prompt: prompt.prompt, ...move })));
}

/**
 * Play the caller's seat to the end of the match; the match as it ended.
 *
 * Follows the match's stream, so nothing is asked while others think. A question that was answered meanwhile, by the
 * clock say, is left. Throws the `Problem` of a move that the rules refuse.
 */
export async function play(client: Tabularium, match: string, choose: Choose, given: Given = {}): Promise<Match> {
  await answer(client, match, choose, given);
  for await (const message of client.follow(match, given)) {
    if (message.type === "prompts" && isAsked(message.data["items"])) await answer(client, match, choose, given);
  }
  return client.getMatch(match, given);
}

function isAsked(prompts: readonly Prompt[]): boolean {
  return prompts.some((one) => !one.optional);
}

async function answer(client: Tabularium, match: string, choose: Choose, given: Given): Promise<void> {
  for (;;) {
    const view = await client.getView(match, given);
    const prompt = view.prompts.find((one) => !one.optional);
    if (prompt === undefined) return;
    try {
      await client.playMove(match, await choose(view, prompt), given);
    } catch (error) {
      if (!isLate(error)) throw error;
    }
  }
}

/** Whether the question was answered, or the match stopped, since it was asked. */
function isLate(error: unknown): boolean {
  return [StalePrompt, DeadlinePassed, MatchNotActive, MatchPaused].some((kind) => error instanceof kind);
}
