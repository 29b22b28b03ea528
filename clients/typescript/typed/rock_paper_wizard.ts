// Rock Paper Wizard: hit the richest, with an attack where the book has one.
import type { Player, Schemas, Table } from "./table.js";

export const wish: Schemas["RockPaperWizardMatchWish"] = { game: "rock-paper-wizard", seats: 3 };

export async function play(table: Table): Promise<void> {
  const content = await table.players[0].content(wish.game);
  if (content.game !== "rock-paper-wizard") throw new Error(content.game);
  const attacks = new Set(content.cards.filter((card) => card.kind === "attack").map((card) => card.id));
  for await (const player of table.turns()) await answer(table, player, attacks);
}

async function answer(table: Table, player: Player, attacks: ReadonlySet<string>): Promise<void> {
  const [view, asked] = [await player.view(table.match), await player.prompts(table.match)];
  if (view.seat === "all" || view.game !== "rock-paper-wizard" || asked.game !== "rock-paper-wizard") return;
  for (const prompt of asked.items) {
    const move = choose(prompt, view.state, attacks);
    if (move !== undefined) await player.play(table.match, move);
  }
}

function choose(
  prompt: Schemas["RockPaperWizardPrompt"],
  state: Schemas["RockPaperWizardState"] | null,
  attacks: ReadonlySet<string>,
): Schemas["RockPaperWizardMove"] | undefined {
  switch (prompt.kind) {
    case "choose_receiver":
      return prompt.moves[0]?.legal[0];
    case "choose_spell": {
      const worth = (move: Schemas["RockPaperWizardChooseSpellMove"]): number =>
        (state?.wizards[move.target]?.gold ?? 0) + (attacks.has(move.spell) ? 100 : 0);
      return prompt.moves[0]?.legal.reduce((best, move) => (worth(move) > worth(best) ? move : best));
    }
  }
}

export async function told(table: Table): Promise<string> {
  let moved = 0;
  for await (const page of table.history()) {
    if (page.game !== "rock-paper-wizard") throw new Error(page.game);
    for (const event of page.items) {
      if (event.type !== "effect_applied") continue;
      for (const change of event.data.changes) if (change.of === "pos") moved += Math.abs(change.after - change.before);
    }
  }
  return `${moved} spaces moved`;
}
