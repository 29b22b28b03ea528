// What the modules of this picture call the shapes of the API.
import type { components } from "../../../clients/typescript/generated/api.js";
import type { nothing } from "../../vendor/lit-html.js";
import type { Content, Fields, Of } from "../../types.js";
import type { Person, Told } from "../picture.js";

type Shapes = components["schemas"];

export type CaveTold = Told<"cave">;
export type CaveContent = Of<Content, "cave">;
export type CaveState = CaveTold["view"]["state"];
export type Adventurer = Shapes["CaveShownAdventurer"];
export type Asked = NonNullable<CaveState["asked"]>;
export type AskedOf<Kind extends Asked["kind"]> = Extract<Asked, { kind: Kind }>;
export type Card = CaveContent["cards"][number];
export type Area = CaveContent["board"]["areas"][number];
export type Gate = CaveContent["board"]["gates"][number];
export type Addend = Shapes["CaveAddend"];
export type CaveEvent = Shapes["CaveEvent"];
export type EventOf<Type extends CaveEvent["type"]> = Extract<CaveEvent, { type: Type }>;
export type { Fields, Person };

/** What a tap on a thing would do: the fields it stands for, and how it looks. */
export interface Tap {
  /** `may`, `chosen`, both or none of them. */
  looks: string;
  /** `nothing` where a tap does nothing. */
  tap: (() => void) | typeof nothing;
}

/** What the changes since the last drawing have touched. */
export interface News {
  /** All of them, oldest first. */
  events: CaveEvent[];
  areas: Set<string>;
  /** "area card" of what was laid there. */
  cards: Set<string>;
  gates: Set<string>;
  /** Seats that have moved. */
  seats: Set<number>;
  /** "seat stat" or "seat card" of what an adventurer has got. */
  gains: Set<string>;
  /** Which kind of chamber an area is for this visit. */
  chambers: Map<string, string>;
}
