// Which place an arrow key leads to.

import type { DrawnPlace } from "../scene";

const WAYS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest place in the direction of the key; those straight ahead count as nearer. */
export function neighbour(key: string, from: DrawnPlace, places: DrawnPlace[]): DrawnPlace | null {
  const way = WAYS[key];
  if (!way) return null;
  let [best, least] = [null as DrawnPlace | null, Infinity];
  for (const place of places) {
    const [x, y] = [place.x - from.x, place.y - from.y];
    const ahead = x * way[0] + y * way[1];
    const aside = Math.abs(x * way[1]) + Math.abs(y * way[0]);
    const distance = ahead + 2 * aside;
    if (ahead > 0.05 && distance < least) [best, least] = [place, distance];
  }
  return best;
}
