import assert from "node:assert/strict";
import { test } from "node:test";
import { complete, inLetters, insert, named } from "../src/expression";
import type { CatalogueView } from "../src/messages";

const entry = (role: string, name: string, parameters: [string, string][] = []) => ({
  role, name, aliases: [], signature: name, about: `about ${name}`, paper: "", rows: [],
  parameters: parameters.map(([name, range]) => ({ name, range, about: `about ${name}` })),
});
const catalogue: CatalogueView = {
  entries: [
    entry("strategy", "uct", [["c", "a number from 0 to 10"]]),
    entry("strategy", "mast", [["policy", "`gibbs` or `ucb1`"], ["eps", "a number"]]),
    entry("strategy", "nast"),
    entry("player", "random"),
    entry("option", "solver"),
    entry("option", "im", [["alpha", "a number"]]),
    entry("schedule", "rave"),
  ],
  presets: [{ name: "icarus/NRM", expression: "rave > mast + nast", about: "a preset", paper: "", rows: [] }],
};
/** What is offered at the end of a text. */
const at = (text: string) => complete(text, text.length, catalogue).map((completion) => completion.text);

test("an expression begins with a strategy, a player or a preset", () => {
  assert.deepEqual(at(""), ["uct", "mast", "nast", "random", "icarus/NRM"]);
  assert.deepEqual(at("ica"), ["icarus/NRM"]);
});

test("strategies come after an arrow and a plus, options after with", () => {
  assert.deepEqual(at("uct > "), ["uct", "mast", "nast"]);
  assert.deepEqual(at("uct > mast + na"), ["nast"]);
  assert.deepEqual(at("uct with "), ["solver", "im"]);
  assert.deepEqual(at("uct with solver, i"), ["im"]);
  assert.deepEqual(at("uct > ["), ["rave"]);
});

test("a call offers its parameters, and the words that one takes", () => {
  assert.deepEqual(at("uct > mast("), ["policy=", "eps="]);
  assert.deepEqual(at("uct > mast(policy=ucb1, "), ["eps="]);
  assert.deepEqual(at("uct > mast(policy="), ["gibbs", "ucb1"]);
  assert.deepEqual(at("uct with im(alpha=0.4), "), ["solver", "im"]);
});

test("a budget comes after an at, and nothing after a whole word", () => {
  assert.ok(at("uct @").includes("1000"));
  assert.deepEqual(at("uct "), []);
});

test("a completion takes the place of what was begun", () => {
  const text = "uct > ma + nast";
  const [completion] = complete(text, 8, catalogue);
  assert.deepEqual(insert(text, 8, completion!), { text: "uct > mast + nast", cursor: 10 });
});

test("the place of an error is told in bytes and shown in letters", () => {
  assert.deepEqual(inLetters("uct ▷ masst", [8, 13]), [6, 11]);
});

test("the words of an expression are found once each", () => {
  assert.deepEqual(named('uct > mast + mast + "nast"', catalogue).map((each) => each.name), ["uct", "mast"]);
});
