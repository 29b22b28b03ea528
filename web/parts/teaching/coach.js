/**
 * A coached first match of each game: beside the question stands what to look at and what to do, five steps in all, each when
 * the match comes to it. Which match is coached, and what was told, is kept in this browser.
 *
 * @typedef {import("../../types.js").Match} Match
 * @typedef {import("../../types.js").Game} Game
 * @typedef {import("../../types.js").Prompt} Prompt
 * @typedef {import("../../app.js").App} App
 * @typedef {{ look: keyof App["words"]["coach"], act: keyof App["words"]["coach"], at?: readonly string[] }} Step `at` are the kinds
 *          of questions that it belongs to; none: any
 * @typedef {{ match: string, told: number[], prompt: string, now: number }} Course `now` is the step that stands there, -1 none;
 *          `prompt` the question at which it began to
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { filled } from "../../messages.js";
import { explain } from "./explained.js";
import { spokenIn } from "../../words.js";

/** @type {Record<string, Step[]>} */
const STEPS = {
  "rock-paper-wizard": [
    { look: "rpw_look_1", act: "rpw_do_1" }, { look: "rpw_look_2", act: "rpw_do_2" }, { look: "rpw_look_3", act: "rpw_do_3" },
    { look: "rpw_look_4", act: "rpw_do_4" }, { look: "rpw_look_5", act: "rpw_do_5" },
  ],
  "spell-a-spell": [
    { look: "sas_look_1", act: "sas_do_1", at: ["turn"] }, { look: "sas_look_2", act: "sas_do_2" },
    { look: "sas_look_3", act: "sas_do_3" }, { look: "sas_look_4", act: "sas_do_4" }, { look: "sas_look_5", act: "sas_do_5" },
  ],
  cave: [
    { look: "cave_look_1", act: "cave_do_1", at: ["start_action"] },
    { look: "cave_look_2", act: "cave_do_2", at: ["first_step", "branch"] },
    { look: "cave_look_3", act: "cave_do_3", at: ["before_explore", "before_fight", "split_draw", "engage", "take", "choose", "pay"] },
    { look: "cave_look_4", act: "cave_do_4" },
    { look: "cave_look_5", act: "cave_do_5", at: ["start_action"] },
  ],
};

/**
 * How a course goes on when a question is seen: what stood there is told once another question is put.
 * @param {readonly Pick<Step, "at">[]} steps @param {Course} course @param {{ prompt: string, kind: string }} question
 * @returns {Course}
 */
export function onward(steps, course, { prompt, kind }) {
  if (prompt === course.prompt) return course;
  const told = course.now < 0 ? course.told : [...course.told, course.now];
  const now = steps.findIndex(({ at }, step) => !told.includes(step) && (!at || at.includes(kind)));
  return { ...course, told, now, prompt };
}

/** The next step, whatever is asked. @param {readonly Pick<Step, "at">[]} steps @param {Course} course @returns {Course} */
export function skipped(steps, course) {
  const told = course.now < 0 ? course.told : [...course.told, course.now];
  return { ...course, told, now: steps.findIndex((_, step) => !told.includes(step)) };
}

const PLACE = "coached";
/** By game: a course, or null where it is over. @returns {Record<string, Course | null>} */
const kept = () => JSON.parse(localStorage.getItem(PLACE) ?? "{}");

/** @param {string} game @param {Course | null} course */
const keep = (game, course) => localStorage.setItem(PLACE, JSON.stringify({ ...kept(), [game]: course }));

/**
 * @param {{ app: App, game: Game }} table
 * @returns {(now: { match: Match, prompts: readonly Prompt[] }) => unknown}
 */
export function coach({ app, game }) {
  const steps = STEPS[game.game] ?? [];
  return ({ match, prompts }) => {
    const before = kept()[game.game];
    if (!steps.length || match.you === null || match.status !== "active" || before === null) return nothing;
    if (before && before.match !== match.id) return nothing;
    const [asked] = prompts;
    if (!before && !asked) return nothing;
    let course = before ?? { match: match.id, told: [], prompt: "", now: -1 };
    if (asked) course = onward(steps, course, asked);
    if (course !== before) keep(game.game, course.told.length < steps.length ? course : null);
    return strip(app, game, steps, course);
  };
}

/** @param {App} app @param {Game} game @param {Step[]} steps @param {Course} course */
function strip(app, game, steps, course) {
  const said = app.words.coach, step = steps[course.now];
  if (!step) return nothing;
  const turn = (/** @type {Course | null} */ next) => {
    keep(game.game, next && next.told.length < steps.length ? next : null);
    app.redraw();
  };
  const at = { at: course.told.length + 1, of: steps.length };
  return html`<aside class="coach" aria-label=${said.name}>
    <p><small>${said.name} · ${filled(said.step, at, spokenIn(app.language))}</small>
      ${said[step.look]} <strong>${said[step.act]}</strong></p>
    <div><button type="button" class="plain" @click=${() => turn(skipped(steps, course))}>${said.next}</button>
      <button type="button" class="plain" @click=${() => explain(app, game)}>${said.signs}</button>
      <button type="button" class="plain" @click=${() => turn(null)}>${said.skip}</button></div></aside>`;
}
