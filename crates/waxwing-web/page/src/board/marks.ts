// What can be drawn on a board besides its scene: arrows of a line, and a figure on each place.

/** A move of a line: from place to place, or one place alone. */
export interface Arrow {
  touches: string[];
  /** What stands on it, such as its number in the line. */
  text: string;
  kind: "best" | "other" | "reply";
}

/** A figure on a place: how strong it is drawn, and what it says. */
export interface Figure {
  /** From 0 to 1. */
  heat: number;
  text: string;
  /** A seat, for a square in its colour rather than a circle. */
  seat?: number;
}
