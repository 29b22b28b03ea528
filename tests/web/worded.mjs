// A recorded match without its picture: what the page would say in words of every position, for the eyes that are asked for.
import { readFileSync } from "node:fs";

globalThis.document = { documentElement: { dir: "ltr" }, createComment: () => ({}), createTreeWalker: () => ({}) };
const { LANGUAGES, learnAll } = await import("./languages.mjs");
learnAll();
const { told } = await import("../../web/parts/board/told.js");

const { game, seats, views, content } = JSON.parse(readFileSync(0, "utf-8"));
const { wording } = await import(`../../web/games/${game}/words.js`);
const match = { seats: Array.from({ length: seats }, (_, seat) => ({ seat, player: { handle: `Person${seat}` }, status: "seated" })), waiting_for: [] };

/** All that has a name and lies before the eyes; what was put away, and what only sums repeat, is not. */
const AWAY = new Set(["discard", "discards", "set_aside", "unused_characters", "totals", "asked", "turn_so_far", "outcome", "score_pile",
  "agenda", "known_spells", "step", "phase", "reason", "character", "hand", "stat", "snowball", "your_vote", "receiver_wanted"]);
const NAMED = /^(?:[A-Z]\d{2}|[a-z]+(?:_[a-z]+)+)$/;
function* things(value, name = "") {
  if (AWAY.has(name)) return;
  if (typeof value === "string" && NAMED.test(value)) yield value;
  else if (Array.isArray(value)) for (const one of value) yield* things(one);
  else if (value && typeof value === "object") for (const [field, one] of Object.entries(value)) yield* things(one, field);
}

const wrong = [], texts = [];
views.forEach(({ seat, state }, at) => {
  for (const language of at % 40 ? ["en"] : LANGUAGES) {
    const all = told({ match, view: { seat, state }, content, language });
    const lists = wording(all), text = lists.map(({ heading, lines }) => [heading, ...lines].join("\n")).join("\n");
    if (/undefined|NaN|null|\[object/.test(text)) wrong.push([at, language, text]);
    for (const id of things(state)) if (all.term(id) !== id && !text.includes(all.term(id))) wrong.push([at, language, id, all.term(id)]);
    if (language === "en") texts.push(text.replaceAll(/[\u2068\u2069]/g, ""));
  }
});
console.log(JSON.stringify({ wrong: wrong.slice(0, 5), texts }));
