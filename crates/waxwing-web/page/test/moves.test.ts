import assert from "node:assert/strict";
import { test } from "node:test";
import { meant, narrow, placesIn } from "../src/moves";
import { moves, row } from "./scenes";

const board = row(["a1", "a2", "a3", "b2"], "pawn");

test("a click narrows the moves to those that begin with it", () => {
  const legal = moves(["a1", "a2"], ["a1", "b2"], ["a2", "a3"]);
  assert.deepEqual([...narrow(legal, [], board).next], ["a1", "a2"]);
  const now = narrow(legal, ["a1"], board);
  assert.deepEqual([[...now.next], now.play], [["a2", "b2"], null]);
  assert.equal(narrow(legal, ["a1", "b2"], board).play?.text, "a1-b2");
});

test("a move that others go on from waits for a second click", () => {
  const now = narrow(moves(["a1", "a2"], ["a1", "a2", "a3"]), ["a1", "a2"], board);
  assert.equal(now.play, null);
  assert.deepEqual(now.whole.map((move) => move.text), ["a1-a2"]);
  assert.deepEqual([...now.next], ["a3"]);
});

test("places of a board are touched in the order of the move", () => {
  assert.deepEqual(narrow(moves(["a1", "a2"]), ["a2"], board).possible, []);
});

test("cards can be touched in any order", () => {
  const hand = row(["2C", "7H", "AS"], "card");
  const legal = moves(["2C", "7H"], ["2C", "AS"], ["7H", "AS"]);
  assert.deepEqual([...narrow(legal, [], hand).next].sort(), ["2C", "7H", "AS"]);
  assert.deepEqual([...narrow(legal, ["AS"], hand).next].sort(), ["2C", "7H"]);
  assert.equal(narrow(legal, ["AS", "2C"], hand).play?.text, "2C-AS");
});

test("a click on one of several alike cards means the first that is left", () => {
  const hand = row(["3:1", "3:2", "4:1"], "card");
  const legal = moves(["3:1"], ["3:1", "3:2"], ["4:1"]);
  assert.equal(meant("3:2", [], narrow(legal, [], hand).next), "3:1");
  const now = narrow(legal, ["3:1"], hand);
  assert.deepEqual([now.whole.length, [...now.next]], [1, ["3:2"]]);
});

test("words that are no place are buttons, at the beginning and later", () => {
  const legal = moves(["pass"], ["a1", "promote"], ["a1", "stay"]);
  assert.deepEqual(narrow(legal, [], board).words.map((move) => move.text), ["pass"]);
  assert.deepEqual(narrow(legal, ["a1"], board).words.map((move) => move.text), ["a1-promote", "a1-stay"]);
});

test("the places of a move that is not known are read from its text", () => {
  const points = row(["1", "12", "25", "south-3"], "disc");
  assert.deepEqual(placesIn("12-25", points), ["12", "25"]);
  assert.deepEqual(placesIn("3", points, "South"), ["south-3"]);
  assert.deepEqual(placesIn("a2xb2", board), ["a2", "b2"]);
});
