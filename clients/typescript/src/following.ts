// Streams: every message once and in order, through lost connections and restarts of the service.
import type { Problem } from "./problem.js";
import { PASSING, type Patience } from "./sending.js";
import type { GameData } from "./shapes.js";

export const LINES = "application/x-ndjson";
/** The service says something every 15 seconds. */
export const SILENCE_SECONDS = 60;
// After a connection that broke off without an `end`, doubled each time until something comes.
const FIRST_WAIT = 1;
const LONGEST_WAIT = 30;
// A stream that ended for one of these is not opened again.
const FINAL: ReadonlySet<unknown> = new Set(["match_over", "token_revoked", "not_visible", "match_quarantined"]);

/** A message of a stream; ignore types that you do not know. docs/api/streams.md has them. */
export interface StreamMessage {
  readonly id?: string;
  readonly type: string;
  readonly data: GameData;
}

/** Where a reader of a stream stands, and what comes after its end. */
export class Place {
  isOver = false;
  /** In how many seconds the stream is opened again. */
  wait = FIRST_WAIT;
  #failed = 0;

  constructor(public last: string | null) {}

  get headers(): Record<string, string> {
    return this.last === null ? {} : { "Last-Event-ID": this.last };
  }

  /** The message in a line; null for a sign of life. */
  hear(line: string): StreamMessage | null {
    if (line.trim() === "") return null;
    const message: StreamMessage = JSON.parse(line);
    this.#failed = 0;
    this.last = message.id ?? this.last;
    if (message.type === "end") {
      this.isOver = FINAL.has(message.data["reason"]);
      this.wait = message.data["retry_ms"] / 1000;
    }
    return message;
  }

  /** The service has answered: with a problem where it refuses. Throws what will not pass by itself. */
  opened(status: number, problem: Problem | null): void {
    this.wait = FIRST_WAIT;
    if (status === 204) {
      this.isOver = true;
    } else if (problem !== null) {
      if (!PASSING.has(status)) throw problem;
      this.lost(problem.retryAfter);
    }
  }

  /** The connection was lost, or there was none. */
  lost(retryAfter: number | null = null): void {
    this.#failed += 1;
    // Spread by chance: all who have lost a service come back otherwise at once, or in step with what ends it.
    this.wait = retryAfter || Math.min(FIRST_WAIT * 2 ** (this.#failed - 1), LONGEST_WAIT) * (0.5 + Math.random() / 2);
  }
}

/** The whole lines of a body as they come; what stands behind the last line break was cut off, and is left. */
export async function* linesOf(body: ReadableStream<Uint8Array>, patience: Patience): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let begun = "";
  for (;;) {
    const { done, value } = await patience.within(SILENCE_SECONDS, reader.read());
    if (done) return;
    const lines = (begun + decoder.decode(value, { stream: true })).split("\n");
    begun = lines.pop() ?? "";
    yield* lines;
  }
}
