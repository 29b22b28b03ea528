/**
 * Who is away, and what the others may do about it: come back, pause and go on, have somebody take a seat over.
 *
 * @typedef {import("../../types.js").Match} Match
 * @typedef {import("../../games/picture.js").Person} Person
 * @typedef {{ app: App, match: Match, seats: Person[], act: (what: string, body?: unknown) => unknown }} Absence
 * @typedef {import("../../app.js").App} App
 */
import { html, nothing } from "../../vendor/lit-html.js";
import { link } from "./links.js";
import { route } from "../../paths.js";

/** Whether the caller plays in the match, at the table or away from it. @param {Match} match */
export function plays(match) {
  const seat = match.you === null ? undefined : match.seats[match.you];
  return match.status === "active" && seat !== undefined && ["seated", "autopilot"].includes(seat.status);
}

/** What stands above the question while something of it is going on. @param {Absence} absence */
export function notes(absence) {
  const { match } = absence;
  if (match.status !== "active") return nothing;
  return html`${plays(match) && match.seats[match.you ?? 0]?.status === "autopilot" ? away(absence) : nothing}
    ${match.paused_at || match.agreed.length ? pause(absence) : nothing}
    ${match.take_back_wish ? takeBack(absence, match.take_back_wish) : nothing}
    ${match.replacements.map((offer) => replacement(absence, offer))}`;
}

/** @param {Absence} absence */
function away({ app, match, act }) {
  const said = app.words;
  return html`<p class="banner">${said.you_are_away}
    <button type="button" class="main" @click=${() => act(`seats/${match.you}/take-back`)}>${said.take_back_seat}</button></p>`;
}

/** @param {Absence} absence */
function pause({ app, match, seats, act }) {
  const said = app.words, what = match.paused_at ? "resume" : "pause";
  const hasAgreed = match.you !== null && match.agreed.includes(match.you);
  return html`<p class="banner">${match.paused_at ? said.paused_now : said.pause_wished}
    ${match.agreed.length ? html`<span>${said.agreed}: ${named(seats, match.agreed)}.</span>` : nothing}
    ${plays(match) && !hasAgreed ? html`<button type="button" class="main" @click=${() => act(what)}>${said[what]}</button>`
      : nothing}</p>`;
}

/** Who asks for moves back, and what the others say. @param {Absence} absence @param {NonNullable<Match["take_back_wish"]>} wish */
function takeBack({ app, match, seats, act }, { seat, knowing, agreed, missing }) {
  const said = app.words.take_backs, isAsked = match.you !== null && missing.includes(match.you);
  return html`<p class="banner">${named(seats, [seat])}: ${said.wished} ${knowing ? said.knowing : nothing}
    ${agreed.length > 1 ? html`<span>${app.words.agreed}: ${named(seats, agreed)}.</span>` : nothing}
    ${isAsked ? html`<button type="button" class="main" @click=${() => act("take-back/consent")}>${said.agree}</button>` : nothing}
    ${plays(match) && (isAsked || match.you === seat) ? html`<button type="button" @click=${() => act("take-back/refusal")}>${
      isAsked ? said.refuse : said.withdraw}</button>` : nothing}</p>`;
}

/** @param {Absence} absence @param {Match["replacements"][number]} offer */
function replacement({ app, match, seats, act }, { seat, invited_by, undecided }) {
  const said = app.words, mayAgree = match.you !== null && undecided.includes(match.you);
  return html`<p class="banner">${said.replacement_offered}: ${named(seats, [seat])}. ${said.invited_by}: ${named(seats, [invited_by])}.
    ${undecided.length ? html`<span>${said.undecided}: ${named(seats, undecided)}.</span>` : nothing}
    ${mayAgree ? html`<button type="button" class="main"
      @click=${() => act(`seats/${seat}/replacement/consent`, { invited_by })}>${said.replacement_agree}</button>` : nothing}</p>`;
}

/** What one may begin: a pause, and somebody else on the seat of a player who is away. @param {Absence} absence */
export function wishes({ app, match, seats, act }) {
  const said = app.words;
  if (!plays(match)) return nothing;
  return html`${match.paused_at || match.agreed.length ? nothing
    : html`<button type="button" @click=${() => act("pause")}>${said.pause_ask}</button>`}
    ${match.paused_at || match.take_back_wish ? nothing
    : html`<button type="button" @click=${() => confirm(said.take_backs.sure) && act("take-back", { knowing: true })}>${
      said.take_backs.ask}</button>`}
    ${seats.filter((one) => one.status === "autopilot" && !match.rated).map((one) => link({
      app, match: match.id, path: route`/matches/${match.id}/seats/${one.seat}/replacement`, text: `${said.replace}: ${one.name}`,
      call: said.share }))}`;
}

/** @param {Person[]} seats @param {number[]} some */
const named = (seats, some) => some.map((seat, at) => html`${at ? ", " : ""}<bdi class="name">${seats[seat]?.name ?? seat}</bdi>`);
