// Turns clicks into moves, in every game alike: the legal moves that begin with the places touched so far are still possible.

import type { Scene, TouchedMove } from "./messages";

/** What can be done after touching some places. */
export interface Narrowed {
  /** Moves that begin with what was touched. */
  possible: TouchedMove[];
  /** Places that can be touched next. */
  next: Set<string>;
  /** Moves that are said by what was touched. */
  whole: TouchedMove[];
  /** Moves that go on with a word that is no place: buttons. */
  words: TouchedMove[];
  /** The move to play at once: there is one whole move, and none that goes on. */
  play: TouchedMove | null;
}

/** Cards are a set, and can be touched in any order; other places are touched in the order of the move. */
function isSet(move: TouchedMove, cards: Set<string>): boolean {
  return move.touches.length > 1 && move.touches.every((place) => cards.has(place));
}

/** What is left to touch of a move, or null if it does not begin with what was touched. */
function rest(move: TouchedMove, touched: string[], cards: Set<string>): string[] | null {
  if (isSet(move, cards)) {
    const left = move.touches.filter((place) => !touched.includes(place));
    return left.length === move.touches.length - touched.length ? left : null;
  }
  return touched.every((place, index) => move.touches[index] === place) ? move.touches.slice(touched.length) : null;
}

/** Narrows the legal moves by the places touched so far. */
export function narrow(moves: TouchedMove[], touched: string[], scene: Scene): Narrowed {
  const places = new Set(scene.places.map((place) => place.name));
  const cards = cardPlaces(scene);
  const found: Narrowed = { possible: [], next: new Set(), whole: [], words: [], play: null };
  for (const move of moves) {
    const left = rest(move, touched, cards);
    if (left === null) continue;
    found.possible.push(move);
    const first = left[0];
    if (first === undefined) {
      (touched.length > 0 ? found.whole : found.words).push(move);
    } else if (!places.has(first)) {
      found.words.push(move);
    } else if (isSet(move, cards)) {
      left.forEach((place) => found.next.add(place));
    } else {
      found.next.add(first);
    }
  }
  const only = found.whole.length === 1 && found.possible.length === 1;
  found.play = only ? (found.whole[0] ?? null) : null;
  return found;
}

/** The places on which playing cards lie. */
function cardPlaces(scene: Scene): Set<string> {
  return new Set(scene.pieces.filter((piece) => piece.kind === "card").map((piece) => piece.place));
}

/**
 * The place that a click on a place means. Cards of one rank are alike (`3:1`, `3:2`): the first that is left is taken, so that a
 * click on any of them does.
 */
export function meant(place: string, touched: string[], next: Set<string>): string {
  if (next.has(place)) {
    const colon = place.indexOf(":");
    if (colon < 0) return place;
    const alike = [...next].filter((other) => other.startsWith(place.slice(0, colon + 1)) && !touched.includes(other));
    return alike.sort()[0] ?? place;
  }
  return place;
}

/** The places that a move touches: as the session says, or as far as its text names places. */
export function touchesOf(text: string, moves: TouchedMove[], scene: Scene, mover?: string): string[] {
  const known = moves.find((move) => move.text === text);
  return known ? known.touches : placesIn(text, scene, mover);
}

/** The names of places in a text, from left to right, the longest first. */
export function placesIn(text: string, scene: Scene, mover?: string): string[] {
  const names = new Set(scene.places.map((place) => place.name));
  const own = mover ? `${mover.toLowerCase()}-${text}` : "";
  if (names.has(own)) return [own];
  const longest = Math.max(0, ...[...names].map((name) => name.length));
  const found: string[] = [];
  let at = 0;
  while (at < text.length) {
    let length = Math.min(longest, text.length - at);
    while (length > 0 && !names.has(text.slice(at, at + length))) length -= 1;
    if (length > 0) found.push(text.slice(at, at + length));
    at += Math.max(1, length);
  }
  return found;
}
