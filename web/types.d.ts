// What the page calls the shapes of the API. The generated file is made from api/openapi.json by `make clients`.
import type { components } from "../clients/typescript/generated/api.js";
import type english from "./texts/en.json";

/** The texts of a language by section and key: those of English name what there is. */
export type Texts = typeof english;
/** The texts as rooms say them: those of the page at the top, the others by section. */
export type Words = Texts["page"] & Omit<Texts, "page" | "abouts" | "questions"> & {
  /** What a game is about, and what a kind of question is called; of games and kinds that the page does not know there is none. */
  abouts: Record<string, string>;
  questions: Record<string, string>;
  seat: string;
};

/** What is to be known of a language besides its texts. */
export interface Spoken {
  code: string;
  direction: "ltr" | "rtl";
  /** What a seat is called before its number. */
  seat: string;
  /** Between the last two of a list. */
  and: string;
  /** Before a name that does not begin with one of the letters from the first to the second, `and` takes a hyphen. */
  and_joins?: [string, string] | null;
  /** The condition of each plural category but `other`. */
  plurals: Record<string, string>;
}

type Shapes = components["schemas"];

/** The languages that the service speaks. */
export type Language = keyof Shapes["Names"];
export type GameId = Shapes["Content"]["game"];
export type Of<Union, Game extends GameId> = Extract<Union, { game: Game }>;

export type Piece = Shapes["Piece"];
export type Names = Shapes["Names"];
export type Player = Shapes["Player"];
export type Me = Shapes["Me"];
export type Token = Shapes["Token"];
export type AppAccess = Shapes["AppAccess"];
export type OwnApp = Shapes["App"];
export type ConsentQuestion = Shapes["ConsentQuestion"];
export type PushSubscriptions = Shapes["PushSubscriptionPage"];
export type Notice = Shapes["Notice"];
export type Seat = Shapes["Seat"];
export type Match = Shapes["Match"];
export type Lobby = Shapes["Lobby"];
export type KeptSeat = Shapes["KeptSeat"];
export type View = Shapes["View"];
export type Content = Shapes["Content"];
export type Game = Shapes["Game"];
export type Problem = Shapes["Problem"];
export type PromptList = Shapes["PromptList"];
export type MatchEvent = Shapes["EventPage"]["items"][number];
export type StandingOrders = Shapes["StandingOrders"];
export type Deadline = Shapes["Deadline"];

export type Json = null | boolean | number | string | Json[] | { [field: string]: Json };
/** Fields of a move, by name. */
export type Fields = { [field: string]: Json };

/** A JSON Schema, as far as forms read it. */
export interface Schema {
  type?: string | string[];
  title?: string;
  description?: string;
  const?: Json;
  enum?: Json[];
  default?: Json;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: Schema;
  properties?: { [field: string]: Schema };
  required?: string[];
}

/** A listed move of any game: it may be posted as it stands. */
export type Move = Fields & { prompt: string; type: string; label: Piece[]; text?: Piece[] };

/** The moves of one type that may answer a prompt. */
export interface Kind {
  type: string;
  schema: Schema;
  legal: Move[];
  /** Whether `legal` lists all of them. */
  complete: boolean;
}

/** An open prompt of any game. */
export interface Prompt {
  prompt: string;
  seat: number;
  kind: string;
  optional: boolean;
  due_at: string | null;
  about: Fields;
  text: Piece[];
  moves: Kind[];
}
