/**
 * Who sits at a table, as the shell and the pictures show it: a name, a sign and a colour each.
 *
 * @typedef {import("../../types.js").Match} Match
 * @typedef {import("../../types.js").Language} Language
 * @typedef {import("../../games/picture.js").Person} Person
 */
import { html, nothing, svg } from "../../vendor/lit-html.js";
import { ROOT } from "../../paths.js";
import { words } from "../../words.js";

/** By number of seat, in a square of 24: a disc, a triangle, a square, a diamond, a star, a cross. */
export const SIGNS = [
  "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z",
  "M12 3L22 20H2z",
  "M4 4H20V20H4z",
  "M12 2L22 12L12 22L2 12z",
  "M12 2l2.9 6.6 7.1.7-5.3 4.8 1.5 7L12 17.4 5.8 21.100l1.500-7L2 9.300l7.100-.7z",
  "M9 3h6v6h6v6h-6v6H9v-6H3V9h6z",
];

/**
 * A player's name, with a word beside it where a program plays; empty once they were deleted.
 * @param {{ handle: string | null, kind: string }} player
 * @param {import("../../words.js").Words} said
 */
export const handleOf = ({ handle, kind }, said) => (handle && kind === "bot" ? `${handle} (${said.bot})` : handle ?? "");

/**
 * Where the page about whoever sits at a seat is; null for bots of the service, open seats and deleted players.
 * @param {Match} match
 * @returns {(seat: number) => string | null}
 */
export const pageOf = (match) => (seat) => {
  const player = match.seats[seat]?.player;
  return player?.handle ? `${ROOT}players/${player.id}` : null;
};

/**
 * @param {Match} match
 * @param {number | null} me
 * @param {Language} language
 * @returns {Person[]}
 */
export function people(match, me, language) {
  const said = words(language);
  return match.seats.map((one) => ({
    seat: one.seat,
    name: (one.player && handleOf(one.player, said)) || (one.bot ? `${said.bot} ${one.seat + 1}` : `${said.seat} ${one.seat + 1}`),
    sign: SIGNS[one.seat % SIGNS.length] ?? "",
    colour: `var(--seat-${one.seat % SIGNS.length})`,
    isMe: one.seat === me,
    isAsked: match.waiting_for.includes(one.seat),
    status: one.status,
  }));
}

/**
 * What is told of a seat that nobody plays at the table.
 * @type {Record<string, "status_open" | "status_autopilot" | "status_resigned" | "status_eliminated">}
 */
const STATUSES = { open: "status_open", autopilot: "status_autopilot", resigned: "status_resigned", eliminated: "status_eliminated" };

/**
 * Who is here, a line of them: the table's and the replay's.
 * @param {Person[]} seats
 * @param {import("../../words.js").Words} said
 * @param {(seat: number) => unknown} [more] what else stands beside somebody, as their clock
 */
export const line = (seats, said, more = () => nothing) =>
  html`<ul class="seats" tabindex="0" aria-label=${said.players}>${seats.map((one) => html`<li class=${one.isAsked ? "asked" : ""}>
  ${sign(one)} <bdi class="name">${one.name}</bdi> ${one.isMe ? html`<small>(${said.me})</small>` : nothing}
  ${one.isAsked ? html`<small class="turn">${one.isMe ? said.calling.move : said.is_asked}</small>` : nothing}
  ${STATUSES[one.status] ? html`<small>${said[/** @type {"status_open"} */ (STATUSES[one.status])]}</small>` : nothing}
  ${more(one.seat)}</li>`)}</ul>`;

/**
 * The sign of a person, for use beside their name.
 * @param {Pick<Person, "sign" | "colour">} person
 */
export const sign = (person) => html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
  ${svg`<path d=${person.sign} fill=${person.colour}></path>`}</svg>`;
