// The 23 cards (docs/format-rock-paper-wizard.md, "Constants").

export type Who = "caster" | "target" | "neighbours" | "target_of_target";
export type Amount = number | "gold_gap" | { readonly per_poorer: number } | { readonly per_card_between: readonly [number, number] };
export type Step =
  | readonly ["push" | "advance", Who, Amount]
  | readonly ["place", "caster" | "target", "caster" | "target", number]
  | readonly ["lose", "target", Amount]
  | readonly ["give", "target", "caster", number]
  | readonly ["give_each_poorer" | "give_chosen_poorer", number]
  | readonly ["swap" | "pool_split" | Gestural];
export type Gestural = "redirect_next" | "redirect_self" | "cancel" | "make_wild";

export interface Card {
  readonly colour: "blue" | "red" | "green";
  readonly steps: readonly Step[];
}

/** In the order of their numbers. */
export const CARDS: ReadonlyMap<string, Card> = new Map<string, Card>([
  ["antimagic_field", { colour: "blue", steps: [["advance", "caster", 2], ["make_wild"]] }],
  ["confusion", { colour: "blue", steps: [["advance", "caster", 2], ["redirect_next"]] }],
  ["counterspell", { colour: "blue", steps: [["advance", "caster", 2], ["cancel"]] }],
  ["misty_step", { colour: "blue", steps: [["place", "caster", "target", 0]] }],
  ["passwall", { colour: "blue", steps: [["advance", "caster", 3], ["advance", "target", 2]] }],
  ["teleportation_circle", { colour: "blue", steps: [["advance", "caster", "gold_gap"]] }],
  ["wall_of_force", { colour: "blue", steps: [["advance", "caster", 2], ["redirect_self"]] }],
  ["chain_lightning", { colour: "red", steps: [["push", "target", 3], ["push", "target_of_target", 2]] }],
  ["dimension_door", { colour: "red", steps: [["swap"]] }],
  ["fear", { colour: "red", steps: [["push", "target", { per_poorer: 2 }]] }],
  ["fireball", { colour: "red", steps: [["push", "target", 5]] }],
  ["ice_storm", { colour: "red", steps: [["push", "target", 4], ["advance", "neighbours", 2]] }],
  ["meteor_swarm", { colour: "red", steps: [["push", "target", { per_card_between: [1, 2] }]] }],
  ["polymorph", { colour: "red", steps: [["push", "target", "gold_gap"]] }],
  ["stinking_cloud", { colour: "red", steps: [["push", "target", 3], ["push", "neighbours", 1]] }],
  ["telekinesis", { colour: "red", steps: [["place", "target", "caster", -1]] }],
  ["vampiric_touch", { colour: "red", steps: [["push", "target", 2], ["advance", "caster", 2]] }],
  ["burning_hands", { colour: "green", steps: [["push", "target", 1], ["lose", "target", 1]] }],
  ["charm_person", { colour: "green", steps: [["give_chosen_poorer", 2]] }],
  ["color_spray", { colour: "green", steps: [["lose", "target", { per_poorer: 1 }]] }],
  ["dominate_person", { colour: "green", steps: [["push", "target", 3], ["give", "target", "caster", 1]] }],
  ["feeblemind", { colour: "green", steps: [["pool_split"]] }],
  ["imprisonment", { colour: "green", steps: [["give_each_poorer", 1]] }],
]);
