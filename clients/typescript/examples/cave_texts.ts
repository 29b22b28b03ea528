// What a text of Cave brings an adventurer, by and large: `pay(2: gain(strength,1)) + heal(1)`.
import type { Hero } from "./cave.js";

const POINT = 100;
const COIN = 45;

/** The worth of all steps of a text. */
export function worthOfText(text: string, hero: Hero): number {
  return split(text, " + ").reduce((sum, step) => sum + worthOfStep(step, hero), 0);
}

function worthOfStep(step: string, hero: Hero): number {
  const [, word = "", inside = ""] = /^(\w+)\((.*)\)/s.exec(step) ?? [];
  const count = Number(/\d+/.exec(inside)?.[0] ?? 1);
  switch (word) {
    case "gain":
      return count * (inside.startsWith("gold") ? COIN : POINT);
    case "lose":
      if (!inside.startsWith("endurance")) return -COIN * count;
      return hero.endurance > count ? -120 * count : -800;
    case "heal":
      return POINT * Math.min(inside === "all" ? 9 : count, Math.max(0, hero.healing_cap - hero.endurance));
    case "raise_endurance":
      return 90 * count;
    case "spell":
      return 40 * Math.min(count, Math.max(0, hero.spell_limit - hero.spell_count));
    case "bonus_next_test":
      return 10 * count;
    case "lose_turn":
      return -50 * count;
    case "pay":
      return worthOfText(inside.replace(/^\d+: /, ""), hero) - COIN * count;
    case "fight":
      return worthOfFight(inside, hero);
    case "roll":
      return split(inside, " | ").reduce((sum, branch) => sum + worthOfBranch(branch, hero), 0);
  }
  return 0;
}

/** `strength,7,win: gain(strength,1)` */
function worthOfFight(inside: string, hero: Hero): number {
  const [, stat = "strength", enemy = "0", win = ""] = /^(\w+),(\d+)(?:,win: (.*))?$/s.exec(inside) ?? [];
  const kind = stat === "power" ? "psychic_fight" : "fight";
  const own = hero.totals.find((one) => one.kind === kind && one.stat === stat)?.total ?? 0;
  const ahead = Math.max(-6, Math.min(6, own - Number(enemy)));
  return ((6 + ahead) * worthOfText(win, hero)) / 12 - (6 - ahead) * 12;
}

/** `5-6: gain(strength,1)`, of a die */
function worthOfBranch(branch: string, hero: Hero): number {
  const [, low = "1", high = low, text = ""] = /^(\d)(?:-(\d))?: (.*)$/s.exec(branch) ?? [];
  return ((Number(high) - Number(low) + 1) / 6) * worthOfText(text, hero);
}

/** A text at a mark, but not inside of brackets. */
export function split(text: string, mark: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let place = 0; place < text.length; place++) {
    depth += Number(text[place] === "(") - Number(text[place] === ")");
    if (depth === 0 && text.startsWith(mark, place)) {
      parts.push(text.slice(start, place));
      start = place + mark.length;
    }
  }
  return [...parts, text.slice(start)];
}
