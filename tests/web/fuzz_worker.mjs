// The page's verifier for a fuzzer: a line `{file, head}` on the standard input, `{found, blocks}` on the output. `blocks` names
// every block of the verifier's code that this file has run.
import { createHash } from "node:crypto";
import { Session } from "node:inspector/promises";
import { createInterface } from "node:readline";
import { verdict } from "./verify.mjs";

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/** @type {Map<string, number>} */
const numbers = new Map();

function numbered(block) {
  if (!numbers.has(block)) numbers.set(block, createHash("sha256").update(block).digest().readUInt16BE());
  return numbers.get(block);
}

/** Blocks that were run since the last time, as numbers of two bytes. */
async function blocks() {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const found = new Set();
  for (const { url, functions } of result) {
    const at = url.indexOf("/web/verify/");
    if (at < 0) continue;
    for (const { ranges } of functions)
      for (const { startOffset, endOffset, count } of ranges)
        if (count) found.add(numbered(`${url.slice(at)} ${startOffset} ${endOffset}`));
  }
  return [...found];
}

for await (const line of createInterface({ input: process.stdin })) {
  const { data, head, covers } = JSON.parse(line);
  const found = await verdict(new Uint8Array(Buffer.from(data, "base64")), head);
  process.stdout.write(`${JSON.stringify({ found, blocks: covers ? await blocks() : [] })}\n`);
}
