/** What Cave's picture reckons, of the saved positions: node tests/web/cave.mjs; the answers as JSON. */
import { readFileSync } from "node:fs";

globalThis.document = { documentElement: { dir: "ltr" }, querySelector: () => null, createComment: () => ({}), createTreeWalker: () => ({}) };

const WEB = new URL("../../web/", import.meta.url);
const { learnAll } = await import(new URL("languages.mjs", import.meta.url).href);
learnAll();
const { told } = await import(new URL("parts/board/told.js", WEB).href);
const { tapOn } = await import(new URL("games/cave/taps.js", WEB).href);
const { ends, partsOfArea } = await import(new URL("games/cave/map/ways.js", WEB).href);
const { followed, player } = await import(new URL("games/cave/map/map.js", WEB).href);
const { place, reachOf } = await import(new URL("games/cave/map/layout.js", WEB).href);
const { incidents } = await import(new URL("games/cave/sums.js", WEB).href);
const { acts } = await import(new URL("games/cave/question.js", WEB).href);
const { isGrave, oddsOfTrials, percent, waysOfOne, waysOfTwo } = await import(new URL("games/cave/odds.js", WEB).href);

globalThis.location = new URL("http://127.0.0.1/");
const { causesOf, isOut, sameAgain } = await import(new URL("parts/seats/out.js", WEB).href);
const { ofPractice } = await import(new URL("parts/seats/bots.js", WEB).href);
const { bounded } = await import(new URL("parts/board/zoom.js", WEB).href);
const { about } = await import(new URL("games/cave/about.js", WEB).href);
const { forks, picked } = await import(new URL("games/cave/map/ways.js", WEB).href);
const saysOut = (status, you) => isOut({ status, you, seats: over.match.seats });
const botAt = (...bots) => sameAgain({ game: "cave", options: { elimination: "none" }, you: 0, seats: [null, ...bots].map((bot, seat) => ({ seat, bot })) });

const read = (name) => JSON.parse(readFileSync(new URL(`saved/${name}.json`, import.meta.url), "utf8"));
const content = read("content-cave");

/** What a tap on an area chooses. */
function chosenBy(saved, area, chosen = {}) {
  let part = null;
  const all = told({ ...saved, language: "en", content, chosen, select: (one) => { part = one; }, changes: [] });
  const { tap } = tapOn(all, ...partsOfArea(all, area));
  if (typeof tap === "function") tap();
  return part;
}

const branch = read("cave-branch"), trials = read("cave-trials"), over = read("cave-finished");
const hero = trials.view.state.adventurers[2];
const with1 = (endurance) => ({ adventurers: [null, null, { ...hero, endurance }] });
const reach = [...ends(told({ ...branch, language: "en", content, chosen: {}, select: () => {}, changes: [] }))];
/** A throw of four areas by the die, from the second one to the west on: forward lies a fork. */
function thrown(chosen = {}) {
  const { view } = branch, { adventurers } = view.state, seat = view.seat;
  const state = { ...view.state, adventurers: adventurers.map((one) => (one.seat === seat ? { ...one, area: "S6", entered_from: "S5" } : one)),
    asked: { kind: "first_step", seats: [seat], about: { area: "S6", left: 3, ahead: ["U3", "S7"], behind: "S5" } } };
  const legal = ["forward", "back"].map((to) => ({ type: "first_step", to }));
  return forks(told({ ...branch, view: { ...view, state }, prompts: [{ moves: [{ type: "first_step", complete: true, legal }] }],
    language: "en", content, chosen, select: () => {}, changes: [] })).map(({ from, to, low, high }) => `${from} ${to} ${low}-${high}`);
}

/** All texts of what is drawn, in order. */
function textOf(value) {
  if (Array.isArray(value)) return value.map(textOf).join("");
  if (typeof value === "object" && value !== null && "strings" in value)
    return value.strings.map((one, at) => one + (at < value.values.length ? textOf(value.values[at]) : "")).join("");
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
const readable = (drawn) => textOf(drawn).replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
const shownAs = (type, data) => readable(incidents(told({ ...branch, language: "en", content, chosen: {}, select: () => {}, changes: [] }),
  [{ type, version: 5, seat: 0, text: [], data: { area: "S4", deck: "adventure", purpose: "effect", dice: [3], source: null, ...data } }]));
const withEffect = content.cards.find(({ type, effect }) => type !== "spell" && effect), spell = content.cards.find(({ type }) => type === "spell");
const special = content.board.areas.find(({ instruction }) => instruction), kind = content.chambers.find(({ effect }) => effect);
const tilesOf = (saved) => {
  const all = told({ ...saved, language: "en", content, chosen: {}, select: () => {}, changes: [] });
  return [all.legal.length, readable(acts(all)).trim(), all.legal.filter(({ type }) => type === "roll").map(({ label }) => all.plain(label))];
};

/** What a tap stands for where two ways lead to one place. */
function walking(area, chosen) {
  const legal = [["S3", "M3"], ["U2", "M3"], ["U2", "K3", "M5"]].map((over) => ({ type: "walk", to: "M2", over }));
  const moves = [{ type: "walk", complete: true, legal }];
  return chosenBy({ ...branch, prompts: [{ ...branch.prompts[0], moves }] }, area, chosen);
}

const present = told({ ...branch, language: "en", content, chosen: {}, select: () => {}, changes: [] });
const named = (key) => about(present, key)?.name ?? null;

console.log(JSON.stringify({
  two: [1, 2, 3, 7, 11, 12, 15].map(waysOfTwo), one: [0, 2, 6, 9].map(waysOfOne), odds: oddsOfTrials(hero),
  percent: [0, 0.00154, 0.5, 1].map((one) => percent(one, "en")),
  grave: [1, 2].map((endurance) => isGrave(with1(endurance), 2, { type: "attempt" })), declines: isGrave(with1(1), 2, { type: "decline" }),
  taps: Object.fromEntries(reach.map((area) => [area, chosenBy(branch, area)])),
  kept: reach.map((area) => chosenBy(branch, area, { type: "branch", to: "S5" })),
  out: [saysOut("active", 0), saysOut("active", 1), saysOut("active", null), saysOut("finished", 0)],
  causes: causesOf(over.events, 0).map(({ type }) => type), alive: causesOf(over.events, 1).length,
  again: [botAt("easy", "hard"), botAt("easy", null)],
  practice: [ofPractice({ options_schema: { properties: { elimination: { enum: ["rulebook", "none"] }, hints: {} } } }),
    ofPractice({ options_schema: { properties: {} } })],
  zooms: [bounded(0.1, { zoom: 1, shown: 400, whole: 800 }), bounded(9, { zoom: 1, shown: 400, whole: 800 }),
    bounded(0.5, { zoom: 1, shown: 800, whole: 800 })],
  picked: [picked(["a"]), picked(["a", "b"]), picked(["a", "b", "c"])].map((ways) => ways.map(({ low, high }) => [low, high])),
  forks: [thrown(), thrown({ type: "first_step", to: "back" })], steered: forks(present).length,
  unsaid: [...content.cards, ...content.abilities, ...content.board.areas, ...content.board.gates].map(({ id }) => id)
    .filter((id) => !named(id) && !content.abilities.some((one) => one.id === id)),
  turnedUp: [[shownAs("card_drawn", { card: withEffect.id }), withEffect], [shownAs("spell_cast", { spell: spell.id }), spell]]
    .map(([text, { names, effect }]) => [text.includes(names.en), text.includes(effect.words.en)]),
  thrownFor: shownAs("die_rolled", { source: special.id }).includes(special.instruction.words.en),
  found: shownAs("chamber_identified", { chamber: kind.id }).includes(kind.effect.words.en),
  tiles: ["cave-30", "cave-90", "cave-160", "cave-gate", "cave-trophies", "cave-branch"].map((name) => tilesOf(read(name))),
  plays: [player({ view: { state: { turn: 1 } }, changes: [], me: 0 }), player({ view: { state: { turn: null } }, me: 0,
    changes: [{ seat: 2 }, { seat: null }] }), player({ view: { state: { turn: null } }, changes: [], me: 0 })],
  nowhere: chosenBy(branch, "K9"),
  reaches: [content.board.areas, []].map((lit) => content.board.areas.map((area) => {
    const { x, y } = place(area), found = reachOf(area, lit);
    return [x + found.x, y + found.y, found.width, found.height];
  })),
  walks: [walking("M2", {}), ...["S3", "K3", "U2"].map((area) => walking(area, { type: "walk", to: "M2" }))],
  followed: [followed(over.view.state, 0), followed(trials.view.state, 2), followed({ ...trials.view.state, turn: 0 }, null)],
}));
