import assert from "node:assert/strict";
import { test } from "node:test";
import { gameText, nameOf, optionsOf, read, write, type Address } from "../src/share";

test("an address says the same again", () => {
  const address: Address = {
    game: "go(size=5, komi=0.5)",
    seats: [null, "rave(k=250) > mast + nast(n=2) with solver @5000"],
    seed: "18446744073709551615",
    budget: "1s",
    position: "xo./... black & \"white\" #3",
    moves: "C3 pass D4",
    panel: "tree",
    agent: "uct(c=0.4) > ege(0.1) with im(0.4), det(0.5)",
    thinking: "1000",
    thinkingSeed: "7",
    path: ["C3", "D4"],
    think: true,
  };
  assert.deepEqual(read(`#${write(address)}`), address);
});

test("what is not given is not in the address", () => {
  assert.equal(write({ game: "othello", seats: [null, "easy"] }), "game=othello&seat=person&seat=easy");
});

test("an address without a game says nothing", () => {
  assert.equal(read("#watch"), null);
  assert.equal(read(""), null);
});

test("a game is written with the options that differ from their defaults", () => {
  const options = [{ name: "size", value: "5", default: "9" }, { name: "ko", value: "simple", default: "simple" }];
  assert.equal(gameText("go", options), "go(size=5)");
  assert.equal(gameText("othello", []), "othello");
  assert.deepEqual([...optionsOf("go(size=5, komi=7.5)")], [["size", "5"], ["komi", "7.5"]]);
  assert.equal(nameOf("go(size=5)"), "go");
});

test("options that are texts are in quotes, whatever is in them", () => {
  const deal = { name: "deal", value: "3334,45/56 a=b", default: "" };
  const game = gameText("dou-di-zhu", [deal, { name: "kitty", value: "shown", default: "hidden" }]);
  assert.equal(game, 'dou-di-zhu(deal="3334,45/56 a=b", kitty=shown)');
  assert.deepEqual([...optionsOf(game)], [["deal", deal.value], ["kitty", "shown"]]);
  assert.deepEqual([...optionsOf('go(komi="-3.5", ko=simple)')], [["komi", "-3.5"], ["ko", "simple"]]);
});
