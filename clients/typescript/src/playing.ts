// The loop of a bot: be asked, choose one of the listed moves, play it, until the match is over.
import type { Tabularium } from "./client.js";
import type { StreamMessage } from "./following.js";
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
 * Follows the match's stream, so nothing is asked while others think, or while the match is paused. A question that was
 * answered meanwhile, by the clock say, is left. Throws the `Problem` of a move that the rules refuse.
 */
export async function play(client: Tabularium, match: string, choose: Choose, given: Given = {}): Promise<Match> {
  await answer(client, match, choose, given);
  for await (const message of client.follow(match, given)) {
    if (isAsked(message)) await answer(client, match, choose, given);
  }
  return client.getMatch(match, given);
}

/** Whether there may be something to answer; after a pause that is a question which is not told again. */
function isAsked({ type, data }: StreamMessage): boolean {
  if (type === "prompts") return data["items"].some((one: Prompt) => !one.optional);
  return type === "event" && data["type"] === "resumed";
}

async function answer(client: Tabularium, match: string, choose: Choose, given: Given): Promise<void> {
  for (;;) {
    const view = await client.getView(match, given);
    const prompt = view.prompts.find((one) => !one.optional);
    if (prompt === undefined) return;
    try {
      await client.playMove(match, await choose(view, prompt), given);
    } catch (error) {
      // Nothing is taken now: the stream says when the match goes on, or that it is over.
      if (error instanceof MatchPaused || error instanceof MatchNotActive) return;
      // Somebody has answered in the meantime.
      if (!(error instanceof StalePrompt || error instanceof DeadlinePassed)) throw error;
    }
  }
}
