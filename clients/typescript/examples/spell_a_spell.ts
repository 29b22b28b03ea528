// A good bot for Spell-a-Spell: it knows the whole lexicon, and casts the longest word that its cards lay.
import { moves, type Choose, type GameData, type Prompt, type Tabularium } from "tabularium-client";

const FOG = "fog";
const FINALS: Readonly<Record<string, string>> = { ך: "כ", ם: "מ", ן: "נ", ף: "פ", ץ: "צ" };

interface Word {
  readonly word: string;
  readonly key: string;
  readonly flags: readonly string[];
}
interface State {
  readonly players: readonly { readonly hand: readonly string[] | null }[];
  readonly options: { readonly repeat: string; readonly allow_imaginary: boolean };
  readonly words: readonly { readonly word: string }[];
}

/** The bot, which has read cards and words. */
export async function good(client: Tabularium): Promise<Choose> {
  const content: GameData = await client.getContent("spell-a-spell");
  const lexicon: GameData = await client.getLexicon("spell-a-spell");
  const cards: GameData[] = Object.values<GameData[]>(content["decks"]).flat();
  const faces = new Map<string, string>(cards.map((card) => [card["id"], card["face"]]));
  const special = new Set<string>(content["special_words"].map((one: GameData) => one["word"]));
  const known = new Speller(lexicon["items"], special);
  return (view, prompt) => {
    const state = view.state as unknown as State;
    if (prompt.kind === "word_vote") return vote(prompt, known.has(prompt.about["word"]));
    const held = (state.players[prompt.seat]?.hand ?? []).map((card) => faces.get(card) ?? "");
    const word = prompt.about["may_cast"] ? known.longest(state, held, prompt.about) : undefined;
    return chosen(prompt, word, () => known.longest(state, held, { ...prompt.about, least: 2 }) !== undefined);
  };
}

/** A snowball first: an effect card kept is a letter less. Then the word; without one, what frees of the spell. */
function chosen(prompt: Prompt, word: Word | undefined, couldCastFree: () => boolean): GameData {
  const listed = moves(prompt);
  const effect = (name: string): GameData | undefined => listed.find((move) => move["effect"] === name);
  const thrown = effect("snowball");
  if (thrown !== undefined) return thrown;
  if (word !== undefined) return { prompt: prompt.prompt, type: "cast_word", word: word.word };
  const freed = effect("firewall");
  if (freed !== undefined && (prompt.kind !== "turn" || couldCastFree())) return freed;
  const last = listed.at(-1);
  if (last === undefined) throw new Error(`nothing is listed for ${prompt.kind}`);
  return effect("sandstorm") ?? last;
}

function vote(prompt: Prompt, isKnown: boolean): GameData {
  return { prompt: prompt.prompt, type: "vote", vote: isKnown ? "accept" : "challenge" };
}

/** The words that a hand lays. */
class Speller {
  private readonly keys: ReadonlySet<string>;
  private readonly words: readonly Word[];

  constructor(
    words: readonly Word[],
    private readonly special: ReadonlySet<string>,
  ) {
    this.keys = new Set(words.map((one) => one.key));
    // The special ones before the longest ones.
    const rank = (one: Word): number => one.key.length + (special.has(one.key) ? 100 : 0);
    this.words = [...words].sort((one, other) => rank(other) - rank(one));
  }

  has(word: string): boolean {
    return this.keys.has(keyOf(word));
  }

  /** The best word that is long enough and may be cast; of those as long, one that spares the fog. */
  longest(state: State, held: readonly string[], about: GameData): Word | undefined {
    const cast = state.options.repeat === "never" ? state.words.map((one) => one.word) : [];
    const gone = new Set([about["word"] ?? "", ...cast].map(keyOf));
    let found: Word | undefined;
    let fogs = Infinity;
    for (const one of this.words) {
      if (found !== undefined && (this.special.has(found.key) || one.key.length < found.key.length)) break;
      if (one.key.length < about["least"] && !this.special.has(one.key)) continue;
      if (gone.has(one.key) || (!state.options.allow_imaginary && one.flags.includes("imaginary"))) continue;
      const used = fogsFor(one.key, held);
      if (used < fogs) [found, fogs] = [one, used];
    }
    return found;
  }
}

/** How many fog cards it takes to lay a word; infinitely many where the hand cannot. */
function fogsFor(key: string, held: readonly string[]): number {
  const left = [...held];
  let fogs = 0;
  for (const letter of key) {
    const place = left.indexOf(letter);
    if (place >= 0) left.splice(place, 1);
    else fogs += 1;
  }
  return fogs <= left.filter((face) => face === FOG).length ? fogs : Infinity;
}

/** The letters that a word takes: without points, and with no final forms. */
function keyOf(word: string): string {
  const letters = [...word.normalize("NFKC")].map((letter) => FINALS[letter] ?? letter);
  return letters.filter((letter) => /[א-ת]/.test(letter)).join("");
}
