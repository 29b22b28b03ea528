/**
 * How a match has run: the points at the end of each round, and its best moments. Pure, so that node can run it.
 *
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {import("../../types.js").Content} Content
 * @typedef {import("../../games/picture.js").Ending} Ending
 * @typedef {{ version: number, points: number[] }} Column the points at a version
 * @typedef {{ kind: string, event: MatchEvent }} Moment
 */

/**
 * @param {Ending} ending @param {number} seats @param {Content} content @param {MatchEvent[]} events all, from the first on
 * @returns {{ columns: Column[], moments: Moment[] }}
 */
export function run(ending, seats, content, events) {
  const moments = new Moments(ending), columns = /** @type {Column[]} */ ([]);
  let points = ending.begin(seats, content), round = /** @type {unknown} */ (null);
  for (const event of events) {
    if (ending.opens(event, round)) {
      columns.push({ version: event.version - 1, points });
      round = ending.round?.(event) ?? event.version;
    }
    const after = ending.after(points, event, content);
    // What is dealt before the first round is where everybody begins.
    if (columns.length) moments.see(event, points, after);
    points = after;
  }
  const last = events.at(-1);
  if (last) columns.push({ version: last.version, points });
  return { columns, moments: moments.found() };
}

class Moments {
  /** The best of each kind so far. @type {Map<string, { event: MatchEvent, weight: number }>} */
  #best = new Map();
  /** @type {number | null} */
  #leader = null;

  /** @param {Ending} ending */
  constructor(ending) {
    this.ending = ending;
  }

  /** @param {MatchEvent} event @param {number[]} before @param {number[]} after */
  see(event, before, after) {
    for (const [kind, weigh] of Object.entries(this.ending.moments)) this.#keep(kind, event, weigh(event));
    if (before === after || this.ending.quiet?.includes(event.type)) return;
    const moved = after.map((one, seat) => one - (before[seat] ?? 0));
    this.#keep("swing", event, Math.max(...moved) - Math.min(...moved));
    const leader = soleLeader(after);
    if (leader === null || leader === this.#leader) return;
    // The first to lead has taken the lead from nobody; of all others the last counts.
    if (this.#leader !== null) this.#best.set("lead", { event, weight: 0 });
    this.#leader = leader;
  }

  /** @param {string} kind @param {MatchEvent} event @param {number | null} weight the first of equal ones stays */
  #keep(kind, event, weight) {
    if (weight !== null && weight > (this.#best.get(kind)?.weight ?? -Infinity)) this.#best.set(kind, { event, weight });
  }

  /** In the order in which they happened, each event once. @returns {Moment[]} */
  found() {
    const all = [...this.#best].map(([kind, { event }]) => ({ kind, event })).sort((one, other) => one.event.version - other.event.version);
    return all.filter(({ event }, at) => all.findIndex((one) => one.event === event) === at);
  }
}

/** @param {number[]} points @returns {number | null} */
function soleLeader(points) {
  const most = Math.max(...points);
  return points.filter((one) => one === most).length === 1 ? points.indexOf(most) : null;
}
