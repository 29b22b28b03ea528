/**
 * One's turn calls: a sound, the device's shaking, and how many matches wait on the app's badge. The sounds are made here of
 * single notes, and no file of them is fetched.
 */
import { sounds, vibrates } from "./preferences.js";

/** Of each note when it begins, in seconds, and how high it is, in hertz. @type {Record<string, [number, number][]>} */
const TUNES = {
  turn: [[0, 587], [0.12, 880]],
  warning: [[0, 660], [0.18, 660], [0.36, 660]],
  end: [[0, 523], [0.13, 659], [0.26, 784], [0.39, 1047]],
};
const LENGTH = 0.28, LOUD = 0.12;
/** In milliseconds: shaken, at rest, shaken. @type {Record<string, number[]>} */
const SHAKES = { turn: [80], warning: [120, 80, 120], end: [60, 60, 160] };
/** So long no other tab calls for the same, in milliseconds. */
const ONCE = 2_000;

/** @type {AudioContext | null} */
let audio = null;

/**
 * Call, from one tab of the browser alone.
 * @param {"turn" | "warning" | "end"} kind @param {string} match
 */
export function call(kind, match) {
  if (!sounds() && !vibrates()) return;
  void navigator.locks.request(`call ${kind} ${match}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    if (sounds()) play(TUNES[kind] ?? []);
    if (vibrates()) navigator.vibrate?.(SHAKES[kind] ?? []);
    await new Promise((done) => setTimeout(done, ONCE));
  });
}

let shown = 0;

/** How many matches wait for the player, on the icon of the installed page. @param {number} count */
export function badge(count) {
  if (count === shown) return;
  shown = count;
  // Where the page is not installed some browsers refuse.
  void (count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => {});
}

/** @param {[number, number][]} tune */
function play(tune) {
  audio ??= new AudioContext();
  // Before anybody has touched the page a browser plays nothing.
  void audio.resume().catch(() => {});
  for (const [at, high] of tune) note(audio, audio.currentTime + at, high);
}

/** @param {AudioContext} context @param {number} at @param {number} high */
function note(context, at, high) {
  const voice = new OscillatorNode(context, { type: "triangle", frequency: high }), loud = new GainNode(context, { gain: 0 });
  loud.gain.linearRampToValueAtTime(LOUD, at + 0.02);
  loud.gain.exponentialRampToValueAtTime(0.001, at + LENGTH);
  voice.connect(loud).connect(context.destination);
  voice.start(at);
  voice.stop(at + LENGTH);
}
