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
import { anew } from "../../games/anew.js";
import { filled } from "../../messages.js";
import { isOut } from "../seats/out.js";
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
    { look: "cave_look_4", act: "cave_do_4", at: ["start_action", "first_step", "before_explore", "before_fight"] },
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
/** No step at all: a course between two steps is at -1. */
const NONE = -2;
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
  /** The step that is shown whole on a phone. */
  let unfolded = NONE;
  /** A course that is over by itself: its last step stands until it is put away, so that nothing moves. @type {Course | null} */
  let ended = null;
  /** Its place is kept when the match ends: the board shall not jump then. */
  let stands = false;
  const tell = (/** @type {Course} */ course) => strip({
    app, game, steps, course, isUnfolded: course.now === unfolded,
    unfold: (step) => {
      unfolded = step;
      app.redraw();
    },
    turn: (next) => {
      keep(game.game, next && next.told.length < steps.length ? next : null);
      if (next && course.now === unfolded) unfolded = next.now;
      ended = null;
      app.redraw();
    },
  });
  return ({ match, prompts }) => {
    const before = kept()[game.game], [asked] = prompts;
    // Whoever plays no more is told nothing; where it stood the place stays, so that the board does not jump.
    const isPast = match.status !== "active" || isOut(match);
    if (!steps.length || match.you === null || (isPast && !stands)) return nothing;
    stands = true;
    const shown = (/** @type {Course} */ course) => (isPast ? html`<div class="tipless" inert>${tell(course)}</div>` : tell(course));
    if (before === null) return ended ? shown(ended) : nothing;
    if (before && before.match !== match.id) return nothing;
    let course = before ?? { match: match.id, told: [], prompt: "", now: -1 };
    if (asked) course = onward(steps, course, asked);
    // It stands before the first question comes, so that nothing moves then.
    if (asked && course !== before) keep(game.game, course.told.length < steps.length ? course : null);
    if (course.told.length === steps.length) ended = course;
    return shown(course);
  };
}

/**
 * Between two steps the last one stands, so that nothing moves. On a phone a step is one line, what to do, until it is unfolded.
 * @param {{ app: App, game: Game, steps: Step[], course: Course, isUnfolded: boolean, unfold: (step: number) => void,
 *           turn: (next: Course | null) => void }} shown
 */
function strip({ app, game, steps, course, isUnfolded, unfold, turn }) {
  const said = app.words.coach, { told, now } = course, step = steps[now < 0 ? told.at(-1) ?? 0 : now];
  if (!step) return nothing;
  const at = { at: Math.max(1, told.length + (now < 0 ? 0 : 1)), of: steps.length };
  return html`<aside class="coach ${isUnfolded ? "" : "folded"}" aria-label=${said.name}>
    ${anew(steps.indexOf(step), html`<p><small>${said.name} · ${filled(said.step, at, spokenIn(app.language))}</small>
      <span>${said[step.look]}</span> <strong>${said[step.act]}</strong></p>`)}
    <div><button type="button" class="plain" @click=${() => turn(skipped(steps, course))}>${said.next}</button>
      <button type="button" class="plain" @click=${() => explain(app, game)}>${said.signs}</button>
      <button type="button" class="fold" aria-expanded=${isUnfolded} aria-label=${app.words.more} title=${app.words.more}
        @click=${() => unfold(isUnfolded ? NONE : now)}><span aria-hidden="true">${isUnfolded ? "▴" : "▾"}</span></button>
      <button type="button" class="plain" @click=${() => turn(null)}>${said.skip}</button></div></aside>`;
}
