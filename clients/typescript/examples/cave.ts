// A good bot for Cave: it weighs each listed move by rules of thumb, and walks where it wants to go.
//
// It grows by fights it can win, heals in time, and looks for the Crystal once it may pass the trials. 100 is about
// what a point of strength is worth; 0 is to go on as usual.
import { moves, type Choose, type GameData, type Prompt, type Tabularium } from "tabularium-client";
import { split, worthOfText } from "./cave_texts.js";

// Of 36 throws of two dice, how many come to no more than the number.
const TWO_DICE = [0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36];
// The chance in the trials, in thousandths, with which an adventurer looks for the Crystal.
const READY = 250;
// With so much gold some is left for the third trial, whatever is bought.
const SPARE = 5;
const NEVER = -1000;
// What the winner of a fight between adventurers may take, beside cards.
const PRIZES: Readonly<Record<string, number>> = { devour: 500, endurance: 90, gold: 60 };
const [ENTRANCE, SPRING, FORGE] = ["E", "M1", "S5"];
const EASY_PLACES = ["S4", "S6", "S7", "U2", "U3", "S2"];
const RICH_PLACES = ["M2", "M6", "D1", "D3", "N3", "N6"];

export interface Hero {
  readonly area: string;
  readonly endurance: number;
  readonly healing_cap: number;
  readonly gold: number;
  readonly spell_count: number;
  readonly spell_limit: number;
  readonly totals: readonly { readonly kind: string; readonly stat: string; readonly total: number }[];
}
interface State {
  readonly adventurers: readonly (Hero & { readonly character: string | null })[];
  readonly gates_open: readonly string[];
  readonly crystal_area: string | null;
}

/** The bot, which has read the board and the cards. */
export async function good(client: Tabularium): Promise<Choose> {
  const content = new Content(await client.getContent("cave"));
  return (view, prompt) => {
    const table = new Table(content, view.state as unknown as State, prompt);
    const listed = moves(prompt).map((move) => ({ move, worth: table.worthOf(move) }));
    return listed.reduce((found, one) => (one.worth > found.worth ? one : found)).move;
  };
}

/** Ways on the board, and what cards are good for. */
class Content {
  readonly chambers: readonly string[];
  private readonly exits: ReadonlyMap<string, readonly string[]>;
  private readonly gates: readonly { readonly id: string; readonly edge: readonly [string, string] }[];
  private readonly cards: ReadonlyMap<string, GameData>;

  constructor(content: GameData) {
    const areas: GameData[] = content["board"]["areas"];
    this.chambers = areas.filter((area) => area["kind"] === "chamber").map((area) => area["id"]);
    this.exits = new Map(areas.map((area) => [area["id"], area["exits"]]));
    this.gates = content["board"]["gates"];
    this.cards = new Map(content["cards"].map((card: GameData) => [card["id"], card]));
  }

  isArea(name: string): boolean {
    return this.exits.has(name);
  }

  beyond(gate: string, area: string): string {
    const edge = this.gates.find((one) => one.id === gate)?.edge ?? [area, area];
    return edge[0] === area ? edge[1] : edge[0];
  }

  /** How many steps the nearest of these areas is away, past no gate that is closed. */
  distance(start: string, wanted: readonly string[], open: readonly string[]): number {
    const shut = this.gates.filter((gate) => !open.includes(gate.id));
    const closed = shut.flatMap(({ edge: [one, other] }) => [one + other, other + one]);
    const steps = new Map([[start, 0]]);
    for (const [here, far] of steps) {
      if (wanted.includes(here)) return far;
      for (const exit of this.exits.get(here) ?? []) {
        if (!steps.has(exit) && !closed.includes(here + exit)) steps.set(exit, far + 1);
      }
    }
    return 99;
  }

  /** What an object, a friend or a spell is good for. */
  worthOf(card: string): number {
    const found = this.cards.get(card);
    if (found === undefined) return 0;
    let worth = 10;
    for (const part of split(found["effect"]?.["text"] ?? "", " + ")) {
      const bonus = /^bonus\(\w+,(\d),(\w+)\)$/.exec(part);
      const each: Readonly<Record<string, number>> = { always: 110, fight: 50, psychic: 50 };
      if (bonus) worth += Number(bonus[1]) * (each[bonus[2] ?? ""] ?? 10);
      else if (part.startsWith("armour")) worth += 50;
      else if (part === "map") worth += 60;
      else if (/^(key|guide|limit|immune)/.test(part)) worth += 20;
    }
    return worth;
  }

  valueOf(card: string): number {
    return this.cards.get(card)?.["value"] ?? 0;
  }
}

/** A question as it stands: the table, the adventurer, and what is asked. */
class Table {
  private readonly hero: Hero | undefined;

  constructor(
    private readonly content: Content,
    private readonly state: State,
    private readonly prompt: Prompt,
  ) {
    const own = state.adventurers[prompt.seat];
    this.hero = own?.character ? own : undefined;
  }

  // A branch for each kind of move, and nothing else.
  worthOf(move: GameData): number {
    const { content, hero, prompt } = this;
    const about = prompt.about;
    if (hero === undefined) return move["character"] === "random" ? -1 : 0;
    switch (move["type"]) {
      case "exchange_trophies":
        return 1000 - move["cards"].reduce((sum: number, card: string) => sum + content.valueOf(card), 0);
      case "step":
      case "first_step":
      case "branch":
        return content.isArea(move["to"]) ? this.towards(move["to"]) : 0;
      case "gate":
        return this.towards(content.beyond(move["gate"], hero.area)) - this.gateRisk(move["by"]);
      case "cure":
        return 50 * (hero.healing_cap - hero.endurance) - 40;
      case "trials_again":
      case "attempt":
        return this.prospects() - (hero.endurance > 1 ? 100 : 500);
      case "attack":
        return this.attack(move["target"], move["psychic"] ? "power" : "strength");
      case "ability":
        return 10;
      case "split_draw":
        return this.isWeak() ? move["adventure"] : -move["adventure"];
      case "evade":
        return this.odds() >= 0 ? -1 : 20 - this.odds();
      case "cast":
        if (move["spell"] === "Z01") return this.odds() >= 0 ? -1 : 20 - this.odds();
        if (move["spell"] === "Z05") return this.odds() > -6 && this.odds() < 3 ? 10 : -10;
        return 5;
      case "cast_at":
      case "cast_on_deck":
      case "cancel":
        return 5;
      case "claim":
        return PRIZES[move["prize"]] ?? content.worthOf(move["prize"]);
      case "reroll":
        return about["face"] < 4 ? 1 : -1;
      case "choose":
        return worthOfText((about[`option_${move["option"]}`] ?? []).join(" + "), hero);
      case "pay":
        return worthOfText(about["effects"].join(" + "), hero) - (hero.gold < SPARE ? 45 : 20) * about["price"];
      case "take":
        return 10;
      case "take_instead":
        return content.worthOf(about["card"]) - content.worthOf(move["leaving"]);
      case "drop_excess":
        return -move["cards"].reduce((sum: number, card: string) => sum + content.worthOf(card), 0);
      case "discard_card":
        return -content.worthOf(move["card"]);
      case "drop_object":
      case "leave_friend":
      case "dark_pact":
        return NEVER;
      case "use_map":
        return this.prospects() - READY;
    }
    return 0;
  }

  /** By how much an area is nearer to where the adventurer wants to go. */
  private towards(area: string): number {
    const [wanted, open] = [this.goals(), this.state.gates_open];
    const { content, hero } = this;
    return 10 * (content.distance(hero?.area ?? area, wanted, open) - content.distance(area, wanted, open));
  }

  private goals(): readonly string[] {
    const { hero, state } = this;
    if (hero === undefined) return [];
    if (hero.endurance < 3 && hero.endurance < hero.healing_cap) return hero.gold > 0 ? [ENTRANCE, SPRING] : [SPRING];
    const isReady = this.prospects() >= READY;
    if (state.crystal_area !== null && isReady) return [state.crystal_area];
    if (hero.gold >= SPARE && this.total("trial", "strength") < 10) return [FORGE];
    if (isReady) return this.content.chambers.filter((chamber) => chamber !== hero.area);
    return this.isWeak() ? EASY_PLACES : RICH_PLACES;
  }

  /** How likely the adventurer passes all three trials in one attempt, in thousandths. */
  private prospects(): number {
    const throws = ["strength", "power"].map((stat) => TWO_DICE[Math.min(12, this.total("trial", stat))] ?? 0);
    const gold = Math.min(this.hero?.gold ?? 0, 6);
    return (throws.reduce((product, one) => product * one, 1) * gold * 1000) / (36 * 36 * 6);
  }

  private total(kind: string, stat: string, hero = this.hero): number {
    return hero?.totals.find((one) => one.kind === kind && one.stat === stat)?.total ?? 0;
  }

  private isWeak(): boolean {
    return this.total("fight", "strength") + this.total("psychic_fight", "power") < 10;
  }

  private gateRisk(by: string): number {
    if (by === "key" || by === "open") return 0;
    return 36 - (TWO_DICE[Math.min(12, this.total("gate", by))] ?? 0);
  }

  private odds(): number {
    return this.prompt.about["total"] - this.prompt.about["enemy_total"];
  }

  private attack(target: number, stat: string): number {
    const kind = stat === "power" ? "psychic_duel" : "fight";
    return 20 * (this.total(kind, stat) - this.total(kind, stat, this.state.adventurers[target])) - 40;
  }
}
