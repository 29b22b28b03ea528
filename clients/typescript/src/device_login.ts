// Access to a player without their password: the player types a code on the service's page (RFC 8628).
//
// The app has to be registered with `device_flow` (docs/api/apps.md). What it gets lasts an hour. `credential` makes the
// next in time, and gives it to be kept before it is used: a refresh token is good once.
import { pause, type Settings } from "./sending.js";

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
/** All that an app may be given. */
export const SCOPES = ["read", "play", "host"] as const;
// So much longer between two questions after `slow_down` (RFC 8628, section 3.5).
const SLOWER_SECONDS = 5;
// What runs out so soon counts as over: the call has yet to get there.
const MARGIN_SECONDS = 60;

/** The service, or the player, gives no access: `code` is the error of RFC 6749, section 5.2, or `no_answer`. */
export class LoginRefused extends Error {
  constructor(readonly code: string) {
    super(`no access: ${code}`);
    this.name = "LoginRefused";
  }
}

/** What an app may do for a player, until `expiresAt` (seconds since 1970). All of it is to be kept secret. */
export interface Access {
  readonly url: string;
  readonly app: string;
  readonly player: string;
  readonly scopes: readonly string[];
  readonly token: string;
  readonly refreshToken: string;
  readonly expiresAt: number;
}

/** What the player is to do: type `userCode` at `verificationUri`, before `expiresAt`. */
export interface Question {
  readonly url: string;
  readonly app: string;
  readonly userCode: string;
  readonly verificationUri: string;
  readonly interval: number;
  readonly expiresAt: number;
  readonly deviceCode: string;
}

/** Another `fetch`, another clock, and a signal that gives it up. */
export interface Wishes extends Pick<Settings, "fetch"> {
  readonly scopes?: readonly string[];
  readonly pause?: (seconds: number, signal?: AbortSignal) => Promise<void>;
  readonly signal?: AbortSignal;
}

/** Ask for access to whoever types the code; `app` is the id of a registered app. Throws `LoginRefused`. */
export async function begin(url: string, app: string, wishes: Wishes = {}): Promise<Question> {
  const scope = (wishes.scopes ?? SCOPES).join(" ");
  const told = await asked(url, "device_authorization", { client_id: app, scope }, wishes);
  return {
    url,
    app,
    userCode: String(told["user_code"]),
    verificationUri: String(told["verification_uri"]),
    interval: Number(told["interval"] ?? 5),
    expiresAt: now() + Number(told["expires_in"]),
    deviceCode: String(told["device_code"]),
  };
}

/** Wait until the player has agreed. Throws `LoginRefused` if they have not, or not in time. */
export async function answered(question: Question, wishes: Wishes = {}): Promise<Access> {
  const { url, app, deviceCode } = question;
  const sent = { grant_type: DEVICE_GRANT, client_id: app, device_code: deviceCode };
  let wait = question.interval;
  while (now() < question.expiresAt) {
    await (wishes.pause ?? pause)(wait, wishes.signal);
    try {
      return access(url, app, await asked(url, "token", sent, wishes));
    } catch (error) {
      const code = error instanceof LoginRefused ? error.code : "";
      if (!["authorization_pending", "slow_down", "no_answer"].includes(code)) throw error;
      if (code === "slow_down") wait += SLOWER_SECONDS;
    }
  }
  throw new LoginRefused("expired_token");
}

/** The next access; the refresh token of this one is worth nothing then. Throws `LoginRefused`. */
export async function renewed(before: Access, wishes: Wishes = {}): Promise<Access> {
  const { url, app, refreshToken } = before;
  const sent = { grant_type: "refresh_token", client_id: app, refresh_token: refreshToken };
  return access(url, app, await asked(url, "token", sent, wishes));
}

/**
 * What a client is given in place of a token: `new Tabularium(url, credential(access, keep))`.
 *
 * `keep` gets each new access before it is used, and stores it. One program at a time renews an access.
 */
export function credential(
  first: Access,
  keep: (access: Access) => void | Promise<void>,
  wishes: Wishes = {},
): () => Promise<string> {
  let current = first;
  let renewing: Promise<void> | null = null;
  const renew = async (): Promise<void> => {
    const next = await renewed(current, wishes);
    await keep(next);
    current = next;
  };
  return async () => {
    if (now() >= current.expiresAt - MARGIN_SECONDS) {
      renewing ??= renew().finally(() => (renewing = null));
      await renewing;
    }
    return current.token;
  };
}

function access(url: string, app: string, told: Readonly<Record<string, unknown>>): Access {
  return {
    url,
    app,
    player: String(told["player"]),
    scopes: String(told["scope"]).split(" "),
    token: String(told["access_token"]),
    refreshToken: String(told["refresh_token"]),
    expiresAt: now() + Number(told["expires_in"]),
  };
}

async function asked(
  url: string,
  endpoint: string,
  fields: Readonly<Record<string, string>>,
  wishes: Wishes,
): Promise<Record<string, unknown>> {
  const send = wishes.fetch ?? globalThis.fetch;
  const init = { method: "POST", body: new URLSearchParams(fields), signal: wishes.signal ?? null };
  let told: unknown;
  let isDone = false;
  try {
    const answer = await send(`${url.replace(/\/+$/, "")}/oauth/${endpoint}`, { ...init, credentials: "omit" });
    isDone = answer.ok;
    told = await answer.json();
  } catch {
    wishes.signal?.throwIfAborted();
  }
  const document = typeof told === "object" && told !== null ? (told as Record<string, unknown>) : {};
  if (isDone && "expires_in" in document) return document;
  // An outage and a limit are problem documents, as everywhere: they pass.
  throw new LoginRefused(typeof document["error"] === "string" ? document["error"] : "no_answer");
}

function now(): number {
  return Date.now() / 1000;
}
