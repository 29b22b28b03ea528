// Cave: a careful adventurer, who walks, takes what lies there, and heals when hurt.
import type { Player, Schemas, Table } from "./table.js";

export const wish: Schemas["CaveMatchWish"] = { game: "cave", seats: 2, options: { max_rounds: 6 } };

export async function play(table: Table): Promise<void> {
  for await (const player of table.turns()) await answer(table, player);
}

async function answer(table: Table, player: Player): Promise<void> {
  const [view, asked] = [await player.view(table.match), await player.prompts(table.match)];
  if (view.seat === "all" || view.game !== "cave" || asked.game !== "cave") return;
  for (const prompt of asked.items) await player.play(table.match, choose(prompt, view.state));
}

function choose(prompt: Schemas["CavePrompt"], state: Schemas["CaveState"] | null): Schemas["CaveMove"] {
  const hero = state?.adventurers[prompt.seat];
  if (prompt.kind === "start_action" && hero && (hero.endurance ?? 0) < (hero.healing_cap ?? 0)) {
    for (const moves of prompt.moves) if (moves.type === "cure" && moves.legal[0]) return moves.legal[0];
  }
  if (prompt.kind === "take") {
    for (const moves of prompt.moves) if (moves.type === "take" && moves.legal[0]) return moves.legal[0];
  }
  const listed = prompt.moves[0]?.legal;
  // The last of a text's options is the mildest.
  const move = prompt.kind === "choose" ? listed?.at(-1) : listed?.[0];
  if (move === undefined) throw new Error(`nothing is listed for ${prompt.kind}`);
  return move;
}

export async function told(table: Table): Promise<string> {
  const results: string[] = [];
  for await (const page of table.history()) {
    if (page.game !== "cave") throw new Error(page.game);
    for (const event of page.items) if (event.type === "fight_decided") results.push(event.data.result);
  }
  return `${results.length} fights, ${results.filter((result) => result === "won").length} won`;
}
