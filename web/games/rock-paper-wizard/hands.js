/**
 * The hand signs, drawn by us in a square of 48: a hand is four fingers and a thumb, each in one of a few ways, and turned.
 * The right hand is seen from its back, fingers up and thumb on the left.
 *
 * @typedef {keyof typeof FINGER} Finger
 * @typedef {keyof typeof THUMB} Thumb
 * @typedef {{ fingers?: [Finger, Finger, Finger, Finger], thumb?: Thumb, turn?: number, flip?: boolean,
 *             strokes?: string[], more?: string }} Hand
 */
import { nothing, svg } from "../../vendor/lit-html.js";

/** Where the fingers begin, how long they are, how far they part from each other: index finger first. */
const ROOTS = [
  { x: 16, y: 28, long: 15, apart: -20 },
  { x: 21.5, y: 27, long: 17, apart: -7 },
  { x: 27, y: 27, long: 15.5, apart: 7 },
  { x: 32.5, y: 29, long: 12, apart: 22 },
];

/** @typedef {typeof ROOTS[number]} Root */
const FINGER = {
  /** @param {Root} root */
  out: (root) => straight(root, 0),
  /** @param {Root} root */
  spread: (root) => straight(root, root.apart),
  /** @param {Root} root */
  left: (root) => straight(root, -12),
  /** @param {Root} root */
  right: (root) => straight(root, 12),
  /** @param {Root} root */
  ring: ({ x, y }) => `M${x} ${y}Q${x + 1} ${y - 9} ${x - 5} ${y - 11}`,
  /** @param {Root} root */
  bar: ({ x, y }) => `M${24 + (x - 24) * 1.2} ${y}v-16`,
  /** @param {Root} root */
  hook: ({ x, y, long }) => `M${x} ${y}V${y - long * .7}q0 -5 -4.5 -5q-3.5 0 -4 4`,
  /** @param {Root} root */
  claw: ({ x, y, long, apart }) =>
    `M${x} ${y}q${apart * .3} ${-long * .45} ${apart * .34} ${-long * .6}q${-apart * .02 - 1} -5 ${-apart * .12} -6`,
  /** @param {Root} root */
  fold: ({ x, y }) => `M${x} ${y + 3}v-5`,
};
const THUMB = {
  out: "M18 37L7 27",
  side: "M19 34H6",
  beside: "M16 38Q12 34 11.5 28",
  across: "M15.5 37Q21 33 28 34",
  little: "M15.5 38Q24 36 33 30",
  bent: "M18 37L8 35Q5 31 9 26",
  ring: "M18 38Q6 35 6.5 25Q7 19 11 17",
};

/**
 * @param {Root} root
 * @param {number} apart degrees from upright
 */
function straight({ x, y, long }, apart) {
  const turn = apart * Math.PI / 180;
  return `M${x} ${y}l${(Math.sin(turn) * long).toFixed(1)} ${(-Math.cos(turn) * long).toFixed(1)}`;
}

/** @type {Record<string, Hand>} */
const HANDS = {
  antimagic_field: { fingers: ["fold", "fold", "fold", "fold"], thumb: "side", turn: -90, flip: true },
  confusion: { fingers: ["fold", "fold", "fold", "spread"], thumb: "out" },
  counterspell: { fingers: ["out", "out", "out", "out"], thumb: "beside" },
  misty_step: { fingers: ["out", "out", "out", "fold"], thumb: "little" },
  passwall: { fingers: ["out", "out", "out", "out"], thumb: "side", turn: 90 },
  teleportation_circle: { strokes: ["M25 39Q37 34 36 22Q34 10 23 10Q11 11 11 23", "M25 39Q11 38 11 25"] },
  wall_of_force: { fingers: ["ring", "spread", "spread", "spread"], thumb: "ring" },
  chain_lightning: { fingers: ["spread", "out", "fold", "fold"], thumb: "out" },
  dimension_door: { fingers: ["out", "out", "fold", "fold"], thumb: "across" },
  fear: { fingers: ["out", "fold", "fold", "fold"], thumb: "across", turn: 90 },
  fireball: { fingers: ["fold", "fold", "fold", "fold"], thumb: "across" },
  ice_storm: { fingers: ["hook", "fold", "fold", "fold"], thumb: "across" },
  meteor_swarm: { fingers: ["spread", "spread", "spread", "spread"], thumb: "out" },
  polymorph: { fingers: ["left", "left", "right", "right"], thumb: "out" },
  stinking_cloud: { fingers: ["left", "right", "fold", "fold"], thumb: "across" },
  telekinesis: { fingers: ["claw", "claw", "claw", "claw"], thumb: "bent" },
  vampiric_touch: { fingers: ["hook", "hook", "fold", "fold"], thumb: "bent", turn: -90, flip: true },
  burning_hands: { fingers: ["out", "fold", "fold", "out"], thumb: "out" },
  charm_person: { fingers: ["out", "fold", "fold", "fold"], thumb: "across" },
  color_spray: { strokes: ["M25 39Q38 34 37 22Q34 8 15 11", "M25 39Q17 39 11 33"] },
  dominate_person: { fingers: ["hook", "fold", "fold", "fold"], thumb: "beside", turn: 90, more: "M30 8q5 -5 10 0M41 13q3 4 0 8" },
  feeblemind: { fingers: ["fold", "fold", "fold", "out"], thumb: "across" },
  imprisonment: { fingers: ["bar", "bar", "bar", "bar"], thumb: "beside", turn: 180 },
};

/**
 * The gesture of a card; a dashed square for a card that we have not drawn.
 * @param {string} card
 */
export function hand(card) {
  const drawn = HANDS[card];
  if (!drawn) return svg`<rect class="unknown" x="9" y="9" width="30" height="30" rx="5"></rect>`;
  const { fingers = [], thumb, turn = 0, flip = false, strokes = [], more } = drawn;
  return svg`<g class="hand" transform=${`${flip ? "translate(48 0) scale(-1 1)" : ""}rotate(${turn} 24 26)`}>
    <path class="cuff" d="M18.5 41h12.5v6.5h-12.5z"></path>
    ${strokes.length ? strokes.map(limb("wide")) : palm(fingers)}
    ${thumb ? limb("thumb")(THUMB[thumb]) : nothing}
  </g>${more ? svg`<path class="more" d=${more}></path>` : nothing}`;
}

/** @param {Finger[]} fingers */
const palm = (fingers) => svg`
  <path class="skin" d="M13 29H36V37q0 6 -6 6H19q-6 0 -6 -6z"></path>
  ${fingers.map((finger, at) => limb("")(FINGER[finger](/** @type {Root} */ (ROOTS[at]))))}
  <path class="bare" d="M13 31H36V37q0 6 -6 6H19q-6 0 -6 -6z"></path>`;

/**
 * A round line with an edge: a finger.
 * @param {string} kind
 */
function limb(kind) {
  return (/** @type {string} */ path) =>
    svg`<path class=${`edge ${kind}`} d=${path}></path><path class=${`flesh ${kind}`} d=${path}></path>`;
}
