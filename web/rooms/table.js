/**
 * The table, one for all games: who is here, clocks, the picture, what you are asked, and what has happened.
 *
 * @typedef {import("../app.js").At} At
 */
import { get } from "../api.js";
import { dragging } from "../parts/board/drag.js";
import { Popover } from "../parts/board/popover.js";
import { LISTED, textsOf } from "../parts/texts.js";
import { isMyTurn } from "../parts/turns.js";
import { route } from "../paths.js";
import { TableHearing } from "./table/hearing.js";
import { eventsAt, eventsBefore, TableState, upTo } from "./table/state.js";
import { TableView } from "./table/view.js";

/** @param {At} at */
const pathOf = ({ parts }) => route`/matches/${parts[1] ?? ""}`;

/** @param {At} at */
export function needs(at) {
  const path = pathOf(at);
  return [path, `${path}/view`, LISTED, eventsBefore(path)];
}

/** @param {At} at @returns {Promise<import("../app.js").Room>} */
export async function open(at) {
  const { app, isEmbedded } = at, path = pathOf(at);
  const last = eventsAt(eventsBefore(path));
  // Where the match itself cannot be had, that is what is told.
  last.catch(() => {});
  const [match, view] = await Promise.all([get(path), get(`${path}/view`)]);
  const state = new TableState({ app, match, view, ...await textsOf(match), events: [], isEmbedded });
  void state.fetchPicture();
  // What has come since the view was asked for comes once more with the news.
  state.events = (await upTo(view.version, path, await last)).filter((one) => one.version <= view.version);
  state.look();
  // What stands before the start is fetched for tables that wait for it alone.
  return new Table(state, match.status === "open" ? (await import("./waiting.js")).beforeStart : null);
}

class Table {
  /** @param {TableState} state @param {import("./table/view.js").Before} before */
  constructor(state, before) {
    this.state = state;
    this.view = new TableView(state, before);
    this.hearing = new TableHearing(state);
    this.popover = new Popover({ about: state.about, said: () => state.app.words });
    dragging(state.ended);
  }

  get title() {
    const { match, game, app } = this.state;
    return match.name || game.names[app.language];
  }

  /** The match waits for the player. */
  get isCalling() {
    return isMyTurn(this.state.match);
  }

  draw() {
    return this.view.draw();
  }

  /** @param {import("../live.js").Message} message */
  hear(message) {
    this.hearing.hear(message);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.popover.key(event)) this.hearing.key(event);
  }

  close() {
    this.popover.close();
    this.view.close();
    this.state.close();
    this.hearing.close();
  }
}
