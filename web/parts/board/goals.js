/**
 * Where a question leads on a map is in sight, all of it: the map goes as far as that needs, and is as near as before when the
 * question is answered. A picture marks such a place as `goal`. While all are in sight the frame has `data-all`. Whoever brings
 * the map nearer meanwhile is left there.
 */
import { seen } from "./sight.js";
import { bring, zoomOf } from "./zoom.js";

/** Room around the outermost of them, in pixels. */
const ROOM = 6;

/** Which goals a map shows, and how near it was before. @type {WeakMap<HTMLElement, { goals: string, zoom: number }>} */
const shown = new WeakMap();

/** After every drawing. */
export function widen() {
  for (const frame of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".zoomed"))) {
    const box = frame.querySelector(".board .map"), before = shown.get(frame);
    const found = box ? [...box.querySelectorAll(".goal")] : [], goals = found.map(nameOf).join();
    if (!box || goals === (before?.goals ?? "")) continue;
    const zoom = before?.zoom ?? zoomOf(frame);
    if (found.length) {
      show(frame, box, found, [...box.querySelectorAll(".here")]);
      shown.set(frame, { goals, zoom });
    } else {
      shown.delete(frame);
      frame.toggleAttribute("data-all", false);
      bring(frame, zoom);
      centre(box, around([...box.querySelectorAll(".here")]));
    }
  }
}

/** @param {Element} goal */
const nameOf = (goal) => goal.getAttribute("data-about") ?? "";

/** @param {HTMLElement} frame @param {Element} box @param {Element[]} goals @param {Element[]} here is seen too, if there is room */
function show(frame, box, goals, here) {
  const all = around([...goals, ...here]), { x, y, width, height } = seen(box);
  frame.toggleAttribute("data-all", true);
  if (all.x >= x && all.y >= y && all.right <= x + width && all.bottom <= y + height) return;
  bring(frame, zoomOf(frame) * Math.min(1, width / (all.width + 2 * ROOM), height / (all.height + 2 * ROOM)));
  const near = around([...goals, ...here]);
  const isWhole = near.width <= width && near.height <= height;
  frame.toggleAttribute("data-all", isWhole);
  centre(box, isWhole ? near : around(goals));
}

/** @param {Element} box @param {DOMRect} to */
function centre(box, to) {
  const { x, y, width, height } = seen(box);
  box.scrollBy({ left: to.x + to.width / 2 - x - width / 2, top: to.y + to.height / 2 - y - height / 2, behavior: "instant" });
}

/** The smallest box around all of these. @param {Element[]} places */
function around(places) {
  const boxes = places.map((one) => one.getBoundingClientRect());
  const [left, top] = [Math.min(...boxes.map((one) => one.left)), Math.min(...boxes.map((one) => one.top))];
  const [right, bottom] = [Math.max(...boxes.map((one) => one.right)), Math.max(...boxes.map((one) => one.bottom))];
  return new DOMRect(left, top, right - left, bottom - top);
}
