/**
 * Where one may go: the areas that a tap on leads to, those where a thrown die may end, and which way a die picks at a fork.
 *
 * @typedef {import("../types.js").CaveTold} CaveTold
 * @typedef {import("../types.js").Fields} Fields
 */
import { fits, has } from "../../choice.js";

/**
 * What a tap on an area stands for. `forward` and `back` have no area of their own: they are read as the ways they name.
 * @param {CaveTold} told
 * @param {string} area
 * @returns {Fields[]}
 */
export function partsOfArea(told, area) {
  const steps = ["step", "first_step", "branch", "walk"].map((type) => ({ type, to: area }));
  const hero = asked(told);
  if (!hero || hero.area === null) return steps;
  const home = area === hero.area ? HERE.map((type) => ({ type })) : [];
  return [...through(told, area), ...steps, ...home, ...ofDirection(told, hero.area, hero.entered_from, area), ...towards(told, area)];
}

/**
 * The ways to where one would walk, while there are several to choose from.
 * @param {CaveTold} told
 * @returns {Fields[]}
 */
export function ways(told) {
  const left = told.chosen.type === "walk" ? fits(told.legal, told.chosen) : [];
  return left.map(({ type, to, over }) => /** @type {Fields} */ ({ type, to, over }));
}

/** The areas of a way, as it is walked. @param {Fields} way */
export const areasOf = ({ over, to }) => [.../** @type {string[]} */ (over), String(to)];

/**
 * The way that alone of those to one place goes through an area.
 * @param {CaveTold} told
 * @param {string} area
 * @returns {Fields[]}
 */
function through(told, area) {
  const found = ways(told), over = found.filter((way) => areasOf(way).includes(area));
  return found.length > 1 && over.length === 1 ? over : [];
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
function leads(told, move) {
  const hero = asked(told);
  if (move.type !== "first_step" || !hero || hero.area === null) return [];
  if (move.to === "back") return hero.entered_from === null ? [] : [hero.entered_from];
  return move.to === "forward" ? ahead(told, hero.area, hero.entered_from) : [];
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

/** The faces of a die. */
const FACES = [1, 2, 3, 4, 5, 6];

/**
 * Ways with the faces that pick each, first and last: in equal parts from left to right (CAVE-11.2a, CAVE-R22.1).
 * @param {readonly string[]} ways
 * @returns {{ to: string, low: number, high: number }[]}
 */
export const picked = (ways) => ways.map((to, at) => {
  const faces = FACES.filter((face) => Math.floor(((face - 1) * ways.length) / FACES.length) === at);
  return { to, low: faces[0] ?? 0, high: faces.at(-1) ?? 0 };
});

/** Faces as a text: one, or from one to another. @param {number} low @param {number} high */
export const facesOf = (low, high) => (low === high ? String(low) : `${low}–${high}`);

/**
 * The ways on from an area, from left to right for whoever came in from `behind`.
 * @param {CaveTold} told
 * @param {string} area
 * @param {string | null} behind
 */
export function branches(told, area, behind) {
  const exits = told.content.board.areas.find((one) => one.id === area)?.exits ?? [], at = exits.indexOf(behind ?? "");
  return at < 0 ? exits : [...exits.slice(at + 1), ...exits.slice(0, at)];
}

/**
 * The ways forward of a first step: none is behind a closed gate.
 * @param {CaveTold} told
 * @param {string} area
 * @param {string | null} behind
 */
export const ahead = (told, area, behind) => branches(told, area, behind).filter((exit) => !closed(told, area, exit));

/**
 * The forks that a throw may come to where the die picks the way, each way with its faces; of a first step that is chosen
 * those alone that lie there.
 * @param {CaveTold} told
 * @returns {{ from: string, to: string, low: number, high: number }[]}
 */
export function forks(told) {
  const question = told.view.state.asked, hero = asked(told);
  if (question?.kind !== "first_step" || !hero || hero.area === null || fits(told.legal, { to: "back" }).length === 0) return [];
  const { area, left } = question.about, behind = hero.entered_from;
  const goes = (/** @type {string} */ to) => fits(told.legal, { to }).some((move) => has(move, told.chosen));
  const forward = goes("forward") ? ahead(told, area, behind) : [];
  /** @type {Map<string, { from: string, to: string, low: number, high: number }>} */
  const found = new Map();
  const note = (/** @type {string} */ from, /** @type {readonly string[]} */ ways) => {
    // Who comes there by two ways is told the faces of the shorter one.
    for (const one of ways.length > 1 ? picked(ways) : []) {
      const key = `${from} ${one.to}`;
      if (!found.has(key)) found.set(key, { from, ...one });
    }
  };
  note(area, forward);
  /** @type {[string, string, number][]} */
  let edge = [...forward, ...(goes("back") && behind !== null ? [behind] : [])].map((to) => [area, to, left - 1]);
  while (edge.length) {
    edge = edge.flatMap(([from, here, more]) => {
      if (more <= 0 || closed(told, from, here)) return [];
      const ways = branches(told, here, from);
      note(here, ways);
      return ways.map((to) => /** @type {[string, string, number]} */ ([here, to, more - 1]));
    });
  }
  return [...found.values()];
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
  const { area, left } = question.about, walks = fits(told.legal, { type: "walk" });
  if (walks.length) return new Set(walks.map((move) => String(move.to)));
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
