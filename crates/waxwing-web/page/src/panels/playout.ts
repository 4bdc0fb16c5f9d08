// The positions of a playout, one after the other, for its animation on the board.

import type { Link } from "../link";
import type { PositionView, Scene } from "../messages";
import { Table } from "../table.svelte";

/** Shows how the board looks during a playout, on a table of its own that nobody plays at. */
export class Projector {
  readonly #table: Table;
  #base = 0;

  constructor(link: Link, number: number) {
    this.#table = new Table(number, link);
  }

  /** Lays the moves out behind those of a position. False where they cannot be made there: what is hidden is imagined. */
  async load(position: PositionView, moves: string[]): Promise<boolean> {
    const { game, seed, position: start, moves: before } = position.share;
    if (before === undefined) return false;
    const seats = position.seats.map(() => null);
    const all = [before, ...moves].filter((text) => text !== "").join(" ");
    this.#base = position.ply;
    const opened = await this.#table.ask({ type: "open", game, seats, moves: all, ...(seed ? { seed } : {}), ...(start ? { position: start } : {}) });
    return opened !== null;
  }

  /** How the board looks after so many of the moves. */
  async scene(after: number): Promise<Scene | null> {
    const said = await this.#table.ask({ type: "goto", ply: this.#base + after }, "position");
    return said?.type === "position" ? said.scene : null;
  }

  close() {
    void this.#table.ask({ type: "close" });
  }
}
