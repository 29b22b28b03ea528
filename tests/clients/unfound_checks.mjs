// Breaks each check of the kit's verifier, one at a time, and prints those whose loss no vector notices: a second
// check finds the same fault at the same version, or a vector is missing. Half an hour of processor time at most:
//
//   (cd clients/typescript && npm ci && npm run build) && node tests/clients/unfound_checks.mjs
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(import.meta.url);
const KIT = join(dirname(HERE), "../../clients/typescript");
const VECTORS = join(dirname(HERE), "../vectors/match-files.json");
const JUDGED = ["rock-paper-wizard"];
const version = (found) => (typeof found === "string" ? found : found.version);

/** Whether the verifier in a folder finds all that the vectors say. */
async function agrees(folder) {
  const { verify } = await import(join(folder, "built/src/verify/index.js"));
  // Short ones first: most checks are missed at once.
  const vectors = JSON.parse(readFileSync(VECTORS, "utf-8")).sort((one, other) => one.file.length - other.file.length);
  for (const { needs, expected, file } of vectors) {
    const { checks, refused } = await verify(new TextEncoder().encode(file), {});
    const faults = refused ? [] : [checks.chance, checks.replay].filter((one) => typeof one !== "string");
    const played = faults.length > 0 ? Math.min(...faults.map(version)) : refused ? null : version(checks.replay);
    const seen = refused ? {} : { chain: version(checks.chain), seals: version(checks.seals), played };
    const here = refused ? { refused: refused.version } : seen;
    const claimed = needs.every((game) => JUDGED.includes(game));
    const names = Object.keys(expected).filter((name) => claimed || name !== "played");
    if (names.some((name) => here[name] !== expected[name])) return false;
  }
  return true;
}

/** What each check asks, by its place: the first word of `need`, and the condition of a refusal. */
function checks(text, ts) {
  const tree = ts.createSourceFile("", text, ts.ScriptTarget.Latest, true), found = [];
  const refuses = (statement) => /^\{?\s*(throw new Broken|refuse\()/.test(statement.getText(tree));
  (function look(node) {
    const put = (one, by) => found.push([one.getStart(tree), one.getEnd(), by]);
    if (ts.isCallExpression(node) && node.expression.getText(tree) === "need") put(node.arguments[0], "true");
    if (ts.isIfStatement(node) && refuses(node.thenStatement)) put(node.expression, "false");
    ts.forEachChild(node, look);
  })(tree);
  return found;
}

function main() {
  const ts = createRequire(join(KIT, "package.json"))("typescript");
  const folder = mkdtempSync(join(tmpdir(), "unfound-"));
  cpSync(join(KIT, "built"), join(folder, "built"), { recursive: true });
  cpSync(join(KIT, "package.json"), join(folder, "package.json"));
  const home = join(folder, "built/src/verify");
  let [tried, unfound] = [0, 0];
  for (const name of readdirSync(home).filter((one) => one.endsWith(".js"))) {
    const text = readFileSync(join(home, name), "utf-8");
    for (const [from, to, by] of checks(text, ts)) {
      writeFileSync(join(home, name), text.slice(0, from) + by + text.slice(to));
      tried += 1;
      // A verifier that fails has noticed too.
      if (spawnSync(process.execPath, [HERE, folder]).status !== 0) continue;
      unfound += 1;
      console.log(`${name}:${text.slice(0, from).split("\n").length}: ${text.slice(from, to).replace(/\s+/g, " ")}`);
    }
    writeFileSync(join(home, name), text);
  }
  rmSync(folder, { recursive: true });
  console.log(`${unfound} of ${tried} checks can be left out, and no vector notices`);
}

if (process.argv[2] === undefined) main();
else process.exitCode = (await agrees(process.argv[2])) ? 0 : 1;
