// The part of a tree that is shown: nodes by their paths, and the rectangles of an icicle.

import type { TreeView } from "../messages";

/** Children with less than this share of their parent's visits are folded. */
export const LEAST = 0.01;

/** A rectangle of the icicle, in shares of the whole. */
export interface Slab {
  path: string[];
  node: TreeView;
  depth: number;
  from: number;
  to: number;
}

/** Lays out a node and what is below it: as wide as its share of the visits. */
export function icicle(node: TreeView, levels: number, path: string[] = []): Slab[] {
  const slabs: Slab[] = [];
  const lay = (at: TreeView, below: string[], depth: number, from: number, to: number) => {
    slabs.push({ path: below, node: at, depth, from, to });
    if (depth + 1 >= levels) return;
    const width = (to - from) / Math.max(1, at.visits);
    let left = from;
    for (const child of at.children) {
      const right = left + width * child.visits;
      if (right - left > 0.002 && child.action !== null) lay(child, [...below, child.action], depth + 1, left, right);
      left = right;
    }
  };
  lay(node, path, 0, 0, 1);
  return slabs;
}

/** A colour between those of a sure loss and a sure win, which people who see few colours can tell apart. */
export function colourOf(value: number | null): string {
  if (value === null) return "#8d97a3";
  const ends: [number[], number[], number[]] = [[214, 112, 0], [222, 218, 206], [0, 103, 165]];
  const [low, high] = value < 0.5 ? [ends[0], ends[1]] : [ends[1], ends[2]];
  const part = value < 0.5 ? value * 2 : value * 2 - 1;
  return `rgb(${low.map((from, index) => Math.round(from + (high[index]! - from) * part)).join(" ")})`;
}

/** The colour of letters on it. */
export function inkOf(value: number | null): string {
  return value === null || (value > 0.1 && value < 0.78) ? "#1b1d21" : value >= 0.78 ? "#ffffff" : "#1b1d21";
}
