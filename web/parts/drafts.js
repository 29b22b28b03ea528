/**
 * What a player has chosen and not sent yet, kept while they are away from the table: they may have to log in anew.
 *
 * @typedef {import("../types.js").Prompt} Prompt
 * @typedef {import("../types.js").Fields} Fields
 */

const PLACE = "draft";

/** The questions that it answers: what was chosen for others is of no use. @param {Prompt[]} prompts */
const asked = (prompts) => prompts.map(({ prompt }) => prompt).join();

/**
 * One at a time: whoever chooses at the next table has left this one.
 * @param {string} match @param {string | null} player @param {Prompt[]} prompts @param {Fields} chosen
 */
export function keepDraft(match, player, prompts, chosen) {
  if (!player) return;
  if (!prompts.length || !Object.keys(chosen).length) return sessionStorage.removeItem(PLACE);
  sessionStorage.setItem(PLACE, JSON.stringify({ match, player, asked: asked(prompts), chosen }));
}

/**
 * What the player had chosen, where the same is still asked; nothing else.
 * @param {string} match @param {string | null} player @param {Prompt[]} prompts @returns {Fields}
 */
export function draft(match, player, prompts) {
  const kept = player && prompts.length ? JSON.parse(sessionStorage.getItem(PLACE) ?? "null") : null;
  const isOurs = kept && kept.match === match && kept.player === player && kept.asked === asked(prompts);
  return isOurs ? kept.chosen : {};
}
