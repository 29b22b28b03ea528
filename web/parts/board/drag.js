/**
 * Dragging in a picture: what carries `data-drag` follows the finger or the mouse, and whatever carries `data-drop` below it when
 * it is let go hears the event `dropped`, with the key of what was dragged.
 */

/** So far it is a tap that strays, in pixels. */
const STRAY = 8;

/** @param {AbortSignal} signal ends it */
export function dragging(signal) {
  /** @type {{ of: HTMLElement, x: number, y: number, id: number, isDragged: boolean } | null} */
  let held = null;
  const ends = () => {
    if (held) Object.assign(held.of.style, { transform: "", pointerEvents: "", zIndex: "" });
    held = null;
  };
  document.addEventListener("pointerdown", ({ target, button, clientX: x, clientY: y, pointerId: id }) => {
    const of = target instanceof Element ? target.closest("[data-drag]") : null;
    if (of instanceof HTMLElement && button === 0) held = { of, x, y, id, isDragged: false };
  }, { signal });
  document.addEventListener("pointermove", ({ clientX: x, clientY: y, pointerId }) => {
    if (!held || held.id !== pointerId || (!held.isDragged && Math.hypot(x - held.x, y - held.y) < STRAY)) return;
    held.isDragged = true;
    // What lies below is what it is dropped on.
    Object.assign(held.of.style, { transform: `translate(${x - held.x}px, ${y - held.y}px)`, pointerEvents: "none", zIndex: "3" });
  }, { signal });
  document.addEventListener("pointerup", ({ clientX, clientY }) => {
    const key = held?.of.dataset.drag, on = document.elementFromPoint(clientX, clientY)?.closest("[data-drop]"), { isDragged } = held ?? {};
    ends();
    if (!isDragged) return;
    // The click that follows is none.
    const stop = (/** @type {Event} */ event) => event.stopPropagation();
    document.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", stop, { capture: true }));
    on?.dispatchEvent(new CustomEvent("dropped", { detail: key, bubbles: true }));
  }, { signal });
  document.addEventListener("pointercancel", ends, { signal });
}
