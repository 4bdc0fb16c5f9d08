import assert from "node:assert/strict";
import { test } from "node:test";
import { calls, choicesOf, complete, inLetters, insert, withArgument } from "../src/expression";
import type { CatalogueView } from "../src/messages";

const entry = (role: string, name: string, parameters: [string, string][] = []) => ({
  role, name, aliases: [], signature: name, about: `about ${name}`, paper: "", rows: [],
  parameters: parameters.map(([name, range]) => ({ name, range, default: null, about: `about ${name}` })),
});
const catalogue: CatalogueView = {
  entries: [
    entry("strategy", "uct", [["c", "a number from 0 to 10"]]),
    entry("strategy", "mast", [["policy", "`gibbs` or `ucb1`"], ["eps", "a number"]]),
    entry("strategy", "nast"),
    entry("player", "random"),
    entry("option", "solver"),
    entry("option", "im", [["alpha", "a number"]]),
    entry("schedule", "rave", [["k", "a number"]]),
    // What the page was not written for: a kind of value, a strategy of several policies, a role.
    entry("strategy", "records", [["by", "contexts joined by `&`, such as `action&last(1)`"], ["policy", "`gibbs` or `ucb1`"]]),
    entry("strategy", "vote", [["one", "a policy"], ["other", "a policy"]]),
    entry("combination", "switch"),
  ],
  presets: [{ name: "icarus/NRM", expression: "rave > mast + nast", about: "a preset", paper: "", rows: [] }],
};
/** What is offered at the end of a text. */
const at = (text: string) => complete(text, text.length, catalogue).map((completion) => completion.text);

test("an expression begins with a strategy, a player or a preset", () => {
  assert.deepEqual(at(""), ["uct", "mast", "nast", "records", "vote", "switch", "random", "icarus/NRM"]);
  assert.deepEqual(at("ica"), ["icarus/NRM"]);
});

test("strategies come after an arrow and a plus, options after with", () => {
  assert.deepEqual(at("uct > "), ["uct", "mast", "nast", "records", "vote", "switch"]);
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

/** The calls of a text, each with what it is given. */
const read = (text: string) =>
  calls(text, catalogue).map((call) => [call.entry.name, ...call.arguments.map(({ parameter, value }) => `${parameter}: ${value}`)]);

test("the calls of an expression are found with what they are given", () => {
  assert.deepEqual(read('uct(c=0.5) > mast( ucb1 ,eps=0.1) + mast + "nast" with im(0.4)'), [
    ["uct", "c: 0.5"], ["mast", "policy: ucb1", "eps: 0.1"], ["mast"], ["im", "alpha: 0.4"],
  ]);
  assert.deepEqual(read("blend([rave(k=250)] nast, uct(c=0.7)"), [["rave", "k: 250"], ["nast"], ["uct", "c: 0.7"]]);
  // A value is no call, whatever its words are; a half-written one is read as far as it goes.
  assert.deepEqual(read("mast(policy=uct)"), [["mast", "policy: uct"]]);
  assert.deepEqual(read("uct > mast(policy="), [["uct"], ["mast", "policy: "]]);
  assert.deepEqual(read("uct > mast("), [["uct"], ["mast"]]);
});

/** A text after a parameter of its call of this name was given a value. */
const given = (text: string, name: string, parameter: string, value: string) =>
  withArgument(text, calls(text, catalogue).find(({ entry }) => entry.name === name)!, parameter, value);

test("a parameter is given a value, another one, and none", () => {
  assert.equal(given("uct > mast @100", "mast", "eps", "0.1"), "uct > mast(eps=0.1) @100");
  assert.equal(given("uct > mast(policy=ucb1)", "mast", "eps", "0.1"), "uct > mast(policy=ucb1, eps=0.1)");
  assert.equal(given("uct > mast(ucb1, 0.2)", "mast", "policy", "gibbs"), "uct > mast(gibbs, 0.2)");
  assert.equal(given("uct > mast(ucb1, 0.2)", "mast", "policy", ""), "uct > mast(eps=0.2)");
  assert.equal(given("uct > mast(eps=0.2)", "mast", "eps", ""), "uct > mast");
  assert.equal(given("uct > mast", "mast", "eps", ""), "uct > mast");
  assert.equal(given("uct > mast()", "mast", "eps", "1"), "uct > mast(eps=1)");
  assert.equal(given("uct > mast(eps=0", "mast", "eps", "0.3"), "uct > mast(eps=0.3)");
});

test("kinds and entries that the page does not know are text", () => {
  const contexts = "uct > records(by=action&last(1), policy=ucb1)";
  assert.deepEqual(read(contexts), [["uct"], ["records", "by: action&last(1)", "policy: ucb1"]]);
  assert.equal(given(contexts, "records", "by", "node&own(2)"), "uct > records(by=node&own(2), policy=ucb1)");
  const [by, policy] = catalogue.entries.find(({ name }) => name === "records")!.parameters;
  assert.deepEqual([choicesOf(by!), choicesOf(policy!)], [null, ["gibbs", "ucb1"]]);
  // Policies stand in operators, known or not.
  assert.deepEqual(read("uct > vote(mast(eps=0.1), other=nast)"), [
    ["uct"], ["vote", "one: mast(eps=0.1)", "other: nast"], ["mast", "eps: 0.1"], ["nast"],
  ]);
  assert.deepEqual(read("product(mast(eps=0.1), nast)"), [["mast", "eps: 0.1"], ["nast"]]);
  assert.deepEqual(at("uct > vote(n"), ["nast"]);
  assert.deepEqual(at("uct > vote(other=n"), ["nast"]);
  assert.deepEqual(at("uct > product(mast + n"), ["nast"]);
  assert.deepEqual(at("uct > product(mast, n"), ["nast"]);
  assert.deepEqual(at("uct > mast(0.1"), []);
  assert.deepEqual(at("uct > records(by=action&last("), []);
  assert.deepEqual(at("uct > records(by=action&last(1), "), ["policy="]);
  assert.deepEqual(at("uct > vote(mast(eps=1, policy=ucb1), n"), ["nast"]);
});
