// Moves a second of boardgame.io, as `bench.foreign.boardgame` asks for them: its Master, called in one process without HTTP,
// with its storage in memory and in flat files. So many matches take turns, each move by the player whose turn it is.
"use strict";
const { mkdtempSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { Master } = require("boardgame.io/master");
const { FlatFile, Server } = require("boardgame.io/server");

const MATCHES = 8;
const SEATS = 3;
// About as much to do and to store as a choice of a spell: a move that changes one seat and one list.
const game = {
  name: "spells",
  setup: ({ ctx }) => ({
    gold: Array(ctx.numPlayers).fill(0),
    hands: Array.from({ length: ctx.numPlayers }, (_, seat) => ["fireball", "fear", "misty step", `card ${seat}`]),
    chosen: Array(ctx.numPlayers).fill(null),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    choose: ({ G, playerID }, spell, target) => {
      G.chosen[playerID] = { spell, target };
      G.gold[playerID] += 1;
    },
  },
};
const nobody = { send: () => {}, sendAll: () => {} };

async function seated(master) {
  const names = Array.from({ length: MATCHES }, (_, number) => `match${Math.random()}-${number}`);
  for (const name of names) await master.onSync(name, "0", undefined, SEATS);
  return names;
}

async function round(master, storage, moves) {
  const names = await seated(master);
  const began = process.hrtime.bigint();
  for (let version = 0; version < moves; version += 1) {
    for (const name of names) {
      const seat = String(version % SEATS);
      const move = { type: "MAKE_MOVE", payload: { type: "choose", args: ["fireball", 2], playerID: seat } };
      const refused = await master.onUpdate(move, version, name, seat);
      if (refused) throw new Error(refused.error);
    }
  }
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  const { state } = await storage.fetch(names[0], { state: true });
  const played = state.G.gold.reduce((sum, gold) => sum + gold, 0);
  if (played !== moves) throw new Error(`${played} of ${moves} moves were made`);
  return (moves * MATCHES) / seconds;
}

async function main(rounds, inMemory, inFiles) {
  const folder = mkdtempSync(join(tmpdir(), "boardgame-"));
  try {
    const memory = new Server({ games: [game], origins: [] }).db;
    const files = new FlatFile({ dir: folder });
    await files.connect();
    const told = [];
    for (let number = 0; number < rounds; number += 1) {
      told.push([
        await round(new Master(game, memory, nobody), memory, inMemory),
        await round(new Master(game, files, nobody), files, inFiles),
      ]);
    }
    console.log(JSON.stringify(told));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

main(...process.argv.slice(2).map(Number)).then(() => process.exit(0));
