// What the kit for TypeScript does, without a service: each question names a trial, and gives what the trial needs.
// No wait is waited for: it is noted. A limit on silence is a real one, unless the trial is about silence.
import { readFileSync } from "node:fs";
import { inspect } from "node:util";

const folder = process.argv[2];
const { Tabularium, Problem, play, signing, deviceLogin } = await import(`${folder}/built/src/index.js`);
const { exchange, newKey } = await import(`${folder}/built/src/sending.js`);
const { BY_CODE } = await import(`${folder}/built/src/problems.js`);
const { Place } = await import(`${folder}/built/src/following.js`);
const { verify } = await import(`${folder}/built/src/webhooks.js`);

const LIMIT_MILLISECONDS = 40_000;
const later = globalThis.setTimeout;
let waits = [], isSilent = false;
globalThis.setTimeout = (wake, milliseconds) => {
  if (milliseconds > LIMIT_MILLISECONDS) return isSilent ? later(wake, 20) : later(wake, milliseconds).unref();
  waits.push(milliseconds / 1000);
  return setImmediate(wake);
};

const told = (error) => ({
  kind: error.constructor.name,
  isProblem: error instanceof Problem,
  message: error.message,
  code: error.code,
  status: error.status,
  rule: error.rule,
  retryAfter: error.retryAfter,
});
const attempted = async (work) => {
  try {
    return { answer: await work() };
  } catch (error) {
    return { error: told(error) };
  }
};

/** A `fetch` that gives these answers, one for each call: null breaks off, and so does a stream after its last line. */
function answering(answers) {
  const calls = [];
  const send = async (address, { method = "GET", headers, body, signal }) => {
    calls.push({ method, address, headers, body: body ?? null });
    const answer = answers.shift();
    // A lost connection would be opened again and again.
    if (answer === undefined) return new Response('{"code": "nobody_expects_this_call"}', { status: 400 });
    if (answer === null) throw new TypeError("fetch failed");
    if (answer.lines === undefined) return new Response("text" in answer ? answer.text : "{}", answer);
    return new Response(streaming(answer, signal), { status: 200 });
  };
  return { calls, send };
}

function streaming({ lines, ends }, signal) {
  const bytes = new TextEncoder().encode(lines);
  return new ReadableStream({
    start(controller) {
      // In pieces that break lines and letters anywhere.
      for (let place = 0; place < bytes.length; place += 7) controller.enqueue(bytes.slice(place, place + 7));
      if (ends) controller.close();
      else if (isSilent) signal.addEventListener("abort", () => controller.error(signal.reason));
      else controller.pull = null;
    },
    pull(controller) {
      if (!isSilent && !ends) controller.error(new TypeError("terminated"));
    },
  });
}

const trials = {
  async sent({ call, replies, retrying }) {
    let tries = 0;
    const pauses = [];
    const world = {
      send: async () => {
        tries += 1;
        const reply = replies.shift() ?? null;
        return reply && { status: reply.status, headers: new Headers(reply.headers), text: reply.text };
      },
      pause: async (seconds) => void pauses.push(seconds),
      chance: Math.random,
    };
    const done = await attempted(() => exchange(call, { attempts: 6, first: 0.25, longest: 60, ...retrying }, world));
    return { tries, waits: pauses, status: done.answer?.status ?? null, error: done.error ?? null };
  },
  codes: () => Object.entries(BY_CODE).map(([code, kind]) => [code, kind.prototype instanceof Problem]),
  outgoing({ url, path, said, method }) {
    return new Tabularium(url, "tab_secret", { language: "he" }).outgoing(method, path, said);
  },
  keys: () => new Set(Array.from({ length: 100 }, newKey)).size,
  printed() {
    const client = new Tabularium("https://play.example", "tab_secret");
    return [inspect(client, { depth: 9, showHidden: true }), JSON.stringify(client), String(client)].join();
  },
  place({ after, steps }) {
    const place = new Place(after);
    return steps.map(([name, ...given]) => {
      const [status, refused] = given;
      if (name === "opened" && refused) given[1] = new Problem(status, { code: refused.code }, refused.retryAfter);
      try {
        place[name](...given);
        return { headers: place.headers, isOver: place.isOver, wait: place.wait };
      } catch (error) {
        return { error: error.code };
      }
    });
  },
  async verified({ body, headers, secrets, now, form }) {
    const given = form === "Headers" ? new Headers(headers) : headers;
    const bytes = form === "text" ? body : new TextEncoder().encode(body);
    return attempted(() => verify(bytes, given, secrets, { now }));
  },
  async followed({ answers, of, wishes, silent }) {
    isSilent = silent ?? false;
    const { calls, send } = answering(answers);
    const client = new Tabularium("https://play.example", "tab_secret", { fetch: send });
    const messages = [], giving = new AbortController(), given = { ...wishes, signal: giving.signal };
    const done = await attempted(async () => {
      const stream = of === "me" ? client.followMe(given) : client.follow("m", given);
      for await (const message of stream) {
        messages.push(message);
        if (message.type === wishes?.until) break;
        if (message.type === wishes?.givenUpAt) giving.abort(new Error("enough"));
      }
    });
    return { calls, messages, waits, left: answers.length, error: done.error ?? null };
  },
  async loggedIn({ answers, expiresAt }) {
    const { calls, send } = answering(answers);
    const kept = [], pauses = [], wishes = { fetch: send, pause: async (seconds) => void pauses.push(seconds) };
    const done = await attempted(async () => {
      const question = await deviceLogin.begin("https://play.example", "app", wishes);
      const first = await deviceLogin.answered(question, wishes);
      const near = { ...first, expiresAt: expiresAt ?? first.expiresAt };
      const credential = deviceLogin.credential(near, (access) => void kept.push(access.refreshToken), wishes);
      const client = new Tabularium("https://play.example", credential, { fetch: send });
      await Promise.all([client.getMatch("m"), client.getMatch("m")]);
      return { userCode: question.userCode, player: first.player, scopes: first.scopes };
    });
    const sent = calls.map(({ address, headers, body }) => ({ address, body: body && String(body), who: headers?.Authorization }));
    return { calls: sent, pauses, kept, ...done };
  },
  async called({ answers, name, given }) {
    const { calls, send } = answering(answers);
    const client = new Tabularium("https://play.example", "tab_secret", { fetch: send });
    const done = await attempted(async () => {
      if (name !== "each") return client[name](...given);
      const items = [];
      for await (const item of client.each(client.listMatches(...given))) items.push(item);
      return items;
    });
    return { calls, waits, ...done };
  },
  async givenUp({ while: moment }) {
    const giving = new AbortController();
    const send = (_, { signal }) => new Promise((_, fail) => {
      if (moment === "waiting") return fail(new TypeError("fetch failed"));
      signal.addEventListener("abort", () => fail(signal.reason));
      setImmediate(() => giving.abort(new Error("enough")));
    });
    globalThis.setTimeout = () => void setImmediate(() => giving.abort(new Error("enough")));
    const retrying = { attempts: moment === "sending" ? 1 : 6 };
    const client = new Tabularium("https://play.example", "t", { fetch: send, retrying });
    return attempted(() => client.getMe({ signal: giving.signal }));
  },
  async signed({ move }) {
    const first = await signing.newKey(), second = await signing.newKey();
    const client = {
      listEvents: async () => ({ items: [{ version: 7, hash: "ab".repeat(32) }] }),
      bindKey: async (_match, body) => body,
    };
    const bound = await signing.bind(client, "m", 1, second, first);
    return { bound, move: await signing.signed(client, "m", 1, second, move) };
  },
  async played({ answers }) {
    const { calls, send } = answering(answers);
    const client = new Tabularium("https://play.example", "tab_secret", { fetch: send });
    const done = await attempted(() => play(client, "m", (_view, prompt) => ({ prompt: prompt.prompt, type: "wave" })));
    return { calls, left: answers.length, ...done };
  },
};

const answers = [];
for (const [trial, given] of JSON.parse(readFileSync(0, "utf-8"))) {
  [waits, isSilent] = [[], false];
  answers.push(await trials[trial](given ?? {}));
}
console.log(JSON.stringify(answers));
process.exit(0);
