/**
 * What a picture is told, made from the answers of the API. The table, the replay and the harness make it here.
 *
 * @typedef {import("../../types.js").Match} Match
 * @typedef {import("../../types.js").View} View
 * @typedef {import("../../types.js").Content} Content
 * @typedef {import("../../types.js").Prompt} Prompt
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {import("../../types.js").Fields} Fields
 * @typedef {import("../../types.js").Language} Language
 * @typedef {import("../../types.js").Names} Names
 * @typedef {import("../../games/picture.js").AnyTold} AnyTold
 */
import { people } from "../seats/people.js";
import { sayer } from "../pieces.js";

/**
 * @param {object} given
 * @param {Match} given.match
 * @param {View} given.view
 * @param {Content} given.content
 * @param {Language} given.language
 * @param {Prompt[]} [given.prompts]
 * @param {Fields} [given.chosen]
 * @param {(part: Fields) => void} [given.select]
 * @param {boolean} [given.motion]
 * @param {MatchEvent[]} [given.changes]
 * @param {string | null} [given.refusal]
 * @param {readonly string[]} [given.order]
 * @param {(ids: string[]) => void} [given.arrange]
 * @param {boolean} [given.plays]
 * @returns {AnyTold}
 */
export function told({
  match, view, content, language, prompts = [], chosen = {}, select = () => {}, motion = true, changes = [], refusal = null, order = [],
  arrange = () => {}, plays = false,
}) {
  const me = typeof view.seat === "number" ? view.seat : null;
  const seats = people(match, me, language);
  const names = namesOf(content);
  return {
    content, view, seats, me, chosen, select, language, motion, changes, refusal, order, arrange, plays,
    legal: prompts.flatMap((prompt) => prompt.moves.flatMap((kind) => kind.legal)),
    forms: prompts.flatMap((prompt) =>
      prompt.moves.filter((kind) => !kind.complete).map((kind) => ({ ...kind, prompt: prompt.prompt }))),
    term: (id) => names.get(id)?.[language] ?? id,
    inWords: (one) => one[language],
    ...sayer((seat) => seats[seat]?.name ?? "", language),
  };
}

/** @type {WeakMap<object, Map<string, Names>>} */
const known = new WeakMap();

/**
 * The names of all that has an id in a game's content, wherever it stands there.
 * @param {Content} content
 */
function namesOf(content) {
  const found = known.get(content) ?? new Map();
  if (!known.has(content)) {
    known.set(content, found);
    gather(content, found);
  }
  return found;
}

/**
 * @param {unknown} value
 * @param {Map<string, Names>} found
 */
function gather(value, found) {
  if (typeof value !== "object" || value === null) return;
  const one = /** @type {{ id?: unknown, names?: Names }} */ (value);
  if (typeof one.id === "string" && one.names) found.set(one.id, one.names);
  for (const [name, inner] of Object.entries(value)) {
    if (name === "terms") for (const [id, names] of Object.entries(inner)) found.set(id, /** @type {Names} */ (names));
    else gather(inner, found);
  }
}
