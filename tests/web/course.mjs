// The course of a replay, as the page runs it, over a match of two seats: what it asks for, and what it shows.
import { readFileSync } from "node:fs";

globalThis.localStorage = {
  kept: new Map(),
  getItem(name) { return this.kept.get(name) ?? null; },
  setItem(name, value) { this.kept.set(name, value); },
};
const { Course } = await import("../../web/parts/history/course.js");
const { visit } = await import("../../web/parts/history/visits.js");

const VERSIONS = 1200;
const event = (version, seat) => ({ version, type: version === 2 ? "match_started" : "told", at: String(version), move: version > 2 ? version : null, text: [{ text: `${version} as ${seat}` }] });

/** @param {{ you: number | null, isOver: boolean, seen: number, eyes: unknown, at: number, since: number, then: unknown[] }} asked */
async function run({ you, isOver, seen, eyes, at, since, then }) {
  globalThis.localStorage.kept.clear();
  const paths = [], match = { id: "m", game: "toy", version: VERSIONS, you, outcome: isOver ? { reason: "goal" } : null };
  if (seen) visit("m", seen);
  const get = async (path) => {
    paths.push(path.replace("/matches/m/", ""));
    const query = new URL(path, "http://x").searchParams, seat = query.get("seat");
    if (path.includes("/events")) {
      const after = Number(query.get("after"));
      return { items: Array.from({ length: Math.min(500, VERSIONS - after) }, (_, place) => event(after + place + 1, seat ?? "all")) };
    }
    if (!isOver && seat !== null) throw Object.assign(new Error("refused"), { status: 409 });
    return { seat: seat === "all" ? "all" : you, state: seat === "all" ? { seats: [{}, {}], spectator: {} } : {}, version: Number(query.get("at")) };
  };
  const failed = [];
  const course = new Course({ match, eyes, get, changed: () => {}, arrived: () => {}, failed: (error) => failed.push(String(error)) });
  await course.begin(at, since);
  for (const other of then) await course.look(other);
  // The rest comes behind what is shown.
  while (course.events.length < VERSIONS) await new Promise((done) => setImmediate(done));
  course.close();
  return {
    at: course.at, eyes: course.eyes, since: course.since, isRevealed: course.isRevealed, reach: course.reach, views: course.views.length, failed,
    text: course.event?.text[0].text, events: [...new Set(paths.filter((path) => path.startsWith("events")).map((path) => path.split("&seat=")[1] ?? ""))],
  };
}

const found = [];
for (const asked of JSON.parse(readFileSync(0, "utf-8"))) found.push(await run(asked));
console.log(JSON.stringify(found));
