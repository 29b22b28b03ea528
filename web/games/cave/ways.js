/**
 * Where one may go: the areas that a tap on leads to, and those where a thrown die may end.
 *
 * @typedef {import("./types.js").CaveTold} CaveTold
 * @typedef {import("./types.js").Fields} Fields
 */
import { fits, has } from "../choice.js";

/**
 * What a tap on an area stands for. `forward` and `back` have no area of their own: they are read as the ways they name.
 * @param {CaveTold} told
 * @param {string} area
 * @returns {Fields[]}
 */
export function partsOfArea(told, area) {
  const steps = ["step", "first_step", "branch"].map((type) => ({ type, to: area }));
  const hero = asked(told);
  if (!hero || hero.area === null) return steps;
  const home = area === hero.area ? HERE.map((type) => ({ type })) : [];
  return [...steps, ...home, ...ofDirection(told, hero.area, hero.entered_from, area), ...towards(told, area)];
}

/**
 * The first steps of a throw that may end at an area; the one that is chosen before the others.
 * @param {CaveTold} told
 * @param {string} end
 * @returns {Fields[]}
 */
function towards(told, end) {
  const moves = told.legal.filter((move) => (move.type === "first_step" || move.type === "branch") && endsOf(told, move).has(end));
  const parts = moves.map(({ type, to }) => /** @type {Fields} */ ({ type, to }));
  return [...parts.filter((part) => has(told.chosen, part)), ...parts.filter((part) => !has(told.chosen, part))];
}

/**
 * The areas that a first step leads to: of `forward` and `back` those that lie there.
 * @param {CaveTold} told
 * @param {Fields} move
 * @returns {string[]}
 */
export function leads(told, move) {
  const hero = asked(told);
  if (move.type !== "first_step" || !hero || hero.area === null) return [];
  if (move.to === "back") return hero.entered_from === null ? [] : [hero.entered_from];
  return move.to === "forward" ? openExits(told, hero.area).filter((exit) => exit !== hero.entered_from) : [];
}

/**
 * Where the throw may end after this first step.
 * @param {CaveTold} told
 * @param {Fields} move
 * @returns {Set<string>}
 */
function endsOf(told, move) {
  const question = told.view.state.asked;
  if (question?.kind !== "first_step" && question?.kind !== "branch") return new Set();
  const named = leads(told, move), { area, left } = question.about;
  const crossed = [...(told.view.state.turn_so_far?.path ?? []), area];
  return new Set((named.length ? named : [String(move.to)]).flatMap((to) => walked(told, to, left - 1, crossed)));
}

/** What is done on the area where one stands, likeliest first. */
const HERE = ["trials_again", "attempt", "cure", "explore", "go_on", "roll_kind"];

/**
 * @param {CaveTold} told
 * @param {string} from
 * @param {string | null} behind
 * @param {string} area
 * @returns {Fields[]}
 */
function ofDirection(told, from, behind, area) {
  if (area === behind) return [{ type: "first_step", to: "back" }];
  return openExits(told, from).includes(area) ? [{ type: "first_step", to: "forward" }] : [];
}

/**
 * The areas next door that no closed gate is before.
 * @param {CaveTold} told
 * @param {string} area
 */
export function openExits(told, area) {
  const exits = told.content.board.areas.find((one) => one.id === area)?.exits ?? [];
  return exits.filter((exit) => !closed(told, area, exit));
}

/**
 * @param {CaveTold} told
 * @param {string} one
 * @param {string} other
 */
function closed(told, one, other) {
  const gate = told.content.board.gates.find(({ edge }) => edge.includes(one) && edge.includes(other));
  return gate !== undefined && !told.view.state.gates_open.includes(gate.id);
}

/**
 * The areas where the rest of a throw may end: no area twice, as far as `left` goes, and before gates and in dead ends.
 * @param {CaveTold} told
 * @returns {Set<string>}
 */
export function ends(told) {
  const question = told.view.state.asked;
  if (question?.kind !== "first_step" && question?.kind !== "branch") return new Set();
  const { area, left } = question.about;
  const first = question.kind === "branch" ? fits(told.legal, { type: "branch" }).map((move) => String(move.to)) : openExits(told, area);
  const crossed = [...(told.view.state.turn_so_far?.path ?? []), area];
  return new Set((first.length ? first : openExits(told, area)).flatMap((to) => walked(told, to, left - 1, crossed)));
}

/**
 * @param {CaveTold} told
 * @param {string} area
 * @param {number} left
 * @param {string[]} crossed
 * @returns {string[]}
 */
function walked(told, area, left, crossed) {
  if (left <= 0) return [area];
  const exits = told.content.board.areas.find((one) => one.id === area)?.exits ?? [];
  const onward = exits.filter((exit) => !crossed.includes(exit));
  if (onward.length === 0) return [area];
  return onward.flatMap((exit) => (closed(told, area, exit) ? [area] : walked(told, exit, left - 1, [...crossed, area])));
}

/**
 * The adventurer of the seat that is asked, when it is one's own.
 * @param {CaveTold} told
 */
function asked(told) {
  const { asked: question, adventurers } = told.view.state;
  return told.me !== null && question?.seats.includes(told.me) ? adventurers[told.me] : undefined;
}
