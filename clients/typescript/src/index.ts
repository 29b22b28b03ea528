// Play board games on a Tabularium service: calls, streams that come back by themselves, webhooks, the loop of a bot.
export { Tabularium, type Page } from "./client.js";
export * as deviceLogin from "./device_login.js";
export { SILENCE_SECONDS, type StreamMessage } from "./following.js";
export { moves, play, type Choose } from "./playing.js";
export { Problem, Unanswered } from "./problem.js";
export * as problems from "./problems.js";
export type { Code } from "./problems.js";
export type { Given, Retrying, Settings, Token } from "./sending.js";
export type * from "./shapes.js";
export * as signing from "./signing.js";
export * as webhooks from "./webhooks.js";
