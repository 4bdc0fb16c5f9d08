// A piece that goes along the places that a move touched.

import { lay, type DrawnPiece } from "../scene";
import type { Scene } from "../messages";

/** A piece on its way. */
export interface Traveller {
  piece: DrawnPiece;
  x: number;
  y: number;
}

const LEG = 260;

export function wantsStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Moves the piece of the first place along the others, and tells where it is at each frame; null at the end. Returns what stops
 * it. Nothing moves if the person wants no motion, or there is no piece or no way.
 */
export function travel(before: Scene, touches: string[], flipped: boolean, tell: (at: Traveller | null) => void): () => void {
  const drawing = lay(before, flipped);
  const stops = touches.map((name) => drawing.centres.get(name)).filter((place) => place !== undefined);
  const piece = drawing.pieces.findLast((drawn) => drawn.place === touches[0]);
  if (wantsStillness() || !piece || piece.kind === "card" || stops.length < 2) return () => {};
  const began = performance.now();
  let frame = 0;
  const step = (now: number) => {
    const gone = Math.max(0, (now - began) / LEG);
    const leg = Math.floor(gone);
    const [from, to] = [stops[leg], stops[leg + 1]];
    if (!from || !to) return tell(null);
    const part = ease(gone - leg);
    tell({ piece, x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => {
    cancelAnimationFrame(frame);
    tell(null);
  };
}

function ease(part: number): number {
  return part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) ** 2;
}
