// Spell-a-Spell with hints: the longest word that the hand can lay.
import type { Schemas, Table } from "./table.js";

export const wish: Schemas["SpellASpellMatchWish"] = { game: "spell-a-spell", seats: 2, options: { hints: true } };

export async function play(table: Table): Promise<void> {
  for await (const player of table.turns()) {
    const asked = await player.prompts(table.match);
    if (asked.game !== "spell-a-spell") throw new Error(asked.game);
    for (const prompt of asked.items) await player.play(table.match, choose(prompt));
  }
}

function choose(prompt: Schemas["SpellASpellPrompt"]): Schemas["SpellASpellMove"] {
  if (prompt.kind === "turn") {
    for (const moves of prompt.moves) {
      const longest = moves.type === "cast_word" ? moves.legal[0] : undefined;
      if (longest !== undefined) return longest;
    }
  }
  // The end of a turn stands last, and so does declining; a vote begins with accepting.
  const move = prompt.moves.at(-1)?.legal[0];
  if (move === undefined) throw new Error(`nothing is listed for ${prompt.kind}`);
  return move;
}

export async function told(table: Table): Promise<string> {
  const words: string[] = [];
  for await (const page of table.history()) {
    if (page.game !== "spell-a-spell") throw new Error(page.game);
    for (const event of page.items) if (event.type === "word_cast") words.push(event.data.word);
  }
  return `${words.length} words`;
}
