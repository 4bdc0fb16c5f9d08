import assert from "node:assert/strict";
import { test } from "node:test";
import { seatsOf, understand } from "../src/lobby/pasted";
import type { GameView } from "../src/messages";

const game = (name: string, players: number, more: Partial<GameView> = {}): GameView => ({
  name, aliases: [], description: "", rules: "", legend: "", options: [], players: Array.from({ length: players }, (_, seat) => String(seat)),
  hidden: false, levels: [], adviser: "uct", scene: { width: 1, height: 1, colours: [], ground: [], places: [], lines: [], pieces: [], labels: [], marks: [] }, ...more,
});
const games = [game("hearts", 4), game("go", 2, { records: "SGF", aliases: ["weiqi"] })];

test("an address is taken as it is, wherever it was copied from", () => {
  const pasted = understand("Look at this: http://127.0.0.1:8014/#game=go&seat=person&seat=easy&moves=D4\n", "", games);
  assert(pasted?.kind === "address");
  assert.deepEqual([pasted.address.game, pasted.address.moves], ["go", "D4"]);
});

test("a record needs no name of its game", () => {
  const text = "A game of mine:\n( ;GM[1]SZ[9];B[cc]C[see #1 and game=go])";
  assert.deepEqual(understand(text, "", games), { kind: "record", game: "go", text });
  assert.deepEqual(understand(text, " go(ko=simple) ", games), { kind: "record", game: "go(ko=simple)", text });
  assert.equal(understand(text, "", [games[0]!]), null, "no game here has records");
});

test("moves are read without their numbers, and need a game", () => {
  assert.deepEqual(understand("1. D4 F6\n2.C3 3. pass", "go", games), { kind: "moves", game: "go", moves: "D4 F6 C3 pass" });
  // Moves of Kalah are numbers, and dice have no dots.
  assert.deepEqual(understand("3 1 4", "kalah", games), { kind: "moves", game: "kalah", moves: "3 1 4" });
  assert.equal(understand("D4", "", games), null);
});

test("every seat is a person's", () => {
  assert.deepEqual(seatsOf("weiqi(size=5)", games), [null, null]);
  assert.equal(seatsOf("hearts", games).length, 4);
  assert.equal(seatsOf("focus(players=3)", games).length, 3);
});
