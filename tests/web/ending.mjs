// How points run over a match, as the page counts them, held against the service's own views; and what it remembers.
import { readFileSync } from "node:fs";
import { run } from "../../web/parts/ending/run.js";

const endingOf = async (game) => (await import(`../../web/games/${game}/ending.js`)).ending;

/** What the service's view says that everybody has. @type {Record<string, (state: any) => number[]>} */
const SHOWN = {
  "rock-paper-wizard": ({ wizards }) => wizards.map((one) => one.gold),
  "spell-a-spell": ({ players }) => players.map((one) => one.score),
  cave: ({ adventurers }) => adventurers.map((one) => (one.strength ?? 0) + (one.power ?? 0) + (one.gold ?? 0)),
};

const found = [];
for (const { game, seats, content, events, views } of JSON.parse(readFileSync(0, "utf-8"))) {
  const ending = await endingOf(game), wrong = [];
  let points = ending.begin(seats, content);
  events.forEach((event, at) => {
    points = ending.after(points, event, content);
    const shown = views && SHOWN[game](views[at]);
    if (shown && String(shown) !== String(points)) {
      wrong.push([event.version, event.type, points, shown]);
      points = shown;
    }
  });
  const told = run(ending, seats, content, events);
  found.push({ wrong: wrong.slice(0, 5), columns: told.columns,
    moments: told.moments.map(({ kind, event }) => [kind, event.version, event.type]) });
}
console.log(JSON.stringify(found));
