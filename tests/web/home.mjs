// What home, the first match and the form of a new match decide, as the page runs it.
import { readFileSync } from "node:fs";

globalThis.document = { documentElement: { dir: "ltr" }, createComment: () => ({}), createTreeWalker: () => ({}), querySelector: () => null };
globalThis.location = { origin: "http://page.example", pathname: "/", search: "", hash: "", host: "page.example" };
const kept = new Map();
globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => void kept.set(name, text) };

const { partsOf } = await import("../../web/rooms/home/passages.js");
const { endedSince, lastHere } = await import("../../web/rooms/home/since.js");
const { shortestFirst } = await import("../../web/games/banners.js");
const { onward, skipped } = await import("../../web/parts/teaching/coach.js");
const { learnAll } = await import("./languages.mjs");
const { coach } = await import("../../web/parts/teaching/coach.js");
const { areMany, haveAsides, isForced } = await import("../../web/parts/moves.js");
const { isPractice } = await import("../../web/parts/teaching/hint.js");
const { layable } = await import("../../web/games/spell-a-spell/hint.js");
const { readable } = await import("../../web/parts/forms.js");
const { orders } = await import("../../web/parts/orders.js");

learnAll();
const DOES = {
  tips: (...seats) => {
    const app = { words: { coach: { step: "" }, more: "" }, language: "en", redraw: () => {} }, asked = [{ prompt: "p1", kind: "start_action" }];
    const drawn = coach({ app, game: { game: "cave" } });
    return seats.map((seat) => drawn({ match: { id: "m", status: "active", you: 0, seats: [seat] }, prompts: asked }).strings?.join("") ?? "");
  },
  answers: (types) => {
    const prompt = { moves: types.map((type) => ({ type, complete: true, legal: [{ type }] })) }, isAside = (type) => type.startsWith("always");
    return [areMany([prompt], isAside), haveAsides([prompt], isAside), isForced(prompt, isAside)];
  },
  offers: async (given, kind, isOneAnswer) => {
    globalThis.fetch = () => Promise.resolve(new Response(JSON.stringify(given), { headers: { "content-type": "application/json" } }));
    const words = { passes_by_itself: "by itself", from_now: { skip: "skip", decline: "decline" } };
    const mine = orders({ app: { words, redraw: () => {} }, match: "m", changed: () => {} });
    await mine.load();
    const drawn = mine.offer(kind, isOneAnswer);
    return [drawn].flat().flatMap(({ values }) => values ?? []).filter((one) => typeof one === "string");
  },
  partsOf, endedSince, lastHere, shortestFirst, isPractice, layable, readable, skipped,
  onward: (steps, course, questions) => questions.map((question) => (course = onward(steps, course, question))),
};
const wishes = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(await Promise.all(wishes.map(([what, ...given]) => DOES[what](...given)))));
