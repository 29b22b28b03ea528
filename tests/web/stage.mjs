// The stage, as the page runs it, on a clock of its own; and what a game's script books, held against the service's views.
import { readFileSync } from "node:fs";
import { frames, Stage } from "../../web/parts/board/stage.js";

const scriptOf = async (game) => (await import(`../../web/games/${game}/script.js`)).script;

/** A game whose events last as long as they say, and whose state is the last of them. */
const TOY = {
  beat: ({ data }) => (data.lasts === undefined ? null : { scene: data.scene ?? "one", milliseconds: data.lasts, opens: data.opens }),
  advance: (state, event) => ({ ...state, at: event.version }),
};

/** What is on the stage whenever that changes, by the clock. @param {{ pace: number, does: unknown[][] }} wishes */
function staged({ pace, does }) {
  let now = 0, timer = null;
  const seen = [], clock = { pace };
  const tell = () => seen.push([now, stage.shown && stage.shown.view.state.at, stage.shown?.events.map((one) => one.version) ?? null]);
  const later = (milliseconds, work) => {
    timer = { due: now + milliseconds, work };
    return () => { timer = null; };
  };
  const stage = new Stage({ script: TOY, changed: tell, pace: () => clock.pace, later });
  const pass = (until) => {
    while (timer && timer.due <= until) {
      const { due, work } = timer;
      timer = null;
      now = due;
      work();
    }
    now = until;
  };
  for (const [what, ...given] of does) {
    if (what === "play") stage.play({ state: { at: given[0] } }, given[1]);
    else if (what === "pass") pass(now + given[0]);
    else if (what === "pace") clock.pace = given[0];
    else stage[what]();
  }
  pass(Infinity);
  return { seen, hasPlayed: stage.hasPlayed };
}

/** Which cards lie in a hand that is seen, an event tells those alone who hold them. */
const told = (value) => JSON.stringify(value, (name, inner) => (name === "hand" || name === "score_pile" ? undefined : inner));

/** A field of a position, or of each in a list: "players.score". */
const fieldOf = (state, path) => {
  const [list, field] = path.split(".");
  return field ? state[list].map((one) => one[field]) : state[list];
};

/** Where what a script books differs from the views: the version, the field, both. */
async function compared({ game, fields, untold, events, views }) {
  const script = await scriptOf(game), wrong = [];
  let state = views[0];
  events.forEach((event, at) => {
    state = script.advance(state, event);
    if (untold.includes(event.type)) return void (state = views[at + 1]);
    for (const field of fields) {
      const [booked, shown] = [told(fieldOf(state, field)), told(fieldOf(views[at + 1], field))];
      if (booked !== shown) wrong.push([event.version, event.type, field, booked, shown]);
    }
    if (wrong.length) state = views[at + 1];
  });
  return { wrong: wrong.slice(0, 5), frames: frames(script, events).map((one) => [one.begins, one.milliseconds, one.events.map(({ type }) => type)]) };
}

const asked = JSON.parse(readFileSync(0, "utf-8"));
const found = [];
for (const one of asked) found.push(await (one.does ? staged(one) : compared(one)));
console.log(JSON.stringify(found));
