#!/usr/bin/env node
// `tabularium-verify FILE… [--head HASH] [--chain FILE]`: checks match files.
//
// Exit status: 0 valid, 1 not valid, 2 no file to check, 3 valid in part; of several files the gravest: 1, 2, 3, 0.
import { readFile, stat } from "node:fs/promises";
import process from "node:process";
import { LARGEST, readChain, told, verify, type BeaconChain } from "./index.js";

const [VALID, INVALID, UNREADABLE, IN_PART] = [0, 1, 2, 3];
const GRAVEST_FIRST = [INVALID, UNREADABLE, IN_PART, VALID];
const USAGE = "usage: tabularium-verify FILE... [--head HASH] [--chain FILE]\n";

interface Given {
  readonly files: string[];
  readonly chains: string[];
  head: string | undefined;
}

class Unreadable extends Error {}

function given(words: readonly string[]): Given {
  const found: Given = { files: [], chains: [], head: undefined };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word !== "--head" && word !== "--chain") {
      if (word.startsWith("-")) throw new Unreadable(USAGE.trimEnd());
      found.files.push(word);
      continue;
    }
    const value = words[++at];
    if (value === undefined) throw new Unreadable(USAGE.trimEnd());
    if (word === "--head") found.head = value;
    else found.chains.push(value);
  }
  if (found.files.length === 0) throw new Unreadable(USAGE.trimEnd());
  return found;
}

async function content(path: string): Promise<Uint8Array> {
  try {
    if ((await stat(path)).size > LARGEST) throw new Unreadable(`${path}: larger than any match, ${LARGEST} bytes`);
    return await readFile(path);
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable(`${path}: cannot be read`);
  }
}

async function chainIn(path: string): Promise<BeaconChain> {
  const info = await content(path);
  try {
    return readChain(new TextDecoder().decode(info));
  } catch (error) {
    throw new Unreadable(`${path}: ${(error as Error).message}`);
  }
}

async function judged(path: string, asked: { head: string | undefined; chains: BeaconChain[] }, isAlone: boolean): Promise<number> {
  const report = await verify(await content(path), asked);
  process.stdout.write(`${isAlone ? "" : `${path}: `}${told(report, asked.head !== undefined)}`);
  return { valid: VALID, "in part": IN_PART, "not valid": INVALID }[report.verdict] as number;
}

async function main(words: readonly string[]): Promise<number> {
  const found: number[] = [];
  const refusing = async (work: () => Promise<number>): Promise<void> => {
    try {
      found.push(await work());
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      process.stderr.write(`${error.message}\n`);
      found.push(UNREADABLE as number);
    }
  };
  await refusing(async () => {
    const { files, head, chains } = given(words), asked = { head, chains: await Promise.all(chains.map(chainIn)) };
    for (const file of files) await refusing(() => judged(file, asked, files.length === 1));
    return VALID as number;
  });
  return GRAVEST_FIRST.find((one) => found.includes(one as number)) as number;
}

process.exitCode = await main(process.argv.slice(2));
