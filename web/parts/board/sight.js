/**
 * What a picture marks with the class `here` stays in sight: where the picture scrolls, it opens there, and follows when that
 * has moved out of it. Whoever looks elsewhere in the picture meanwhile is left there.
 */

/** So close to the edge is out of sight, in pixels. */
const EDGE = 64;

/** Where each mark was when it was looked for. @type {WeakMap<Element, string>} */
const places = new WeakMap();

/** How long each list was when it was looked at. @type {WeakMap<Element, number>} */
const lengths = new WeakMap();

/** After every drawing. */
export function follow() {
  for (const list of document.querySelectorAll(".newest-last")) stayAtEnd(list);
  for (const here of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".board .here"))) {
    const before = places.get(here), box = scrolling(here);
    if (!box || before === here.style.cssText) continue;
    places.set(here, here.style.cssText);
    const to = here.getBoundingClientRect(), frame = seen(box);
    if (before !== undefined && isWithin(to, frame)) continue;
    const behavior = before === undefined || matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
    box.scrollBy({ left: to.x - frame.x - frame.width / 2, top: to.y - frame.y - frame.height / 2, behavior });
  }
}

/** Whoever reads the end of a list goes on reading there; whoever has scrolled back is left there. @param {Element} list */
function stayAtEnd(list) {
  const before = lengths.get(list) ?? 0;
  if (before === list.scrollHeight) return;
  lengths.set(list, list.scrollHeight);
  if (list.scrollTop + list.clientHeight + EDGE >= before) list.scrollTop = list.scrollHeight;
}

/** What is seen of it: a question may lie over its end, or the window end before. @param {Element} box */
export function seen(box) {
  const whole = box.getBoundingClientRect();
  const over = document.querySelector(".at-table > .ask, .replay > .timeline")?.getBoundingClientRect();
  const isOver = over && over.top > whole.top && over.left < whole.right && over.right > whole.left;
  const bottom = Math.min(whole.bottom, innerHeight, isOver ? over.top : Infinity);
  return new DOMRect(whole.x, whole.y, whole.width, bottom - whole.y > 2 * EDGE ? bottom - whole.y : whole.height);
}

/** @param {DOMRect} to @param {DOMRect} frame */
const isWithin = (to, frame) =>
  to.x > frame.left + EDGE && to.x < frame.right - EDGE && to.y > frame.top + EDGE && to.y < frame.bottom - EDGE;

/** What of the picture scrolls around it, if all of it does not fit. @param {Element} here */
function scrolling(here) {
  for (let box = here.parentElement; box && !box.classList.contains("board"); box = box.parentElement) {
    if ((box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) && getComputedStyle(box).overflowY === "auto")
      return box;
  }
  return null;
}
