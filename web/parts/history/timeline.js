/**
 * What moves a replay: slider, steps, speed, jumps to a move or a chapter, and whose eyes.
 *
 * @typedef {import("../../games/picture.js").AnyTold} AnyTold
 * @typedef {import("../../words.js").Words} Words
 * @typedef {import("./course.js").Course} Course
 * @typedef {import("./course.js").Eyes} Eyes
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { filled } from "../../messages.js";
import { spokenIn } from "../../words.js";
import { UNITS } from "./course.js";
import { inTheirTime } from "../seats/sitters.js";

const SPEEDS = [0.5, 1, 2, 4];

/** @param {{ course: Course, told: AnyTold, said: Words, isEmbedded: boolean }} shown */
export function timeline({ course, told, said, isEmbedded }) {
  const { replays } = said;
  const to = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => void} */ work, off = false) =>
    html`<button type="button" aria-label=${name} title=${name} ?disabled=${off} @click=${work}><span aria-hidden="true"
      class="way">${sign}</span></button>`;
  return html`<section class="timeline" aria-label=${replays.position}>
      <p class="happened">${told.say(course.event ? inTheirTime(course.events, said.seat)(course.event) : [])}</p>
      ${slider(course, said, told.language)}
      <div class="controls">
        ${to("«", replays.chapter_back, () => course.stepChapter(-1), course.at <= course.first)}
        ${to("‹", replays.step_back, () => course.stepUnit(-1), course.at <= 1)}
        <button type="button" class="main" aria-pressed=${course.isPlaying} @click=${() => course.toggle()}>${course.isPlaying
          ? replays.stop : replays.play}</button>
        ${to("›", replays.step_on, () => course.stepUnit(1), course.at >= course.last)}
        ${to("»", replays.chapter_on, () => course.stepChapter(1), course.at >= course.last)}
      </div>
      ${course.isRevealed ? nothing : wheel(course, said)}
    </section>
    <div class="controls">${units(course, said)} ${speed(course, said, told.language)}
      ${moves(course, said)} ${chapters(course, said, told)}
      ${isEmbedded ? nothing : eyes(course, said, told)}</div>`;
}

/** @param {Course} course @param {Words} said @param {import("../../types.js").Language} language */
function slider(course, { replays }, language) {
  const text = filled(course.isRevealed ? replays.of : replays.event, { at: course.at, of: course.last }, spokenIn(language));
  return html`<label class="slider"><span>${text}</span>
    <input type="range" min="1" max=${course.reach} .value=${String(course.at)} aria-valuetext=${text}
      @input=${(/** @type {Event} */ event) => course.slide(number(event))}></label>`;
}

/**
 * On and back for as long as it is held, without a word of how far it goes; let go, it springs back.
 * @param {Course} course @param {Words} said
 */
const wheel = (course, { replays }) => html`<label class="wheel"><span>${replays.wheel}</span>
  <input type="range" min="-3" max="3" step="1" value="0"
    @input=${(/** @type {Event} */ event) => course.wheel(number(event))}
    @change=${(/** @type {Event} */ event) => {
      /** @type {HTMLInputElement} */ (event.target).value = "0";
      course.wheel(0);
    }}></label>`;

/** @param {Course} course @param {Words} said */
const units = (course, { replays, units: names }) => html`<label class="field"><span>${replays.unit}</span>
  <select class="unit" @change=${(/** @type {Event} */ event) => {
    course.unit = UNITS.find((one) => one === /** @type {HTMLSelectElement} */ (event.target).value) ?? "turn";
    course.changed();
  }}>${UNITS.map((one) => html`<option value=${one} ?selected=${one === course.unit}>${names[one]}</option>`)}</select></label>`;

/** @param {Course} course @param {Words} said @param {string} language */
const speed = (course, said, language) => html`<label class="field"><span>${said.replays.speed}</span>
  <select @change=${(/** @type {Event} */ event) => { course.speed = number(event); }}>
    ${SPEEDS.map((one) => html`<option value=${one} ?selected=${one === course.speed}>${one.toLocaleString(language)}
      ×</option>`)}</select></label>`;

/** @param {Course} course @param {Words} said */
const moves = (course, said) => html`<label class="field"><span>${said.replays.move}</span>
  <input type="number" min="0" max=${course.isRevealed ? course.lastMove : nothing} .value=${String(course.move)}
    @change=${(/** @type {Event} */ event) => course.jumpToMove(number(event))}></label>`;

/** @param {Course} course @param {Words} said @param {AnyTold} told */
function chapters(course, said, told) {
  const known = course.chapters;
  if (!known.length) return nothing;
  const now = known.filter(({ event }) => event.version <= course.at).at(-1)?.event.version;
  return html`<label class="field"><span>${said.replays.chapters}</span>
    <select @change=${(/** @type {Event} */ event) => course.jump(number(event))}>
      ${now === undefined ? html`<option value=${course.at} selected>–</option>` : nothing}
      ${known.map(({ event, depth }) =>
        html`<option value=${event.version}
          .selected=${event.version === now}>${"\u2003".repeat(depth)}${told.plain(event.text)}</option>`)}
    </select></label>`;
}

/** Whose eyes; before the end there are only one's own. @param {Course} course @param {Words} said @param {AnyTold} told */
function eyes(course, { replays }, told) {
  const mine = course.match.you;
  if (!course.match.outcome) return nothing;
  const own = mine === null ? replays.eyes_spectator : replays.eyes_mine;
  const others = told.seats.filter(({ seat }) => seat !== mine)
    .map(({ seat, name }) => ({ one: /** @type {Eyes} */ (seat), text: filled(replays.eyes_seat, { name }, spokenIn(told.language)) }));
  const shown = [{ one: /** @type {Eyes} */ (null), text: own }, ...others,
    ...(mine === null ? [] : [{ one: /** @type {Eyes} */ ("spectator"), text: replays.eyes_spectator }]),
    { one: /** @type {Eyes} */ ("all"), text: replays.eyes_all }];
  return html`<label class="field"><span>${replays.eyes}</span>
    <select class="eyes" @change=${(/** @type {Event} */ event) =>
      void course.look(eyesOf(/** @type {HTMLSelectElement} */ (event.target).value)).catch(course.failed)}>
      ${shown.map(({ one, text }) =>
        html`<option value=${String(one ?? "")} .selected=${one === course.eyes}>${text}</option>`)}</select></label>`;
}

/**
 * As an address names them.
 * @param {string | null} asked
 * @returns {Eyes}
 */
export function eyesOf(asked) {
  if (asked === "all" || asked === "spectator") return asked;
  return asked !== null && /^\d{1,2}$/.test(asked) ? Number(asked) : null;
}

/** @param {Event} event */
const number = (event) => Number(/** @type {HTMLInputElement | HTMLSelectElement} */ (event.target).value);
