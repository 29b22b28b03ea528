/**
 * Whatever carries `data-about` explains itself in a small box beside it: by a tap where a tap chooses nothing, by a long press
 * where it does, by a mouse that rests on it, and by key. What is said of it the game's `about.js` says, or the content.
 *
 * @typedef {import("../../games/picture.js").About} About
 * @typedef {import("../../words.js").Words} Words
 * @typedef {object} Given
 * @property {(key: string) => About | null} about what a key stands for; null: there is nothing to say
 * @property {() => Words} said
 */
import { html, nothing, render } from "../../vendor/lit-html.js";

/** How long a mouse rests and a finger presses, in milliseconds; how far a finger may stray, and how far off the box is, in pixels. */
const REST = 350, PRESS = 450, STRAY = 10, GAP = 8;
/** Where a tap means something else. */
const CHOOSES = "button, a, input, select, summary, .may, .board.plays";

export class Popover {
  #box = Object.assign(document.createElement("div"), { className: "popover", hidden: true, tabIndex: -1 });
  /** What is explained. @type {HTMLElement | null} */
  #of = null;
  /** It stays until something else is done: it was not opened by a mouse that happens to rest there. */
  #isKept = false;
  /** Where the focus goes back to, while things are leafed through. @type {HTMLElement | null} */
  #from = null;
  /** @type {{ x: number, y: number } | null} */
  #pressed = null;
  /** A long press has opened it, so the click that follows chooses nothing. */
  #isHeld = false;
  #timer = 0;
  #ended = new AbortController();

  /** @param {Given} given */
  constructor({ about, said }) {
    this.about = about;
    this.said = said;
    this.#box.setAttribute("role", "dialog");
    document.body.append(this.#box);
    const { signal } = this.#ended;
    document.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    document.addEventListener("pointermove", (event) => this.#move(event), { signal });
    for (const type of /** @type {const} */ (["pointerup", "pointercancel"]))
      document.addEventListener(type, () => this.#release(), { signal });
    document.addEventListener("contextmenu", (event) => this.#isHeld && event.preventDefault(), { signal });
    document.addEventListener("click", (event) => this.#click(event), { signal, capture: true });
    document.addEventListener("scroll", () => this.#place(), { signal, capture: true, passive: true });
  }

  close() {
    this.#ended.abort();
    clearTimeout(this.#timer);
    this.#box.remove();
  }

  /**
   * `i` opens what the focus is on, or else the first thing of the table; then arrows lead on, and Escape back.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was meant for it
   */
  key(event) {
    if (event.key === "i") this.#from ? this.#leaf(1) : this.open();
    else if (!this.#of) return false;
    else if (event.key === "Escape") this.#hide();
    else if (this.#from && /^Arrow(Down|Right|Left|Up)$/.test(event.key)) this.#leaf(/Down|Right/.test(event.key) ? 1 : -1);
    else return false;
    event.preventDefault();
    return true;
  }

  /** Explain this, or what the focus is on, or the first thing there is; from there one leafs through all of them. @param {string} [key] */
  open(key) {
    const from = /** @type {HTMLElement} */ (document.activeElement ?? document.body), all = this.#all();
    const wanted = key ?? this.#explained(from)?.dataset.about;
    const of = all.find((one) => one.dataset.about === wanted) ?? all[0];
    if (!of) return;
    this.#from = from;
    this.#show(of);
    this.#box.focus();
  }

  /** Everything in sight that explains itself, each once. @returns {HTMLElement[]} */
  #all() {
    const found = new Map();
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".board [data-about], .ask [data-about]"))) {
      const key = one.dataset.about ?? "";
      if (!found.has(key) && one.getClientRects().length && this.about(key)) found.set(key, one);
    }
    return [...found.values()];
  }

  /** @param {number} way */
  #leaf(way) {
    const all = this.#all(), at = all.findIndex((one) => one.dataset.about === this.#of?.dataset.about);
    const next = all[(at + way + all.length) % all.length];
    if (!next) return;
    next.scrollIntoView({ block: "nearest" });
    this.#show(next);
    this.#box.focus();
  }

  /** @param {EventTarget | null} target @returns {HTMLElement | null} */
  #explained(target) {
    const of = /** @type {HTMLElement | null} */ (target instanceof Element ? target.closest("[data-about]") : null);
    return of && this.about(of.dataset.about ?? "") ? of : null;
  }

  /** A mouse that moves; where something comes to lie below one that does not, nobody has asked. @param {PointerEvent} event */
  #over({ target, movementX, movementY }) {
    if (!(movementX || movementY) || this.#isKept || this.#box.contains(/** @type {Node} */ (target))) return;
    clearTimeout(this.#timer);
    const of = this.#explained(target);
    if (of !== this.#of) this.#timer = setTimeout(() => (of ? this.#show(of, false) : this.#hide()), REST);
  }

  /** @param {PointerEvent} event */
  #down({ target, pointerType, clientX: x, clientY: y }) {
    this.#isHeld = false;
    if (this.#box.contains(/** @type {Node} */ (target))) return;
    const of = this.#explained(target);
    if (this.#of && of !== this.#of) this.#hide();
    if (!of || pointerType === "mouse") return;
    this.#pressed = { x, y };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isHeld = true;
      this.#show(of);
    }, PRESS);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (event.pointerType === "mouse") return this.#over(event);
    const { clientX, clientY } = event;
    const { x, y } = this.#pressed ?? { x: clientX, y: clientY };
    if (Math.hypot(clientX - x, clientY - y) > STRAY) this.#release();
  }

  #release() {
    if (this.#pressed) clearTimeout(this.#timer);
    this.#pressed = null;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const of = this.#explained(event.target);
    if (!of || this.#box.contains(/** @type {Node} */ (event.target))) return;
    const chooser = /** @type {Element} */ (event.target).closest(CHOOSES);
    const isTold = this.#isHeld || !chooser || (chooser !== of && chooser.contains(of) && !chooser.matches(".plays"));
    if (!isTold) return this.#isKept ? undefined : this.#hide();
    event.stopPropagation();
    event.preventDefault();
    if (!this.#isHeld && this.#of === of && this.#isKept) this.#hide();
    else this.#show(of);
    this.#isHeld = false;
  }

  /** @param {HTMLElement} of @param {boolean} [isKept] */
  #show(of, isKept = true) {
    const found = this.about(of.dataset.about ?? ""), said = this.said().about;
    if (!found || !of.isConnected) return this.#hide();
    clearTimeout(this.#timer);
    this.#of?.removeAttribute("data-told");
    of.setAttribute("data-told", "");
    [this.#of, this.#isKept] = [of, isKept];
    this.#box.setAttribute("aria-label", found.name);
    render(html`${explained(found)}${this.#from ? html`<p class="leaf">
      <button type="button" @click=${() => this.#leaf(-1)}>${said.before}</button>
      <button type="button" @click=${() => this.#leaf(1)}>${said.next}</button>
      <button type="button" @click=${() => this.#hide()}>${said.close}</button></p>` : nothing}`, this.#box);
    this.#box.hidden = false;
    this.#place();
  }

  /** Below what is explained, above it where there is no room, and always within the window. */
  #place() {
    const of = this.#of, box = this.#box;
    if (!of) return;
    const at = of.getBoundingClientRect(), { offsetWidth: wide, offsetHeight: high } = box;
    if (!of.isConnected || at.bottom < 0 || at.top > innerHeight) return this.#hide();
    const left = Math.max(GAP, Math.min((at.left + at.right - wide) / 2, document.documentElement.clientWidth - wide - GAP));
    const isBelow = at.bottom + GAP + high <= innerHeight || at.top < high + GAP;
    const top = isBelow ? Math.min(at.bottom + GAP, innerHeight - high - GAP) : at.top - high - GAP;
    Object.assign(box.style, { left: `${left}px`, top: `${Math.max(GAP, top)}px` });
  }

  #hide() {
    clearTimeout(this.#timer);
    this.#of?.removeAttribute("data-told");
    this.#box.hidden = true;
    const from = this.#from;
    [this.#of, this.#isKept, this.#from] = [null, false, null];
    from?.focus({ preventScroll: true });
  }
}

/** A thing with its sign and what it does; also where a question is about it. @param {About} about */
export const explained = ({ name, lines, sign, look }) => html`<div class="explained">
  ${sign ? html`<span class="board"><span class="${look ?? ""} sign-of">${sign}</span></span>` : nothing}
  <div dir="auto"><b>${name}</b>${lines.map((one) => html`<p>${one}</p>`)}</div></div>`;
