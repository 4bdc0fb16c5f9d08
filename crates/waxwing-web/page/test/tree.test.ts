import assert from "node:assert/strict";
import { test } from "node:test";
import { neighbour } from "../src/board/keys";
import { icicle } from "../src/panels/tree";
import { describe as inWords, lay } from "../src/scene";
import type { TreeView } from "../src/messages";
import { row } from "./scenes";

const node = (action: string | null, visits: number, children: TreeView[] = []): TreeView => ({
  action, visits, value: 0.5, proven: null, child_count: children.length, children, line: [],
});

test("a slab of the tree is as wide as its share of the visits, and lies below its parent", () => {
  const root = node(null, 64, [node("a", 32, [node("b", 16)]), node("c", 16)]);
  const found = icicle(root, 3).map(({ path, depth, from, to }) => [path.join("/"), depth, from, to]);
  assert.deepEqual(found, [["", 0, 0, 1], ["a", 1, 0, 0.5], ["a/b", 2, 0, 0.25], ["c", 1, 0.5, 0.75]]);
});

test("a flipped board is turned by half a circle", () => {
  const [first] = lay(row(["a", "b", "c"], "disc"), true).places;
  assert.deepEqual([first?.x, first?.y], [2.5, 0.5]);
});

test("arrow keys go to the nearest place in their direction", () => {
  const { places } = lay(row(["a", "b", "c"], "disc"), false);
  assert.equal(neighbour("ArrowRight", places[0]!, places)?.name, "b");
  assert.equal(neighbour("ArrowLeft", places[2]!, [places[0]!, places[2]!])?.name, "a");
  assert.equal(neighbour("ArrowUp", places[0]!, places), null);
});

test("a place says what stands on it", () => {
  const scene = row(["a", "b"], "disc", ["a"]);
  assert.equal(inWords(scene, "a"), "white disc");
  assert.equal(inWords(scene, "b"), "empty");
  scene.pieces.push({ place: "a", kind: "block", owner: 1, count: 1, face_up: false });
  assert.equal(inWords(scene, "a"), "white disc, black block, face down");
});

test("a label's ink is that of what is under it", () => {
  const scene = row(["a", "b", "c"], "disc");
  scene.places[1]!.shade = "dark";
  scene.places[2]!.shade = { home: 1 };
  scene.labels = [0.5, 1.5, 2.5, 4].map((x) => ({ x, y: 0.5, size: 0.3, text: "" }));
  assert.deepEqual(lay(scene, false).labels.map(({ under }) => under), ["pale", "deep", "deep", "page"]);
});
