// A table of guests on one service, and their matches, played to the end by a bot for each game.
import createClient from "openapi-fetch";
import type { components, paths } from "../generated/api.js";

export type Schemas = components["schemas"];
type Wish = Schemas["MatchWish"];

const OVER = ["finished", "cancelled", "quarantined"];
const PAUSE_MILLISECONDS = 50;

/** What was answered; a refusal, or an answer without a body, is an error. */
function body<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

/** One caller of the service. */
export class Player {
  private readonly client;

  constructor(url: string, token?: string) {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    this.client = createClient<paths>({ baseUrl: url, headers });
  }

  static async guest(url: string): Promise<Player> {
    const handle = `guest_${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
    const signedUp = body(await new Player(url).client.POST("/api/v1/players", { body: { handle } }));
    return new Player(url, signedUp.token);
  }

  async create(wish: Wish): Promise<Schemas["Match"]> {
    return body(await this.client.POST("/api/v1/matches", { body: wish }));
  }

  async join(match: string): Promise<Schemas["Match"]> {
    return body(await this.client.POST("/api/v1/matches/{match}/join", { params: { path: { match } }, body: {} }));
  }

  async match(match: string): Promise<Schemas["Match"]> {
    return body(await this.client.GET("/api/v1/matches/{match}", { params: { path: { match } } }));
  }

  async view(match: string): Promise<Schemas["AnyView"]> {
    return body(await this.client.GET("/api/v1/matches/{match}/view", { params: { path: { match } } }));
  }

  async prompts(match: string): Promise<Schemas["PromptList"]> {
    return body(await this.client.GET("/api/v1/matches/{match}/prompts", { params: { path: { match } } }));
  }

  async play(match: string, move: Schemas["Move"]): Promise<void> {
    body(await this.client.POST("/api/v1/matches/{match}/moves", { params: { path: { match } }, body: move }));
  }

  async events(match: string, after: number): Promise<Schemas["EventPage"]> {
    const query = { after, limit: 500 };
    return body(await this.client.GET("/api/v1/matches/{match}/events", { params: { path: { match }, query } }));
  }

  async content(game: string): Promise<Schemas["Content"]> {
    return body(await this.client.GET("/api/v1/games/{game}/content", { params: { path: { game } } }));
  }
}

export class Table {
  private constructor(
    readonly match: string,
    readonly players: readonly [Player, ...Player[]],
  ) {}

  /** A new match with as many guests as it has seats. */
  static async sitDown(url: string, wish: Wish): Promise<Table> {
    const host = await Player.guest(url);
    const { id } = await host.create(wish);
    const others: Player[] = [];
    while (others.length < wish.seats - 1) {
      const guest = await Player.guest(url);
      await guest.join(id);
      others.push(guest);
    }
    return new Table(id, [host, ...others]);
  }

  async now(): Promise<Schemas["Match"]> {
    return this.players[0].match(this.match);
  }

  /** Each seat in turn that the match waits for, until it is over. */
  async *turns(): AsyncGenerator<Player> {
    for (;;) {
      const now = await this.now();
      if (OVER.includes(now.status)) return;
      for (const [seat, player] of this.players.entries()) if (now.waiting_for.includes(seat)) yield player;
      if (now.waiting_for.length === 0) await new Promise((wake) => setTimeout(wake, PAUSE_MILLISECONDS));
    }
  }

  /** The events of the match, page by page. */
  async *history(): AsyncGenerator<Schemas["EventPage"]> {
    let after = 0;
    for (;;) {
      const page = await this.players[0].events(this.match, after);
      yield page;
      if (page.next === null) return;
      after = page.items.at(-1)?.version ?? after;
    }
  }
}
