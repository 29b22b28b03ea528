// The client: all calls of the API, pages item by item, and streams that come back by themselves.
import { Calls } from "./calls.js";
import { LINES, linesOf, Place, SILENCE_SECONDS, type StreamMessage } from "./following.js";
import { part, Patience, pause, problemOf, readWhole, type Given } from "./sending.js";
import type { GameData, Legal } from "./shapes.js";

/** A page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next?: string | null;
}

/**
 * A caller of one service: a player with a token, a stranger without.
 *
 * `url` is the service's address without `/api/v1`. A call that got no answer is sent again, a POST under the same
 * Idempotency-Key; a call that is over a limit waits as long as the service says. What stays refused is a `Problem`.
 */
export class Tabularium extends Calls {
  /** Whether a move would be legal now; nothing is played. Throws the `Problem` that the move would. */
  checkMove(match: string, body: GameData, given: Given = {}): Promise<Legal> {
    const path = `/matches/${part(match)}/moves`;
    return this.ask<Legal>("POST", path, { signal: given.signal, body, query: { dry_run: true } });
  }

  /** Every item of a page and of the pages after it: `client.each(client.listMatches({ mine: true }))`. */
  async *each<Item>(page: Page<Item> | Promise<Page<Item>>, given: Given = {}): AsyncGenerator<Item, void, void> {
    let read = await page;
    yield* read.items;
    while (read.next) {
      read = await this.ask<Page<Item>>("GET", read.next, given);
      yield* read.items;
    }
  }

  /** What happens in a match, from after this version on, until it is over; with `table` its whole table. */
  async *follow(
    match: string,
    { after = 0, table = false, signal }: Given & { after?: number; table?: boolean } = {},
  ): AsyncGenerator<StreamMessage, void, void> {
    const { links } = await this.getMatch(match, { signal });
    yield* this.#follow(links.stream + (table ? "?table=true" : ""), String(after), signal);
  }

  /** All that concerns the player, and what happens in these matches; it does not end by itself. */
  async *followMe(
    {
      matches = [],
      after,
      table = false,
      signal,
    }: Given & { matches?: readonly string[]; after?: string; table?: boolean } = {},
  ): AsyncGenerator<StreamMessage, void, void> {
    const { links } = await this.getMe({ signal });
    const asked = [matches.length > 0 ? `matches=${matches.map(part).join(",")}` : "", table ? "table=true" : ""];
    const query = asked.filter((one) => one !== "").join("&");
    yield* this.#follow(links.my_stream + (query ? `?${query}` : ""), after ?? null, signal);
  }

  async *#follow(
    address: string,
    after: string | null,
    signal?: AbortSignal,
  ): AsyncGenerator<StreamMessage, void, void> {
    const place = new Place(after);
    while (!place.isOver) {
      const patience = new Patience(signal);
      try {
        for await (const line of this.#lines(address, place, patience)) {
          const message = line === null ? null : place.hear(line);
          if (message !== null) yield message;
          if (message?.type === "end") break;
        }
      } finally {
        patience.end();
      }
      if (!place.isOver) await pause(place.wait, signal);
    }
  }

  /** The lines of one connection. It ends where the connection does, and throws only a refusal that will not pass. */
  async *#lines(address: string, place: Place, patience: Patience): AsyncGenerator<string> {
    await this.ready();
    const headers = { ...this.headers(LINES), ...place.headers };
    const answer = await patience
      .within(SILENCE_SECONDS, this.open(address, { headers, signal: patience.signal }))
      .catch(() => null);
    if (answer === null) return place.lost();
    if (answer.status >= 400) {
      const refused = await patience.within(SILENCE_SECONDS, readWhole(answer)).catch(() => null);
      return refused === null ? place.lost() : place.opened(answer.status, problemOf(refused));
    }
    place.opened(answer.status, null);
    if (answer.status !== 200 || answer.body === null) return;
    try {
      yield* linesOf(answer.body, patience);
    } catch {
      place.lost();
    }
  }
}
