// Leaves out each check of the kit's verifier, one at a time, and prints those whose loss no vector notices: a second
// check finds the same fault at the same version, or a vector is missing. Some seconds of processor time:
//
//   (cd clients/typescript && npm ci && npm run build) && node tests/clients/unfound_checks.mjs clients/typescript
//
// More files may be given, as lines of JSON with `name` and `file`: it prints which of them would hold which check, the
// shortest first if they stand in this order. `unfound_checks.txt` has those that are known, and why.
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const KIT = join(HERE, "../../clients/typescript");
const VECTORS = join(HERE, "../vectors/match-files.json");
const JUDGED = ["rock-paper-wizard"];
const version = (found) => (typeof found === "string" ? found : found.version);

/** What each check asks, by its place: the first word of `need`, and the condition of a refusal. */
function checks(text, ts) {
  const tree = ts.createSourceFile("", text, ts.ScriptTarget.Latest, true), found = [];
  const refuses = (statement) => /^\{?\s*(throw new Broken|refuse\()/.test(statement.getText(tree));
  (function look(node) {
    const put = (one, passes) => found.push({ from: one.getStart(tree), to: one.getEnd(), passes });
    if (ts.isCallExpression(node) && node.expression.getText(tree) === "need") put(node.arguments[0], true);
    if (ts.isIfStatement(node) && refuses(node.thenStatement)) put(node.expression, false);
    ts.forEachChild(node, look);
  })(tree);
  return found.sort((one, other) => one.from - other.from);
}

/** Each check asks `left` first whether it is left out, and tells it whether it has found something. */
function instrumented(text, found, first) {
  let made = text;
  for (const [at, { from, to, passes }] of [...found.entries()].reverse()) {
    const number = first + at, asked = made.slice(from, to);
    const put = passes ? `(left.out(${number}) || left.found(${number}, ${asked}, false))` : `(!left.out(${number}) && left.found(${number}, ${asked}, true))`;
    made = made.slice(0, from) + put + made.slice(to);
  }
  return made;
}

const left = (globalThis.left = {
  number: -1,
  begun: new Set(),
  out(number) {
    this.begun.add(number);
    return number === this.number;
  },
  /** A check that throws has found something too: it stays begun. */
  found(number, value, wrong) {
    if (Boolean(value) !== wrong) this.begun.delete(number);
    return value;
  },
});

/** What the verifier says of a file, as far as a vector tells of it, in one text. */
async function said(verify, file, tellsPlayed) {
  try {
    const { checks, refused } = await verify(file, {});
    if (refused) return `refused ${refused.version}`;
    const faults = [checks.chance, checks.replay].filter((one) => typeof one !== "string");
    const played = faults.length > 0 ? Math.min(...faults.map(version)) : version(checks.replay);
    return [version(checks.chain), version(checks.seals), ...(tellsPlayed ? [played] : [])].join(" ");
  } catch {
    return "fails";
  }
}

async function main(kit, candidates) {
  const ts = createRequire(join(KIT, "package.json"))("typescript");
  const folder = mkdtempSync(join(tmpdir(), "unfound-")), home = join(folder, "built/src/verify"), places = [];
  cpSync(join(kit, "built"), join(folder, "built"), { recursive: true });
  cpSync(join(KIT, "package.json"), join(folder, "package.json"));
  for (const name of readdirSync(home).filter((one) => one.endsWith(".js"))) {
    const text = readFileSync(join(home, name), "utf-8"), found = checks(text, ts);
    writeFileSync(join(home, name), instrumented(text, found, places.length));
    const told = ({ from, to }) => `${name}:${text.slice(0, from).split("\n").length}: ${text.slice(from, to).replace(/\s+/g, " ")}`;
    places.push(...found.map(told));
  }
  const { verify } = await import(join(home, "index.js"));
  rmSync(folder, { recursive: true });
  const unheld = new Set(places.keys());
  const hold = async (files, told) => {
    for (const { name, file, needs = [] } of files) {
      const data = new TextEncoder().encode(file), tellsPlayed = needs.every((game) => JUDGED.includes(game));
      [left.number, left.begun] = [-1, new Set()];
      const whole = await said(verify, data, tellsPlayed);
      // A check that has found nothing in a file is not missed there.
      for (const number of [...left.begun]) {
        if (!unheld.has(number)) continue;
        left.number = number;
        if ((await said(verify, data, tellsPlayed)) === whole) continue;
        unheld.delete(number);
        if (told) console.log(`held by ${name}: ${places[number]}`);
      }
    }
  };
  const read = (path) => readFileSync(path, "utf-8").split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
  await hold(JSON.parse(readFileSync(VECTORS, "utf-8")), false);
  for (const path of candidates) await hold(read(path), true);
  for (const number of unheld) console.log(`unfound ${places[number]}`);
  console.log(`${unheld.size} of ${places.length} checks can be left out, and no vector notices`);
}

await main(resolve(process.argv[2] ?? KIT), process.argv.slice(3));
