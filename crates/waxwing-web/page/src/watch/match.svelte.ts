// A match between agents on several boards of the session, with its running score.

import type { Link } from "../link";
import type { PositionView } from "../messages";
import { Table } from "../table.svelte";

/** A board of the match. */
interface Board {
  table: Table;
  /** Which agent sits in each seat. */
  order: number[];
  game: number;
}

export interface Standing {
  agent: string;
  wins: number;
  draws: number;
  games: number;
  /** The sum of its rewards, each as the mean of its seats. */
  points: number;
}

/** How long an ended game is shown before the next begins. */
const PAUSE = 900;

export class Match {
  boards = $state.raw<Board[]>([]);
  standings = $state<Standing[]>([]);
  played = $state(0);
  isRunning = $state(false);
  error = $state("");
  #begun = 0;

  constructor(
    private readonly link: Link,
    private readonly tables: Map<number, Table>,
    readonly game: string,
    readonly agents: string[],
    readonly players: number,
    readonly games: number,
    readonly seed: number,
  ) {
    this.standings = agents.map((agent) => ({ agent, wins: 0, draws: 0, games: 0, points: 0 }));
  }

  /** Begins on this many boards. */
  async start(boards: number) {
    this.isRunning = true;
    this.boards = Array.from({ length: Math.min(boards, this.games) }, (_, index) => {
      const table = new Table(index + 1, this.link);
      this.tables.set(index + 1, table);
      return { table, order: [], game: 0 };
    });
    await Promise.all(this.boards.map((board) => this.#next(board)));
  }

  /** Ends it: what is played on the boards is broken off. */
  stop() {
    this.isRunning = false;
    this.boards.forEach(({ table }) => {
      table.onposition = () => {};
      void table.ask({ type: "close" });
    });
  }

  async #next(board: Board) {
    if (!this.isRunning || this.#begun >= this.games) {
      if (this.played >= this.games) this.isRunning = false;
      return;
    }
    const game = this.#begun++;
    board.game = game;
    // Games come in groups with one seed, in which every agent sits in every seat.
    const turn = game % this.agents.length;
    board.order = Array.from({ length: this.players }, (_, seat) => (seat + turn) % this.agents.length);
    let isCounted = false;
    board.table.onposition = (position) => {
      if (isCounted || !position.rewards) return;
      isCounted = true;
      this.#count(board, position);
      setTimeout(() => void this.#next(board), PAUSE);
    };
    const group = Math.floor(game / this.agents.length);
    const seats = board.order.map((agent) => this.agents[agent]!);
    const isOpen = await board.table.open({ game: this.game, seats, seed: String(this.seed + group), moves: "" });
    if (!isOpen) {
      this.error = board.table.error?.message ?? "The game cannot be opened.";
      this.isRunning = false;
    }
  }

  #count(board: Board, { rewards = [] }: PositionView) {
    const most = Math.max(...rewards);
    const isDraw = rewards.every((reward) => reward === most);
    this.played += 1;
    this.standings = this.standings.map((standing, agent) => {
      const own = rewards.filter((_, seat) => board.order[seat] === agent);
      if (own.length === 0) return standing;
      const mean = own.reduce((sum, reward) => sum + reward, 0) / own.length;
      const won = !isDraw && own.includes(most);
      return { ...standing, games: standing.games + 1, wins: standing.wins + Number(won), draws: standing.draws + Number(isDraw), points: standing.points + mean };
    });
  }
}

/** Wilson's 95 % interval of a share of so many tries. */
export function interval(share: number, tries: number): [number, number] {
  if (tries === 0) return [0, 1];
  const z = 1.96;
  const middle = (share + (z * z) / (2 * tries)) / (1 + (z * z) / tries);
  const half = (z / (1 + (z * z) / tries)) * Math.sqrt((share * (1 - share)) / tries + (z * z) / (4 * tries * tries));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
