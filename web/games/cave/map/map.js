/**
 * The map: rock in four levels, ways, gates, rooms with what lies in them, and the adventurers.
 *
 * @typedef {import("../types.js").CaveTold} CaveTold
 * @typedef {import("../types.js").Area} Area
 * @typedef {import("../types.js").Gate} Gate
 * @typedef {import("../types.js").Adventurer} Adventurer
 * @typedef {import("../types.js").News} News
 */
import { html, nothing, svg } from "../../../vendor/lit-html.js";
import { AROUND, gatePlace, HALF, HEIGHT, LEVELS, place, reachOf, WIDTH } from "./layout.js";
import { pips, SIGNS } from "../signs.js";
import { NONE, tapOn } from "../taps.js";
import { overview } from "./overview.js";
import { areasOf, ends, facesOf, forks, partsOfArea, ways as walks } from "./ways.js";

/**
 * @param {CaveTold} told
 * @param {News} news
 */
export function map(told, news) {
  const { areas, edges, gates } = told.content.board;
  const at = new Map(areas.map((area) => [area.id, place(area)]));
  const ways = edges.map(([one, other]) => line(at.get(one ?? ""), at.get(other ?? "")));
  const reached = ends(told), taps = new Map(areas.map((area) => [area, tapOn(told, ...partsOfArea(told, area.id))]));
  const lit = areas.filter((area) => taps.get(area)?.looks);
  return html`<div class="chart"><div class="map"><div class="ground">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}">
      ${LEVELS.map(level)}
      ${ways.map((d) => svg`<path class="bank" d=${d}></path>`)}
      ${areas.map((area) => svg`<path class="wall" d=${outline(area)} transform=${shift(place(area))}></path>`)}
      ${ways.map((d) => svg`<path class="way" d=${d}></path>`)}
      ${trail(told, at)}${planned(told, at)}
      ${areas.map((area) => room(told, news, area, { isEnd: reached.has(area.id), lit, ...taps.get(area) ?? NONE }))}
      ${gates.map((gate) => shownGate(told, news, gate, at))}
      ${forks(told).map((fork) => faces(fork, at))}
      ${told.view.state.adventurers.map((one) => figure(told, news, one, at))}
    </svg>
    ${here(told, at)}
  </div></div>${overview(told)}</div>`;
}

/** @param {{ x: number, y: number }} to */
const shift = (to) => `translate(${to.x} ${to.y})`;

/** @param {typeof LEVELS[number]} one */
const level = (one) => svg`<path class="rock level-${one.name}" d=${`M0 ${one.top}${rough(one.top)}V${one.bottom + 12}H0z`}></path>
  <text class="numeral" x="6" y=${one.bottom - 8}>${one.name}</text>`;

/** How far a rough edge is off, from west to east. */
const ROUGH = [0, 6, -3, 4, -6, 2, 7, -2, 5, -5, 3, -4, 6, -1, 4, -6, 0];

/** @param {number} top */
const rough = (top) => (top === 0 ? `H${WIDTH}` : ROUGH.map((off, at) => `L${(at * WIDTH) / (ROUGH.length - 1)} ${top + off}`).join(""));

/**
 * @param {{ x: number, y: number } | undefined} one
 * @param {{ x: number, y: number } | undefined} other
 */
const line = (one, other) => (one && other ? `M${one.x} ${one.y}L${other.x} ${other.y}` : "");

/** @param {Area} area */
function outline({ kind }) {
  const { x, y } = HALF;
  if (kind === "chamber") return `M${12 - x} ${-y}H${x - 12}L${x} ${12 - y}V${y - 12}L${x - 12} ${y}H${12 - x}L${-x} ${y - 12}V${12 - y}z`;
  if (kind === "special") return `M${8 - x} ${-y}H${x - 8}L${x} 0L${x - 8} ${y}H${8 - x}L${-x} 0z`;
  if (kind === "entrance") return `M${-x} ${y}V0A${x} ${y} 0 0 1 ${x} 0V${y}z`;
  return `M${12 - x} ${-y}H${x - 12}Q${x} ${-y} ${x} ${12 - y}V${y - 12}Q${x} ${y} ${x - 12} ${y}`
    + `H${12 - x}Q${-x} ${y} ${-x} ${y - 12}V${12 - y}Q${-x} ${-y} ${12 - x} ${-y}z`;
}

/**
 * The areas crossed in this turn, in the colour of the one whose turn it is.
 * @param {CaveTold} told
 * @param {Map<string, { x: number, y: number }>} at
 */
function trail(told, at) {
  const { turn, turn_so_far: turnSoFar } = told.view.state;
  const path = turnSoFar?.path ?? [];
  if (turn === null || path.length === 0) return nothing;
  const points = path.flatMap((id) => at.get(id) ?? []);
  return svg`<polyline class="trail" points=${points.map(({ x, y }) => `${x},${y}`).join(" ")}
    stroke=${told.seats[turn]?.colour ?? ""}></polyline>`;
}

/**
 * The ways that one may still choose to walk to the place that one has chosen.
 * @param {CaveTold} told
 * @param {Map<string, { x: number, y: number }>} at
 */
function planned(told, at) {
  const from = told.view.state.adventurers[told.me ?? -1]?.area ?? "";
  return walks(told).map((way) => svg`<polyline class="planned"
    points=${[from, ...areasOf(way)].flatMap((id) => at.get(id) ?? []).map(({ x, y }) => `${x},${y}`).join(" ")}></polyline>`);
}

/** So far from the middle of a room its ways have their faces. */
const BESIDE = 43;

/**
 * The faces of a die that pick a way, on that way beside its fork.
 * @param {ReturnType<typeof forks>[number]} fork
 * @param {Map<string, { x: number, y: number }>} at
 */
function faces({ from, to, low, high }, at) {
  const [one, other] = [at.get(from), at.get(to)];
  if (!one || !other) return nothing;
  const far = Math.hypot(other.x - one.x, other.y - one.y) || 1, part = BESIDE / far;
  return svg`<g class="faces" transform=${shift({ x: one.x + (other.x - one.x) * part, y: one.y + (other.y - one.y) * part })}>
    <rect x="-14" y="-9" width="28" height="18" rx="4"></rect><text y="4.5">${facesOf(low, high)}</text></g>`;
}

/**
 * @param {CaveTold} told
 * @param {News} news
 * @param {Area} area
 * @param {import("../types.js").Tap & { isEnd: boolean, lit: Area[] }} now `lit` are all rooms that can be tapped
 */
function room(told, news, area, { isEnd, lit, looks, tap }) {
  const ground = told.view.state.areas[area.id], reach = looks ? reachOf(area, lit) : AROUND;
  const marks = `${isEnd ? looks ? "far goal" : "far" : ""} ${news.areas.has(area.id) ? "new" : ""}`;
  return svg`<g class="room ${area.kind} ${looks} ${marks}" transform=${shift(place(area))} data-about=${area.id}
      @click=${tap}>
    <rect class="reach" x=${reach.x} y=${reach.y} width=${reach.width} height=${reach.height}></rect>
    ${isEnd ? svg`<path class="end" d=${outline(area)} transform="scale(1.17 1.24)"></path>` : nothing}
    <path class="floor" d=${outline(area)}></path>
    ${area.kind === "chamber" ? svg`<path class="inner" d=${outline(area)} transform="scale(.88 .84)"></path>` : nothing}
    <text class="id" x=${area.kind === "corridor" ? -28 : -22} y="-11">${area.id}</text>
    ${within(told, area)}
    ${stacks(area)}
    ${name(told, news, area)}
    ${ground ? lying(told, news, area.id, ground) : nothing}
  </g>`;
}

/**
 * What a chamber holds: nobody knows until the Crystal is found; then the Crystal, or a die in all others.
 * @param {CaveTold} told
 * @param {Area} area
 */
function within(told, area) {
  const { crystal } = told.view.state;
  if (area.kind === "entrance") return svg`<path class="stairs" d="M-18 22v-6h9v-6h9v-6h9v-6h9"></path>`;
  if (area.kind !== "chamber") return nothing;
  if (crystal.area === area.id) return svg`<path class="crystal" d=${SIGNS.crystal ?? ""} transform="translate(3 -24) scale(1.15)"></path>`;
  if (crystal.area !== null || crystal.owner !== null)
    return svg`<g class="kind" transform="translate(6 -22) scale(.68)">${pips(null)}</g>`;
  return svg`<path class="maybe" d=${SIGNS.crystal ?? ""} transform="translate(3 -21) scale(.7)"></path><text class="guess" x="24"
    y="-8">?</text>`;
}

/**
 * How many cards are to lie here when it is explored: open cards of either deck, dark ones of the Cave alone.
 * @param {Area} area
 */
const stacks = (area) => svg`${Array.from({ length: area.draw }, (_none, at) =>
  svg`<rect class="draw of-${area.deck}" x=${at * 8.3} y="-21" width="6.3" height="10" rx="1"></rect>`)}`;

/**
 * Below the room: its own name, or the kind of chamber that it is for the moment.
 * @param {CaveTold} told
 * @param {News} news
 * @param {Area} area
 */
function name(told, news, area) {
  const kind = area.id === told.view.state.crystal.area ? "crystal_chamber" : news.chambers.get(area.id);
  if (!kind && !isNamed(told, area)) return nothing;
  const full = kind ? told.term(kind) : told.inWords(area.names);
  return svg`<text class="caption ${kind ? "kind" : ""}" y="38">${inTwo(full)
    .map((part, at) => svg`<tspan x="0" dy=${at * 12.5}>${part}</tspan>`)}</text>`;
}

/**
 * Whether an area has a name of its own, and not the one of its kind, which its shape tells.
 * @param {CaveTold} told
 * @param {Area} area
 */
const isNamed = (told, area) =>
  area.names.en.toLowerCase() !== (told.content.terms[area.kind]?.en ?? "");

/**
 * A name in at most two lines, as even as they get.
 * @param {string} full
 * @returns {string[]}
 */
function inTwo(full) {
  const split = full.split(" ");
  if (full.length < 12 || split.length < 2) return [full];
  const width = (/** @type {number} */ at) => Math.max(split.slice(0, at).join(" ").length, split.slice(at).join(" ").length);
  const best = split.slice(1).map((_one, at) => at + 1).sort((one, other) => width(one) - width(other))[0] ?? 1;
  return [split.slice(0, best).join(" "), split.slice(best).join(" ")];
}

/**
 * A fan of cards with their number, and the gold.
 * @param {CaveTold} told
 * @param {News} news
 * @param {string} area
 * @param {{ lying: readonly string[], gold: number }} ground
 */
function lying(told, news, area, { lying: cards, gold }) {
  const looks = cards.some((card) => news.cards.has(`${area} ${card}`)) ? "new" : "";
  return svg`${cards.length === 0 ? nothing : svg`<g class="lying ${looks}" transform="translate(${HALF.x - 9} ${-HALF.y - 9})">
      ${cards.length > 1 ? svg`<rect class="paper" x="3" y="1" width="16" height="21" rx="2" transform="rotate(14 11 22)"></rect>`
        : nothing}
      <rect class="paper" width="16" height="21" rx="2"></rect><text x="8" y="15.5">${cards.length}</text></g>`}
    ${gold === 0 ? nothing : svg`<g class="coins"
      transform="translate(${HALF.x - 1} ${HALF.y - 8})"><circle r="9"></circle><text y="4.5">${gold}</text></g>`}`;
}

/**
 * @param {CaveTold} told
 * @param {News} news
 * @param {Gate} gate
 * @param {Map<string, { x: number, y: number }>} at
 */
function shownGate(told, news, gate, at) {
  const [one, other] = gate.edge.map((id) => at.get(id));
  if (!one || !other) return nothing;
  const { x, y, turn } = gatePlace(one, other);
  const { looks, tap } = tapOn(told, { type: "gate", gate: gate.id });
  const isOpen = told.view.state.gates_open.includes(gate.id);
  return svg`<g class="gate ${isOpen ? "open" : "shut"} ${looks} ${news.gates.has(gate.id) ? "new" : ""}" @click=${tap}
      transform="translate(${x} ${y}) rotate(${turn})" data-about=${gate.id}>
    <rect class="reach" x="-30" y="-22" width="60" height="44"></rect>
    <rect class="halo" x="-24" y="-14" width="48" height="26" rx="6"></rect>
    <path class="bars" d=${isOpen ? OPEN_GATE : SHUT_GATE}></path>
    <text x="23" y="4.5">${gate.id}</text></g>`;
}

const SHUT_GATE = "M-18-10h36v4h-36zM-18 6h36v4h-36zM-17-8h4v16h-4zM-10-8h4v16h-4zM-2-8h4v16h-4zM6-8h4v16h-4zM13-8h4v16h-4z";
const OPEN_GATE = "M-18-11h7v22h-7zM11-11h7v22h-7zM-11-11l5 4-5 3zM11-11l-5 4 5 3z";

/**
 * An adventurer, beside the others of the same area. Each keeps its place in the order, so that it moves.
 * @param {CaveTold} told
 * @param {News} news
 * @param {Adventurer} one
 * @param {Map<string, { x: number, y: number }>} at
 */
function figure(told, news, one, at) {
  const person = told.seats[one.seat];
  const to = at.get(one.area ?? "");
  if (!person || !to) return svg`<g class="moves figure away"></g>`;
  const beside = told.view.state.adventurers.filter((other) => other.area === one.area);
  const { x, y, size } = stand(beside.indexOf(one), beside.length);
  const { looks, tap } = one.seat === told.me ? NONE : tapOn(told, { target: one.seat });
  const turn = told.view.state.turn === one.seat ? "turn" : "";
  return svg`<g class="moves figure ${looks} ${turn} ${news.seats.has(one.seat) ? "new" : ""}"
    .style=${`transform: translate(${to.x + x}px, ${to.y + y}px) scale(${size})`}
      data-about=${`seat:${one.seat}`} @click=${tap}>
    <circle class="reach" r=${beside.length > 1 ? 11 : 22}></circle><circle class="halo" r="13"></circle>
    <path class="foot" d=${person.sign} transform="scale(1.05) translate(-12 -12)"></path>
    <path d=${person.sign} fill=${person.colour} transform="scale(.86) translate(-12 -12)"></path></g>`;
}

/**
 * Where the `at`th of so many stands in a room: up to three in a line, more in two.
 * @param {number} at
 * @param {number} many
 */
function stand(at, many) {
  if (many <= 3) return { x: (at - (many - 1) / 2) * 21, y: 8, size: 1 };
  const inLine = at < 3 ? 3 : many - 3;
  return { x: ((at % 3) - (inLine - 1) / 2) * 18, y: at < 3 ? 0 : 16, size: 0.7 };
}

/**
 * Where a map that is wider than its board begins: with oneself, or, while what has happened is played and for whoever is out or
 * only looks on, with the one who plays.
 * @param {CaveTold} told
 * @param {Map<string, { x: number, y: number }>} at
 */
function here(told, at) {
  const to = at.get(followed(told.view.state, told.plays ? player(told) : told.me) ?? "E");
  return to ? html`<i class="here" .style=${`left: ${(to.x / WIDTH) * 100}%; top: ${(to.y / HEIGHT) * 100}%`}></i>` : nothing;
}

/**
 * Whose turn it is, or was: its end is played together with what it did last.
 * @param {CaveTold} told
 */
export function player({ view, changes, me }) {
  const seats = /** @type {{ seat: number | null }[]} */ (changes).flatMap(({ seat }) => seat ?? []);
  return view.state.turn ?? seats.at(-1) ?? me;
}

/**
 * The area that is kept in sight: one's own, else that of whose turn it is, else of whoever is left.
 * @param {Pick<CaveTold["view"]["state"], "adventurers" | "turn">} state
 * @param {number | null} me
 * @returns {string | null}
 */
export function followed({ adventurers, turn }, me) {
  const places = [adventurers[me ?? -1], adventurers[turn ?? -1], ...adventurers].map((one) => one?.area ?? null);
  return places.find((area) => area !== null) ?? null;
}
