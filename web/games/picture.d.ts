// The picture contract. web/README.md says in words what is promised here.
import type { TemplateResult } from "../vendor/lit-html.js";
import type { Fields, Game, GameId, Kind, Language, MatchEvent, Move, Of, Piece, Content, View, Words } from "../types.js";

/** Who sits where, as a picture shows it. */
export interface Person {
  seat: number;
  /** Handle, "Bot …" or "Seat n", in the page's language. */
  name: string;
  /** A shape as an SVG path in a square of 24, for a player is never told by colour alone. */
  sign: string;
  /** A CSS colour, of both themes: `var(--seat-0)`. */
  colour: string;
  isMe: boolean;
  /** Whether the match waits for them. */
  isAsked: boolean;
  /** "seated", "autopilot", "resigned", … */
  status: string;
}

/** A kind of move of which not all are listed, as the spell of a word: its fields are filled in. */
export interface Form extends Kind {
  prompt: string;
}

/** All that a picture may know. */
export interface Told<Game extends GameId> {
  /** The answer of `GET /games/{game}/content`. */
  content: Of<Content, Game>;
  /** The answer of `GET /matches/{match}/view`; with `?at=` in a replay. `view.state` is never null here. */
  view: Of<View, Game> & { state: NonNullable<Of<View, Game>["state"]> };
  /** By number of seat, all of them. */
  seats: Person[];
  /** The seat through whose eyes the picture is drawn; null for a spectator. */
  me: number | null;
  /** Every listed move of the open prompts, as it may be posted. Empty where nobody is asked, and in a replay. */
  legal: Move[];
  /** The kinds of moves that have more than what is listed. */
  forms: Form[];
  /** What has been chosen so far: some fields of a move, `{}` at first. The shell keeps it. */
  chosen: Fields;
  /** A tap: the shell adds these fields to what is chosen, as `choice.js` says, and draws anew. */
  select(part: Fields): void;
  /** Why what is chosen was refused; null where it was not. */
  refusal: string | null;
  /** In which order the viewer likes to have what they hold, by id; what is new is not in it. The shell keeps it. */
  order: readonly string[];
  arrange(ids: string[]): void;
  /** A sentence or label of the API as HTML, with names in `<bdi>`. */
  say(pieces: Piece[], page?: (seat: number) => string | null): TemplateResult;
  /** The same as plain text, for `<text>` and `<title>`. */
  plain(pieces: Piece[]): string;
  /** The name of a thing of the content, in the page's language; its id where it has none. */
  term(id: string): string;
  /** One of three texts by language: what content has as `names`, `texts`. */
  inWords(names: { en: string; he: string; pl: string }): string;
  language: Language;
  /** Whether things may move: false where less motion is wanted, and where a replay jumps. */
  motion: boolean;
  /** Whether what has happened is being played: on the stage, or in a replay. */
  plays: boolean;
  /** The events that led here from what was drawn before, oldest first; empty at first and after a jump. */
  changes: Of<MatchEvent & { game?: GameId }, Game>[] | MatchEvent[];
}

/** A list below a heading, each line a sentence or a thing with what is to be said of it. */
export interface Headed {
  heading: string;
  lines: string[];
}

/** What the picture shows, in words; as pure as a picture. */
export type Wording<Game extends GameId> = (told: Told<Game>) => Headed[];

/** A pure function of what it is told: no calls, no clock, no chance, no memory, no listener but `select`. */
export type Picture<Game extends GameId> = (told: Told<Game>) => TemplateResult;

/** What stands in place of the generics where any game is meant. */
export type AnyTold = Omit<Told<GameId>, "view" | "content"> & { view: View; content: Content };
export type AnyPicture = (told: AnyTold) => TemplateResult;
export type AnyWording = (told: AnyTold) => Headed[];
export type AnyExplaining = (told: AnyTold, key: string) => About | null;

/** What a thing on the table says of itself when it is tapped, pointed at, or asked for by key. */
export interface About {
  name: string;
  /** What it does, a sentence or two each. */
  lines: string[];
  /** How it is drawn, at most 48 by 48. */
  sign?: TemplateResult;
  /** The class whose styles the sign needs, as "cave". */
  look?: string;
  /** A question that names it shows it whole. */
  isCard?: boolean;
}

/** What is said of the thing that carries this `data-about`; null where there is nothing to say. As pure as a picture. */
export type Explaining<Game extends GameId> = (told: Told<Game>, key: string) => About | null;

/** A moment that is seen on the stage. */
export interface Beat {
  /** Frames of one scene follow each other: a path, a spell with all that it does. */
  scene: string;
  /** How long it is shown, at the common pace. */
  milliseconds: number;
  /** A scene begins, though the one before has the same name. */
  opens?: boolean;
}

/** How the points of a game run, and what one remembers of a match (`parts/ending/run.js`). */
export interface Ending {
  /** What is counted, as the page's texts name it (`endings`); null: points. */
  unit: "gold" | "worth" | null;
  /** What a column of the picture is. */
  step: "round" | "turn";
  /** What everybody has before the first event, by seat. */
  begin(seats: number, content: Content): number[];
  /** The points after an event; the same list where it changes none. */
  after(points: number[], event: MatchEvent, content: Content): number[];
  /** Whether a round begins with an event; `round` is the one that goes on, as the function `round` names it. */
  opens(event: MatchEvent, round: unknown): boolean;
  /** The name of the round that an event opens, where several events may. */
  round?(event: MatchEvent): unknown;
  /** Events that change points and are no swing. */
  quiet?: string[];
  /** By kind: how much an event counts, the most wins; null: it is no such moment. The page's texts name the kinds. */
  moments: Record<string, (event: MatchEvent) => number | null>;
}

/** What of a game is played on the stage (`parts/board/stage.js`). */
export interface Script {
  /** How an event is shown; null where it is booked unseen. */
  beat(event: MatchEvent): Beat | null;
  /** The state of a view after an event, as far as the event tells it. */
  advance(state: unknown, event: MatchEvent): unknown;
  /** Whether a move could end the match of its seat, so that it is always asked once more. */
  isGrave?(state: unknown, seat: number, move: Fields): boolean;
  /** Whether moves of a type answer nothing of what is asked: they stand after those that do, and are put away first. */
  isAside?(type: string): boolean;
  /** Why a move that is filled in cannot be sent, in the viewer's language; null where nothing speaks against it. */
  faultOf?(told: AnyTold, move: Fields): string | null;
}

/** A text of the page's section `primer`, and what is drawn beside it. */
export type Explained = [key: keyof Words["primer"], drawn: () => unknown];

/** A game on one screen: what a turn is made of, and what the signs of its picture mean. */
export interface Primer {
  turn: Explained[];
  signs: Explained[];
}

/** The best moves that the page can think of, the best first, from what anybody may know; `get` asks the API. */
export type Hint = (told: AnyTold, game: Game, get: (path: string) => Promise<any>) => Promise<Fields[]>;
