/**
 * What each wizard does with their hand, by seat: who still thinks, who has chosen unseen, who points at whom.
 *
 * @typedef {import("../picture.js").Told<"rock-paper-wizard">} Told
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {"idle" | "thinking" | "ready" | "plan" | "pointing" | "released" | "cancelled" | "past"} How
 * @typedef {{ how: How, card: string | null, aim: number | null, wild: boolean }} Cast
 */

/** @type {Cast} */
const IDLE = { how: "idle", card: null, aim: null, wild: false };

/**
 * @param {Told} told
 * @returns {Cast[]}
 */
export function casts(told) {
  const { gestures, wizards } = told.view.state;
  if (gestures.length > 0) return gestures.map(shown);
  const plan = planned(told);
  const before = plan || wizards.some((one) => one.ready) ? null : revealed(told);
  return wizards.map((one) => {
    if (plan && one.seat === told.me) return plan;
    return before ? before[one.seat] ?? IDLE : { ...IDLE, how: asked(told, one.seat) };
  });
}

/**
 * @param {Told["view"]["state"]["gestures"][number]} gesture
 * @returns {Cast}
 */
const shown = ({ source, card, aim, state }) => ({ how: how(state), card, aim, wild: source === "wild" });

/**
 * @param {string} state
 * @returns {How}
 */
const how = (state) => state === "pointing" || state === "released" || state === "cancelled" ? state : "idle";

/**
 * What I have cast unseen, or am about to.
 * @param {Told} told
 * @returns {Cast | null}
 */
function planned({ chosen, view: { state: { your_choice: mine } } }) {
  const card = mine?.spell ?? chosen.spell;
  const aim = mine?.target ?? chosen.target;
  if (typeof card !== "string" && typeof aim !== "number") return null;
  return { how: "plan", card: typeof card === "string" ? card : null, aim: typeof aim === "number" ? aim : null, wild: false };
}

/**
 * The gestures of the round that has just gone by.
 * @param {Told} told
 * @returns {Cast[] | null}
 */
function revealed({ changes }) {
  const last = /** @type {MatchEvent[]} */ (changes).filter((event) => event.type === "gestures_revealed").at(-1);
  if (last?.type !== "gestures_revealed") return null;
  return last.data.gestures.map((one) => one ? { how: "past", card: one.spell, aim: one.target, wild: false } : IDLE);
}

/**
 * @param {Told} told
 * @param {number} seat
 * @returns {How}
 */
function asked({ view: { state } }, seat) {
  const wizard = state.wizards[seat];
  if (state.step !== "learn" || !wizard || wizard.resigned || wizard.defaulted) return "idle";
  return wizard.ready ? "ready" : "thinking";
}
