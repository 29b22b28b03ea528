// The kit's verifier over files: [{file, head}] on the standard input, what it finds of each on the output.
// The first word is the folder in which the kit was compiled.
import { readFileSync } from "node:fs";

const { told, verify } = await import(`${process.argv[2]}/built/src/verify/index.js`);

const version = (found) => (typeof found === "string" ? found : found.version);

async function verdict({ file, head }) {
  const report = await verify(new Uint8Array(readFileSync(file)), { head: head ?? undefined });
  const { checks, refused, fault, unchecked, unjudged, verdict, beacon } = report;
  if (refused) return { refused: refused.version, reason: refused.reason };
  const faults = [checks.chance, checks.replay].filter((one) => typeof one !== "string").map((one) => one.version);
  return {
    chain: version(checks.chain),
    seals: version(checks.seals),
    played: faults.length > 0 ? Math.min(...faults) : null,
    chance: version(checks.chance),
    replay: version(checks.replay),
    reason: fault?.reason ?? null,
    otherBots: Object.fromEntries(report.otherBots),
    words: told(report, head !== null),
    parts: [report.seals, report.opened],
    ...{ unchecked, unjudged, verdict, beacon },
  };
}

const asked = JSON.parse(readFileSync(0, "utf-8"));
const found = [];
for (const one of asked) found.push(await verdict(one));
console.log(JSON.stringify(found));
