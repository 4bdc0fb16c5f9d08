// One table of the session as the page knows it: the position, what is thought of it, and what was asked about it.

import { Refused, type Link } from "./link";
import type {
  Answer, Ask, Beside, ErrorView, IterationView, Moment, Opening, Ownership, PositionView, Progress, Recorded, RecordView, ReviewedMove, Say,
  SayOf, Thought, WhyReport,
} from "./messages";

export class Table {
  position = $state.raw<PositionView | null>(null);
  /** The last thing that the analysis said. */
  analysis = $state.raw<Progress | null>(null);
  /** The last thing that an agent's own search said. */
  opponent = $state.raw<Progress | null>(null);
  isThinking = $state(false);
  /** How the analysis came about. */
  history = $state.raw<Moment[]>([]);
  /** How many searches wait for memory, where the server has told so. */
  ahead = $state(0);
  /** How many plies had been made when the analysis began: it is about that position. */
  analysedPly = $state(-1);
  /** What goes on besides a search. */
  task = $state<"why" | "review" | null>(null);
  why = $state.raw<{ report: WhyReport; done: boolean } | null>(null);
  review = $state.raw<{ moves: ReviewedMove[]; of: number; done: boolean } | null>(null);
  error = $state.raw<ErrorView | null>(null);
  /** Called for every new position. */
  onposition: (position: PositionView, before: PositionView | null) => void = () => {};

  constructor(readonly number: number, private readonly link: Link) {}

  /** Takes what the session said about this table. */
  hear(answer: Answer) {
    switch (answer.type) {
      case "position":
        return this.#move(answer);
      case "progress":
      case "thought":
        return this.#think(answer, answer.type === "thought");
      case "why":
        this.why = { report: answer.report, done: answer.done };
        if (answer.done && this.task === "why") this.task = null;
        return;
      case "review":
        this.review = { moves: answer.moves, of: answer.of, done: answer.done };
        if (answer.done && this.task === "review") this.task = null;
        return;
      case "error":
        this.error = answer;
        return this.rest();
      case "waiting":
        this.ahead = answer.ahead;
        return;
      default:
    }
  }

  #move(position: PositionView) {
    const before = this.position;
    this.position = position;
    if (position.thinking === undefined) this.opponent = null;
    this.onposition(position, before);
  }

  #think(progress: Progress, isDone: boolean) {
    if (progress.chooses) {
      this.opponent = isDone ? null : progress;
      return;
    }
    this.ahead = 0;
    if ((this.analysis?.thought.iterations ?? 0) > progress.thought.iterations) this.history = [];
    this.analysis = progress;
    this.isThinking = !isDone;
    const seen = append(this.history, progress.thought);
    // A quick search has said little before its end: then it tells how its choice came about.
    this.history = (progress.history?.length ?? 0) > seen.length ? (progress.history ?? seen) : seen;
  }

  /** Asks, and returns the answer; what cannot be done becomes the table's error, and the answer is null. */
  async ask<T extends Say["type"]>(ask: Ask, _expected?: T): Promise<SayOf<T> | null> {
    try {
      const said = await this.link.ask(this.number, ask);
      this.error = null;
      return said as SayOf<T>;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.error = error.view;
      return null;
    }
  }

  async open(opening: Opening): Promise<boolean> {
    this.forget();
    this.position = null;
    return (await this.ask({ type: "open", ...opening })) !== null;
  }

  /** The game of a record; null if it cannot be read. */
  read(game: string, text: string): Promise<Recorded | null> {
    return this.ask({ type: "read", game, text }, "recorded");
  }

  /** Nothing goes on any more. */
  rest() {
    this.isThinking = false;
    this.task = null;
  }

  /** Forgets what was found about the position before. */
  forget() {
    this.analysis = null;
    this.history = [];
    this.isThinking = false;
    this.analysedPly = -1;
    this.why = null;
    this.review = null;
    this.task = null;
    this.error = null;
  }

  play(move: string) {
    return this.ask({ type: "play", move });
  }

  async think(agent: string, budget?: string, seed?: string) {
    this.why = null;
    this.history = [];
    this.analysedPly = this.position?.ply ?? -1;
    this.isThinking = true;
    const said = await this.ask({ type: "think", agent, budget: budget || "until-stopped", ...(seed ? { seed } : {}) });
    if (said === null) this.isThinking = false;
    return said !== null;
  }

  async stop() {
    await this.ask({ type: "stop" });
    this.rest();
  }

  /** Whether the analysis is about the position that is shown. */
  get isCurrent(): boolean {
    return this.analysis !== null && this.analysedPly === this.position?.ply;
  }

  get isBusy(): boolean {
    return this.isThinking || this.task !== null || this.position?.thinking !== undefined;
  }

  tree(path: string[], depth: number, children: number, observer: number | null) {
    return this.ask({ type: "tree", path, depth, children, ...(observer === null ? {} : { observer }) }, "tree");
  }

  async records(most: number, find: string): Promise<{ records: RecordView[]; total: number } | null> {
    return this.ask({ type: "records", most, find }, "records");
  }

  async ownership(playouts: number): Promise<Ownership | null> {
    return (await this.ask({ type: "ownership", playouts }, "ownership"))?.ownership ?? null;
  }

  async beside(one: string, other: string): Promise<Beside | null> {
    return this.ask({ type: "beside", one, other }, "beside");
  }

  async askWhy() {
    this.why = null;
    this.task = "why";
    if ((await this.ask({ type: "why" })) === null) this.task = null;
  }

  async askReview(agent: string, budget: string) {
    this.review = null;
    this.task = "review";
    if ((await this.ask({ type: "review", agent, budget })) === null) this.task = null;
  }

  async steps(agent: string, seed: string, first: number, count: number): Promise<{ steps: IterationView[]; last: number } | null> {
    return this.ask({ type: "steps", agent, ...(seed ? { seed } : {}), first, count }, "steps");
  }
}

/** The moves of a moment that are kept. */
const MOST = 20;

/** A history with a search's thought at this moment, if it has searched enough more since the last. */
function append(history: Moment[], thought: Thought): Moment[] {
  const last = history.at(-1)?.iterations ?? 0;
  if (thought.iterations < last * 1.05 || thought.iterations === 0) return history;
  const moves = thought.actions.slice(0, MOST).map(({ action, visits, value, proven }) => {
    return { action, visits, share: visits / thought.iterations, value, proven };
  });
  return [...history, { iterations: thought.iterations, best: thought.best, moves }];
}
