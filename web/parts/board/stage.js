/**
 * The stage: what has happened is played frame by frame, and nothing that comes meanwhile wipes it away. It draws nothing and
 * knows no page, so that node can run it: what it needs of the outside it is given.
 *
 * A frame is a moment that is to be seen, such as a step or a throw. Frames of one scene belong together: a path, a spell with
 * all that it does. What is shown at each is the view from before, with the events up to there booked on it.
 *
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {import("../../types.js").View} View
 * @typedef {import("../../games/picture.js").Script} Script
 * @typedef {{ events: MatchEvent[], begins: boolean, milliseconds: number }} Frame
 * @typedef {{ view: View, events: MatchEvent[] }} Shown the position of a frame, and the events of its scene up to it
 * @typedef {object} Given
 * @property {Script} script
 * @property {() => void} changed something else is to be drawn
 * @property {() => number} pace how many times as long everything takes; 0: nothing is played
 * @property {(milliseconds: number, work: () => void) => () => void} later does it then; what comes back calls it off
 */

/** So long after the last news came all of it has been shown, in milliseconds at the common pace: each frame gets its share. */
const MOST = 25_000;

export class Stage {
  /** What is still to be shown, after what is shown. @type {Frame[]} */
  #coming = [];
  /** What was played last, or is being played, for whoever wants it once more. @type {{ view: View, frames: Frame[] } | null} */
  #last = null;
  /** @type {Shown | null} */
  #shown = null;
  #cancel = () => {};
  /** How long what is still to be shown may take, at the common pace. */
  #left = MOST;

  /** @param {Given} given */
  constructor({ script, changed, pace, later }) {
    this.script = script;
    this.changed = changed;
    this.pace = pace;
    this.later = later;
  }

  /** What is on the stage; null where the present is shown. */
  get shown() {
    return this.#shown;
  }

  /** Whether there is something to be played again. */
  get hasPlayed() {
    return this.#last !== null && this.#shown === null;
  }

  /**
   * Play what led on from a view, behind what is being played.
   * @param {View} view the one before @param {MatchEvent[]} events
   */
  play(view, events) {
    const added = frames(this.script, events);
    if (this.#shown && this.#last) {
      this.#last.frames.push(...added);
      this.#coming.push(...added);
      this.#left = MOST;
      return;
    }
    // What nobody needs to see is in the present already.
    if (!added.some((frame) => frame.milliseconds > 0)) return;
    this.#last = { view, frames: added };
    if (this.pace()) this.#begin();
  }

  /** Play the last once more. */
  again() {
    if (this.hasPlayed) this.#begin();
  }

  /** Show the present. */
  skip() {
    this.#cancel();
    this.#coming = [];
    this.#shown = null;
    this.changed();
  }

  close() {
    this.#cancel();
  }

  /** Forget all: what comes now does not follow from what was shown. */
  clear() {
    this.#last = null;
    this.skip();
  }

  #begin() {
    if (!this.#last) return;
    this.#coming = [...this.#last.frames];
    this.#shown = { view: this.#last.view, events: [] };
    this.#left = MOST;
    this.#next();
  }

  /** @returns {void} */
  #next() {
    const frame = this.#coming.shift(), shown = this.#shown;
    if (!frame || !shown) return this.skip();
    this.#shown = {
      view: frame.events.reduce((view, event) => booked(this.script, view, event), shown.view),
      events: frame.begins ? frame.events : [...shown.events, ...frame.events],
    };
    if (!frame.milliseconds) return this.#next();
    const lasts = Math.min(frame.milliseconds, frame.milliseconds * this.#left / (frame.milliseconds + lengthOf(this.#coming)));
    this.#left -= lasts;
    this.#cancel = this.later(lasts * (this.pace() || 1), () => this.#next());
    this.changed();
  }
}

/**
 * @param {Script} script
 * @param {MatchEvent[]} events
 * @returns {Frame[]}
 */
export function frames(script, events) {
  /** @type {Frame[]} */
  const found = [];
  let scene = "";
  for (const event of events) {
    const beat = script.beat(event), last = found.at(-1);
    if (!beat && last) last.events.push(event);
    else {
      found.push({ events: [event], begins: !beat || beat.opens === true || beat.scene !== scene, milliseconds: beat?.milliseconds ?? 0 });
      scene = beat?.scene ?? "";
    }
  }
  return found;
}

/** @param {Frame[]} coming */
const lengthOf = (coming) => coming.reduce((sum, frame) => sum + frame.milliseconds, 0);

/** @param {Script} script @param {View} view @param {MatchEvent} event @returns {View} */
const booked = (script, view, event) =>
  /** @type {View} */ ({ ...view, version: event.version, state: script.advance(view.state, event) });
