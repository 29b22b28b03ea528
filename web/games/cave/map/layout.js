/**
 * Where things stand on the map: data of this picture. What belongs together comes from the content; an area that is not
 * in the table stands where its own x and y put it.
 *
 * @typedef {import("../types.js").Area} Area
 */

/** The map, in units that are pixels on a phone. */
export const WIDTH = 800;
export const HEIGHT = 812;

/** A room: half its width, half its height. */
export const HALF = { x: 34, y: 25 };

/** The middle of each room. North is up, as the rules count branches from left to right; so deeper is higher. */
const PLACES = /** @type {Record<string, readonly [number, number]>} */ ({
  K9: [230, 56], X1: [316, 64], K8: [402, 54], X2: [488, 64], K10: [574, 56],
  T1: [226, 154], T2: [406, 152], T3: [571, 154],
  W2: [58, 244], K6: [144, 256], N2: [230, 246], N3: [316, 256], N4: [402, 244], N5: [488, 256], N6: [574, 246], K7: [660, 256],
  E2: [746, 244],
  W1: [62, 348], D3: [310, 350], U4: [402, 350], U5: [484, 346], U6: [576, 354], E1: [742, 348],
  K4: [58, 452], M1: [144, 440], M2: [230, 450], M3: [316, 440], K3: [402, 448], M5: [488, 440], M6: [574, 450], M7: [660, 440],
  K5: [746, 452],
  D1: [138, 540], U1: [234, 546], U2: [404, 546], U3: [578, 546], D2: [664, 544],
  K1: [58, 652], S1: [144, 640], S2: [230, 650], S3: [316, 638], S4: [402, 646], S5: [488, 638], S6: [574, 650], S7: [660, 640],
  K2: [746, 652],
  E: [402, 748],
});

/** The four levels of the cave, deepest first, as bands of the rock; the numeral is a number, not a word. */
export const LEVELS = [
  { name: "IV", top: 0, bottom: 106 },
  { name: "III", top: 106, bottom: 302 },
  { name: "II", top: 302, bottom: 498 },
  { name: "I", top: 498, bottom: 706 },
  { name: "", top: 706, bottom: HEIGHT },
];

/**
 * @param {Pick<Area, "id" | "x" | "y">} area
 * @returns {{ x: number, y: number }}
 */
export function place(area) {
  const [x, y] = PLACES[area.id] ?? [58 + area.x * 86, 748 - area.y * 98];
  return { x, y };
}

/** A room with its name. */
export const AROUND = { x: -42, y: -32, width: 84, height: 86 };

/** How far around its middle a finger meets a room that can be tapped: a thumb's width where the whole map is on a phone. */
const FINGER = { x: 50, y: 54 };

/**
 * The rectangle where a finger meets a room; with others beside it that can be tapped too, half of the way to them.
 * @param {Area} area
 * @param {readonly Area[]} others
 */
export function reachOf(area, others) {
  const here = place(area), half = { ...FINGER };
  for (const { x, y } of others.filter(({ id }) => id !== area.id).map(place)) {
    const [across, along] = [Math.abs(x - here.x), Math.abs(y - here.y)];
    if (across > along) half.x = Math.min(half.x, along < 2 * FINGER.y ? across / 2 : half.x);
    else half.y = Math.min(half.y, across < 2 * FINGER.x ? along / 2 : half.y);
  }
  return { x: -half.x, y: -half.y, width: 2 * half.x, height: 2 * half.y };
}

/**
 * Where gates stand on the way between two places: beside the lower room, clear of the name below the upper one.
 * @param {{ x: number, y: number }} one
 * @param {{ x: number, y: number }} other
 */
export function gatePlace(one, other) {
  const [high, low] = one.y < other.y ? [one, other] : [other, one];
  const far = Math.hypot(low.x - high.x, low.y - high.y) || 1;
  const part = low.y - high.y > HALF.y * 2 ? (far - HALF.y - 9) / far : 0.5;
  const along = { x: high.x + (low.x - high.x) * part, y: high.y + (low.y - high.y) * part };
  return { ...along, turn: (Math.atan2(low.y - high.y, low.x - high.x) * 180) / Math.PI - 90 };
}
