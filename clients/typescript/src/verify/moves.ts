// Whether a move could be made, and whether it is the one that a bot or the clock picks (docs/format.md, "Moves").
import { isSame } from "./canonical.js";
import { chanceOfBot } from "./chance.js";
import { isFields, isText, need, type Fields, type Json } from "./claims.js";
import type { Question, Rules } from "./judging.js";
import type { Standing } from "./standing.js";
import { SECOND, type Instant } from "./times.js";

export type Author = "player" | "bot" | "clock" | "system";

/** A move as it was sealed, who is said to have made it, and how. */
export interface Sent {
  readonly seat: number;
  readonly by: Author;
  readonly body: Fields;
  /** The version of the bots that picked it. */
  readonly bots: string | undefined;
  readonly isLate: boolean;
}

const OF_A_MOVE = new Set(["move", "bots", "signed"]);

/** The first sealed part of a move's first event. */
export function sealedMove(
  part: Json | undefined, audience: readonly number[],
): { seat: number; body: Fields; bots: string | undefined; signed: Json | undefined } {
  const isMove = isFields(part as Json) && Object.keys(part as Fields).every((name) => OF_A_MOVE.has(name));
  need(isMove, "the first sealed part is no move");
  const { move, bots, signed } = part as Fields;
  need(isFields(move as Json), "the first sealed part is no move");
  need(bots === undefined || isText(bots), "a version of the bots is a text");
  need(audience.length === 1, "a move is sealed for the seat that made it");
  return { seat: audience[0] as number, body: move as Fields, bots: bots as string | undefined, signed };
}

export const authorAfterTimeout = (standing: Standing): Author => (standing.clock["on_timeout"] === "bot" ? "bot" : "clock");

/** `Broken` unless the table takes this move to the rules; whether it was judged, or only found legal. */
export async function checkSent(standing: Standing, rules: Rules, sent: Sent, seed: string, match: string): Promise<boolean> {
  const { seat, by, body, bots, isLate } = sent;
  need(bots === undefined || (by === "bot" && rules.bots.has(bots)), "there is no such version of the bots, or no bot picked this");
  need(by !== "player" || !standing.bots.has(seat), "no player sits there");
  const question = standing.questions.get(seat);
  const isAnswer = question !== undefined && body["prompt"] === question.id;
  if (body["type"] === "resign") {
    checkResigning(standing, sent, isAnswer);
    return true;
  }
  need(isAnswer, "the move answers a question that was not asked");
  need(standing.pausedAt === undefined, "the match is paused");
  const move = withoutPrompt(body);
  need(rules.fits(move), "the move is not of the form of its type");
  const isClocks = rules.clockOnly.has(move["type"] as string);
  if (by === "system") {
    need(!isClocks || isSame(move, rules.defaultMove(standing.state, seat)), "the clock plays the default move and no other");
    return true;
  }
  const bot = by === "player" ? undefined : botOf(standing, seat, by, isLate);
  const isJudged = bot === "steady" || (bot === "random" && bots !== undefined && rules.keptBots.has(bots));
  if (!isJudged) need(!isClocks, "only the clock makes this move");
  else need(isSame(move, await picked(standing, rules, seat, question, bot, seed, match)), "bot or clock pick another move");
  return bot === undefined || isJudged;
}

export function withoutPrompt(body: Fields): Fields {
  const { prompt: _, ...move } = body;
  return move;
}

function checkResigning(standing: Standing, { by, body, isLate }: Sent, isAnswer: boolean): void {
  const names = Object.keys(body).sort().join(" ");
  need(by === "system" || names === (by === "player" ? "type" : "prompt type"), "a resignation says nothing else");
  need(!Object.hasOwn(body, "prompt") || isAnswer, "the move answers a question that was not asked");
  const isByRule = isLate && standing.clock["on_timeout"] === "resign";
  need(by === "player" || by === "system" || isByRule, "only a player resigns");
}

/** The bot that picks a move which no player made. */
function botOf(standing: Standing, seat: number, by: Author, isLate: boolean): string {
  const { clock } = standing, late = clock["on_timeout"] === "bot" ? ((clock["bot"] as string | undefined) ?? "random") : "steady";
  if (isLate) {
    need(clock["on_timeout"] !== "resign", "by the clock's rule the seat resigns");
    return late;
  }
  need(by === "bot", "the clock plays when time is up");
  need(standing.bots.has(seat) || standing.autopilot.has(seat), "no bot plays for this seat");
  const isDeserted = [...standing.autopilot].some((one) => !standing.isGone(one)) && standing.attended.length === 0;
  if (isDeserted) return "steady";
  return standing.bots.get(seat) ?? (clock["autopilot"] as string | undefined) ?? late;
}

async function picked(standing: Standing, rules: Rules, seat: number, question: Question, bot: string, seed: string, match: string): Promise<Fields> {
  if (bot === "steady" || question.legal.length === 0) return rules.defaultMove(standing.state, seat);
  return (await chanceOfBot(seed, match, question.id)).oneOf(question.legal);
}

/** Bots and autopilots answer one after the other, the lowest seat first, after the pause of the match. */
export function checkTurn(standing: Standing, seat: number, now: Instant): void {
  const asked = [...standing.questions].filter(([one, { optional }]) => !optional && (standing.bots.has(one) || standing.autopilot.has(one)));
  need(asked.length > 0 && Math.min(...asked.map(([one]) => one)) === seat, "the bot of another seat answers first, or none does");
  const pace = BigInt((standing.data["pace"] as number | undefined) ?? 0) * SECOND, share = BigInt(asked.length);
  // To the nearest microsecond.
  need(now - standing.now >= (2n * pace + share) / (2n * share), "bots pause for longer in this match");
}
