/**
 * A picture's map nearer and farther: by two buttons, by two fingers, by Ctrl and the wheel; and a small map of the whole that
 * shows the part in sight and leads to another one. The picture marks what scrolls as `map` and the small map as `overview`;
 * its content is as wide as `--zoom` says.
 */
import { html } from "../../vendor/lit-html.js";

/** How much nearer a press or a notch of the wheel brings it, and how near it gets at most. */
const STEP = 1.3, MOST = 2;
/** Below this there is no room for names. */
const FAR = 0.7;

/** How far apart two fingers were, and how near the map was then. @type {{ apart: number, zoom: number } | null} */
let pinch = null;

/**
 * A board with what brings its map nearer; where the picture has none there are no buttons.
 * @param {unknown} board @param {import("../../words.js").Words} said
 */
export const zoomed = (board, said) => html`<div class="zoomed" @touchstart=${START} @touchmove=${MOVE} @wheel=${WHEEL}
    @scroll=${SCROLL} @click=${CLICK}>${board}<div class="zooming">
  <button type="button" aria-label=${said.zoom.nearer} title=${said.zoom.nearer} @click=${press(STEP)}>+</button>
  <button type="button" aria-label=${said.zoom.farther} title=${said.zoom.farther} @click=${press(1 / STEP)}>−</button></div></div>`;

/**
 * How near a map may come: not so far that it leaves room beside it.
 * @param {number} wished @param {{ zoom: number, shown: number, whole: number }} now widths in pixels, at the zoom of now
 */
export const bounded = (wished, { zoom, shown, whole }) =>
  Math.min(MOST, Math.max(wished, Math.min(zoom, (shown * zoom) / whole)));

/** The part of the whole that is in sight, in per cent. @param {Element} box */
export const partOf = (box) => ({
  left: (box.scrollLeft / box.scrollWidth) * 100, top: (box.scrollTop / box.scrollHeight) * 100,
  width: (box.clientWidth / box.scrollWidth) * 100, height: (box.clientHeight / box.scrollHeight) * 100,
});

/** @param {EventTarget | null} target of an event within a zoomed board */
const frameOf = (target) => /** @type {HTMLElement | null} */ (target instanceof Element ? target.closest(".zoomed") : null);
/** @param {HTMLElement | null} frame */
const mapOf = (frame) => frame?.querySelector(".board .map") ?? null;
/** @param {HTMLElement} frame */
export const zoomOf = (frame) => Number(frame.style.getPropertyValue("--zoom")) || 1;

/**
 * Bring a map nearer, what is seen at a point of the window staying there; or its middle.
 * @param {HTMLElement | null} frame @param {number} wished @param {{ x: number, y: number }} [at]
 */
export function bring(frame, wished, at) {
  const box = mapOf(frame);
  if (!frame || !box) return;
  const zoom = zoomOf(frame), { x, y } = box.getBoundingClientRect();
  const [right, down] = at ? [at.x - x, at.y - y] : [box.clientWidth / 2, box.clientHeight / 2];
  const across = (box.scrollLeft + right) / box.scrollWidth, along = (box.scrollTop + down) / box.scrollHeight;
  const next = bounded(wished, { zoom, shown: box.clientWidth, whole: box.scrollWidth });
  frame.style.setProperty("--zoom", String(next));
  frame.toggleAttribute("data-far", next < FAR);
  box.scrollLeft = across * box.scrollWidth - right;
  box.scrollTop = along * box.scrollHeight - down;
  show(frame, box);
}

/** Show on the small map what is in sight. @param {HTMLElement} frame @param {Element} box */
function show(frame, box) {
  for (const [side, part] of Object.entries(partOf(box))) frame.style.setProperty(`--seen-${side}`, `${part}%`);
}

/** @param {number} by */
const press = (by) => (/** @type {Event} */ { currentTarget }) => {
  const frame = frameOf(currentTarget);
  if (frame) bring(frame, zoomOf(frame) * by);
};

/** @param {TouchList} fingers */
function between(fingers) {
  const [one, other] = fingers;
  if (!one || !other || fingers.length !== 2) return null;
  return { apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
}

/** @param {Event} event */
const isOnMap = ({ target }) => target instanceof Element && target.closest(".board .map") !== null;

const START = { passive: true, handleEvent: (/** @type {TouchEvent} */ event) => {
  const found = isOnMap(event) ? between(event.touches) : null, frame = frameOf(event.target);
  pinch = found && frame ? { apart: found.apart, zoom: zoomOf(frame) } : null;
} };

const MOVE = { passive: false, handleEvent: (/** @type {TouchEvent} */ event) => {
  const found = between(event.touches);
  if (!pinch || !found) return;
  event.preventDefault();
  bring(frameOf(event.target), (pinch.zoom * found.apart) / pinch.apart, found);
} };

const WHEEL = { passive: false, handleEvent: (/** @type {WheelEvent} */ event) => {
  const frame = frameOf(event.target);
  if (!event.ctrlKey || !frame || !isOnMap(event)) return;
  event.preventDefault();
  bring(frame, zoomOf(frame) * (event.deltaY < 0 ? STEP : 1 / STEP), { x: event.clientX, y: event.clientY });
} };

const SCROLL = { capture: true, passive: true, handleEvent: (/** @type {Event} */ { target }) => {
  const frame = frameOf(target);
  if (frame && target instanceof Element && target === mapOf(frame)) show(frame, target);
} };

/** A tap on the small map leads there, and does nothing else. */
const CLICK = { capture: true, handleEvent: (/** @type {MouseEvent} */ event) => {
  const small = event.target instanceof Element ? event.target.closest(".overview") : null, box = mapOf(frameOf(event.target));
  if (!small || !box) return;
  event.stopPropagation();
  const { x, y, width, height } = small.getBoundingClientRect();
  box.scrollTo({ left: ((event.clientX - x) / width) * box.scrollWidth - box.clientWidth / 2,
    top: ((event.clientY - y) / height) * box.scrollHeight - box.clientHeight / 2 });
} };
