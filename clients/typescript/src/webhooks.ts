// Checks that a delivery to a webhook comes from the service (Standard Webhooks 1.0, symmetric).
import type { GameData } from "./shapes.js";

/** A delivery that was signed longer ago may be somebody's copy of an old one. */
export const TOLERANCE_SECONDS = 300;
const MARK = "v1,";

/** What a webhook is told: the kind of the notice, when it was written, and what it is about. */
export interface Delivery {
  readonly type: string;
  readonly timestamp: string;
  readonly data: GameData;
}

/** It is not from the service, or it is too old; the message says why. Answer 400 and do nothing. */
export class InvalidDelivery extends Error {
  override readonly name = "InvalidDelivery";
}

/** Headers of a request as `fetch` has them, or as node's `http` does. */
export type GivenHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The delivery in a request's body, exactly as it was received; throws `InvalidDelivery`.
 *
 * `secrets` are those of the webhook: the new one, and for a day the one before. Process each `webhook-id` once.
 */
export async function verify(
  body: Uint8Array | string,
  headers: GivenHeaders,
  secrets: string | readonly string[],
  { tolerance = TOLERANCE_SECONDS, now = Date.now() / 1000 }: { tolerance?: number; now?: number } = {},
): Promise<Delivery> {
  const named = lowered(headers);
  const [id, time] = [named.get("webhook-id"), named.get("webhook-timestamp") ?? ""];
  const signatures = (named.get("webhook-signature") ?? "").split(/\s+/).filter((one) => one.startsWith(MARK));
  if (id === undefined || !/^\d+$/.test(time) || signatures.length === 0) {
    throw new InvalidDelivery("the headers of a delivery are missing");
  }
  if (Math.abs(now - Number(time)) > tolerance) {
    throw new InvalidDelivery("it was signed too long ago, or by a clock that is wrong");
  }
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${time}.`), bytes);
  for (const secret of [secrets].flat()) {
    for (const signature of signatures) {
      if (await fits(secret, signature, signed)) return JSON.parse(new TextDecoder().decode(bytes));
    }
  }
  throw new InvalidDelivery("no signature fits");
}

function lowered(headers: GivenHeaders): Map<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  return new Map(entries.map(([name, value]) => [name.toLowerCase(), [value].flat().join(" ")]));
}

/** Whether a signature is that of these bytes by this secret; `verify` compares in constant time. */
async function fits(secret: string, signature: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const given = decoded(signature.slice(MARK.length));
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", decoded(secret.replace(/^whsec_/, "")), hmac, false, ["verify"]);
  return crypto.subtle.verify("HMAC", key, given, signed);
}

/** The bytes that a text in base64 stands for; none for a text that is not base64. */
function decoded(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}
