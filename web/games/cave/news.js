/**
 * What the changes since the last drawing have touched, so that it is marked.
 *
 * @typedef {import("./types.js").CaveTold} CaveTold
 * @typedef {import("./types.js").CaveEvent} CaveEvent
 * @typedef {import("./types.js").News} News
 */

/**
 * @param {CaveTold} told
 * @returns {News}
 */
export function news(told) {
  const events = /** @type {CaveEvent[]} */ (/** @type {unknown} */ (told.changes));
  /** @type {News} */
  const found = { events, areas: new Set(), cards: new Set(), gates: new Set(), seats: new Set(), gains: new Set(), chambers: new Map() };
  for (const event of events) note(found, event);
  ofQuestion(told, found.chambers);
  return found;
}

/**
 * @param {News} found
 * @param {CaveEvent} event
 */
function note(found, event) {
  switch (event.type) {
    case "step_taken":
    case "carried": {
      found.seats.add(event.seat ?? -1);
      return void found.areas.add(event.data.after);
    }
    case "card_drawn":
    case "card_left": return void found.cards.add(`${event.data.area} ${event.data.card}`);
    case "card_taken": return void found.gains.add(`${event.seat} ${event.data.card}`);
    case "object_seized": return void found.gains.add(`${event.seat} ${event.data.card}`);
    case "stat_changed": return void found.gains.add(`${event.seat} ${event.data.stat}`);
    case "penalty_set": return void found.gains.add(`${event.seat} ${event.data.penalty}`);
    case "gold_taken":
    case "gold_seized": return void found.gains.add(`${event.seat} gold`);
    case "spell_drawn": return void found.gains.add(`${event.seat} spells`);
    case "trophies_won": return event.data.cards.forEach((card) => found.gains.add(`${event.seat} ${card}`));
    case "gate_opened": return void found.gates.add(event.data.gate);
    case "gate_tried": return void found.gates.add(event.data.gate);
    case "crystal_chamber_found": return void found.areas.add(event.data.area);
    case "chamber_identified": return void found.chambers.set(event.data.area, event.data.chamber);
    case "turn_ended": return found.chambers.clear();
    default: return undefined;
  }
}

/**
 * A question that a chamber asks tells its kind, whatever was drawn before.
 * @param {CaveTold} told
 * @param {Map<string, string>} chambers
 */
function ofQuestion(told, chambers) {
  const { asked, adventurers } = told.view.state;
  const about = asked && "source" in asked.about ? asked.about : null;
  const area = adventurers[asked?.seats[0] ?? -1]?.area;
  if (about?.source && area && told.content.chambers.some((one) => one.id === about.source)) chambers.set(area, about.source);
}
