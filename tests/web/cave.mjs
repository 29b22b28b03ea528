/** What Cave's picture reckons, of the saved positions: node tests/web/cave.mjs; the answers as JSON. */
import { readFileSync } from "node:fs";

globalThis.document = { documentElement: { dir: "ltr" }, querySelector: () => null, createComment: () => ({}), createTreeWalker: () => ({}) };

const WEB = new URL("../../web/", import.meta.url);
const { learnAll } = await import(new URL("languages.mjs", import.meta.url).href);
learnAll();
const { told } = await import(new URL("parts/board/told.js", WEB).href);
const { tapOn } = await import(new URL("games/cave/taps.js", WEB).href);
const { ends, partsOfArea } = await import(new URL("games/cave/ways.js", WEB).href);
const { followed } = await import(new URL("games/cave/map.js", WEB).href);
const { isGrave, oddsOfTrials, percent, waysOfOne, waysOfTwo } = await import(new URL("games/cave/odds.js", WEB).href);

globalThis.location = new URL("http://127.0.0.1/");
const { isOut } = await import(new URL("parts/seats/out.js", WEB).href);
const { words } = await import(new URL("words.js", WEB).href);
const saysOut = (status, you) => typeof isOut({ match: { status, you, seats: over.match.seats }, said: words("en") }) !== "symbol";

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
console.log(JSON.stringify({
  two: [1, 2, 3, 7, 11, 12, 15].map(waysOfTwo), one: [0, 2, 6, 9].map(waysOfOne), odds: oddsOfTrials(hero),
  percent: [0, 0.00154, 0.5, 1].map((one) => percent(one, "en")),
  grave: [1, 2].map((endurance) => isGrave(with1(endurance), 2, { type: "attempt" })), declines: isGrave(with1(1), 2, { type: "decline" }),
  taps: Object.fromEntries(reach.map((area) => [area, chosenBy(branch, area)])),
  kept: reach.map((area) => chosenBy(branch, area, { type: "branch", to: "S5" })),
  out: [saysOut("active", 0), saysOut("active", 1), saysOut("active", null), saysOut("finished", 0)],
  nowhere: chosenBy(branch, "K9"),
  followed: [followed(over.view.state, 0), followed(trials.view.state, 2), followed({ ...trials.view.state, turn: 0 }, null)],
}));
