// What the page shows: which screen, which game, which panel, and what is drawn on the board besides the position.

import type { Arrow, Figure } from "./board/marks";
import { connect, type Link } from "./link";
import { meant, narrow, touchesOf } from "./moves";
import { VERSION, type GameView, type Opening, type PositionView, type Recorded, type Scene, type SayOf, type TouchedMove, type Welcome } from "./messages";
import { nameOf, read, write, type Address } from "./share";
import { recall, remember } from "./storage";
import { Table } from "./table.svelte";

export type Screen = "lobby" | "play" | "watch" | "experiments";
/** Screens that the address names. */
const NAMED: Screen[] = ["watch", "experiments"];

/** A position that is shown instead of the game's: a node of the tree, a moment of a playout. */
export interface Elsewhere {
  scene: Scene;
  title: string;
}

export class App {
  welcome = $state.raw<Welcome | null>(null);
  isConnected = $state(false);
  /** Why there is no connection. */
  trouble = $state("");
  /** Whether there ever was a connection. */
  wasConnected = $state(false);
  screen = $state<Screen>("lobby");
  panel = $state("game");
  /** What the lobby is filled with. */
  setup = $state.raw<Address | null>(null);
  /** What thinks when it is asked to: shared by all panels. */
  agent = $state("uct");
  budget = $state("");
  seed = $state("1");
  /** The node of the tree that is looked at. */
  path = $state.raw<string[]>([]);
  flipped = $state(false);
  touched = $state.raw<string[]>([]);
  arrows = $state.raw<Arrow[]>([]);
  figures = $state.raw<Map<string, Figure> | undefined>(undefined);
  elsewhere = $state.raw<Elsewhere | null>(null);
  moved = $state.raw<{ before: Scene; touches: string[] } | null>(null);
  /** The seat that must take over before its view is shown. */
  cover = $state<number | null>(null);
  news = $state("");
  /** The record that the game was read from, if it was. */
  record = $state.raw<Recorded | null>(null);
  /** Whether a move was made that is not answered yet. */
  isPlaying = $state(false);
  /** Whether the best move of the analysis is shown as a hint. */
  isHinting = $state(false);

  readonly link: Link = connect();
  readonly tables = new Map<number, Table>();
  readonly table = this.at(0);
  #written = "";
  /** The address that is being followed. */
  #followed: Address | null = null;
  #own = "";
  #shown: number | null = null;

  constructor() {
    this.link.listen((answer) => this.tables.get(answer.table)?.hear(answer));
    this.link.watch((isConnected, why) => {
      this.isConnected = isConnected;
      this.trouble = isConnected ? "" : (why ?? "The connection is lost.");
      if (isConnected) void this.#greet();
      else this.tables.forEach((table) => table.rest());
    });
    this.table.onposition = (position, before) => this.#see(position, before);
    addEventListener("hashchange", () => {
      if (location.hash.replace(/^#/, "") !== this.#written) void this.#follow();
    });
  }

  /** The table of this number. */
  at(number: number): Table {
    const table = this.tables.get(number) ?? new Table(number, this.link);
    this.tables.set(number, table);
    return table;
  }

  get game(): GameView | undefined {
    const name = nameOf(this.table.position?.game ?? "");
    return this.gameOf(name);
  }

  gameOf(name: string): GameView | undefined {
    return this.welcome?.games.find((game) => game.name === name || game.aliases.includes(name));
  }

  async #greet() {
    const isFirst = !this.wasConnected;
    this.welcome = (await this.link.ask(0, { type: "hello", version: VERSION })) as SayOf<"welcome">;
    this.wasConnected = true;
    // After a break the session may be a new one: the address says what was shown.
    if (isFirst || this.screen === "play") await this.#follow();
  }

  /** Shows what the address says, which stays as it is meanwhile. */
  async #follow() {
    const address = read(location.hash);
    if (!address) {
      this.screen = NAMED.find((screen) => location.hash === `#${screen}`) ?? "lobby";
      return;
    }
    this.#followed = address;
    await this.#show(address);
    if (this.#followed === address) this.#followed = null;
    this.sync();
  }

  async #show(address: Address) {
    this.agent = address.agent ?? this.#adviser(address.game);
    if (address.thinkingSeed) this.seed = address.thinkingSeed;
    this.budget = address.thinking ?? "";
    this.panel = address.panel ?? "game";
    // After a reload the session may still have the game; where something is hidden the address does not say its moves.
    if (!(await this.#resume(address)) && !(await this.#open(address))) return;
    this.path = address.path ?? [];
    this.screen = "play";
    if (address.think) void this.think();
  }

  async #resume(address: Address): Promise<boolean> {
    const said = await this.table.ask({ type: "position" }, "position");
    this.table.error = null;
    if (said?.type !== "position") return false;
    const { game, seats, moves } = said.share;
    return game === address.game && moves === address.moves && seats.join() === address.seats.join();
  }

  async #open(address: Address): Promise<boolean> {
    const { game, seats, seed, budget, position, moves } = address;
    const opening: Opening = { game, seats, moves: moves ?? "" };
    if (seed) opening.seed = seed;
    if (budget) opening.budget = budget;
    if (position) opening.position = position;
    this.clear();
    this.record = null;
    this.#shown = null;
    this.setup = address;
    if (await this.table.open(opening)) return true;
    this.screen = "lobby";
    return false;
  }

  /** Who is looked into where nobody is named. */
  #adviser(game: string): string {
    return withoutBudget(this.gameOf(nameOf(game))?.adviser ?? "uct");
  }

  /** Begins a game. */
  async start(address: Address) {
    this.agent = this.#adviser(address.game);
    this.panel = "game";
    this.path = [];
    this.flipped = false;
    if (!(await this.#open(address))) return false;
    const first = address.seats.findIndex((seat) => seat === null);
    this.flipped = first === 1 && address.seats.length === 2 && sitsAbove(this.table.position?.scene, first);
    this.screen = "play";
    scrollTo(0, 0);
    // The way back leads to the games.
    history.pushState(null, "", location.href);
    this.sync();
    return true;
  }

  #see(position: PositionView, before: PositionView | null) {
    this.clear();
    const isNext = before !== null && position.ply === before.ply + 1 && position.share.game === before.share.game;
    const last = position.last;
    if (before !== null) this.path = [];
    const isOwn = last !== undefined && last.text === this.#own;
    this.#own = "";
    this.moved = isNext && last && !isOwn ? { before: before.scene, touches: last.touches } : null;
    this.news = last && isNext ? `${nameAt(position, before.to_move)} played ${last.text}. ${status(position)}` : status(position);
    this.#coverIfNeeded(position);
    this.sync();
  }

  /** Persons at one screen must not see each other's hands. */
  #coverIfNeeded(position: PositionView) {
    const persons = position.seats.filter((seat) => seat.agent === undefined).length;
    const isSecret = this.game?.hidden === true && persons > 1 && position.result === undefined && position.rewards === undefined;
    if (isSecret && position.viewer !== null && position.viewer !== this.#shown) this.cover = position.viewer;
    else if (!isSecret) this.cover = null;
  }

  uncover() {
    this.#shown = this.cover;
    this.cover = null;
  }

  /** Takes away what is drawn on the board besides the position. */
  clear() {
    this.touched = [];
    this.arrows = [];
    this.figures = undefined;
    this.elsewhere = null;
    this.isHinting = false;
  }

  /** What can be touched next, and what moves are possible. */
  narrowed = $derived.by(() => {
    const position = this.table.position;
    return position && !this.elsewhere && !this.isPlaying ? narrow(position.moves, this.touched, position.scene) : null;
  });
  /** Places that begin another move. */
  again = $derived.by(() => {
    const position = this.table.position;
    if (!position || this.elsewhere || this.isPlaying || this.touched.length === 0) return new Set<string>();
    return new Set([...narrow(position.moves, [], position.scene).next, ...this.touched]);
  });

  /** A place was touched. */
  touch(place: string) {
    const [position, now] = [this.table.position, this.narrowed];
    if (!position || !now) return;
    if (now.next.has(place)) {
      this.#go(position, [...this.touched, meant(place, this.touched, now.next)]);
    } else if (this.touched.includes(place)) {
      const isLast = this.touched.at(-1) === place;
      if (isLast && now.whole[0]) this.play(now.whole[0].text);
      else this.touched = this.touched.filter((other) => other !== place && (isLast || isCard(position.scene, other)));
    } else if (this.again.has(place)) {
      this.#go(position, [place]);
    }
  }

  #go(position: PositionView, touched: string[]) {
    this.touched = touched;
    const whole = narrow(position.moves, touched, position.scene).play;
    if (whole) this.play(whole.text);
  }

  play(move: string) {
    if (this.isPlaying) return;
    this.#own = move;
    this.touched = [];
    this.isPlaying = true;
    void this.table.play(move).then(() => (this.isPlaying = false));
  }

  /** Whether one can step through the game: not while several persons hide something from each other. */
  get canStep(): boolean {
    const position = this.table.position;
    const persons = position?.seats.filter(({ agent }) => agent === undefined).length ?? 0;
    return position !== null && (this.game?.hidden !== true || persons < 2 || position.revealed === true);
  }

  goto(ply: number) {
    if (!this.canStep) return;
    this.#own = "";
    void this.table.ask({ type: "goto", ply });
  }

  async think(budget = this.budget) {
    const answer = this.table.think(this.agent, budget || undefined, this.seed || undefined);
    this.sync();
    return answer;
  }

  /** Thinks for a while, and shows the best move. */
  async hint() {
    if (this.table.isThinking) await this.table.stop();
    const budget = "2000";
    this.isHinting = await this.think(budget);
  }

  /** Shows moves on the board, one after the other. */
  show(moves: string[], kind: Arrow["kind"] = "best", known?: TouchedMove[]) {
    const position = this.table.position;
    if (!position) return;
    const mover = typeof position.to_move === "number" ? position.seats[position.to_move]?.name : undefined;
    const legal = position.moves.length > 0 ? position.moves : (position.considered ?? []);
    this.arrows = moves.map((move, index) => ({
      touches: known?.[index]?.touches ?? touchesOf(move, index === 0 ? legal : [], position.scene, index === 0 ? mover : undefined),
      text: moves.length > 1 ? String(index + 1) : "",
      kind: index % 2 === 0 ? kind : "reply",
    }));
  }

  hide() {
    this.arrows = [];
  }

  /** Everything that the address should say. */
  get address(): Address | null {
    const position = this.table.position;
    if (!position) return null;
    const address: Address = { ...position.share, panel: this.panel };
    if (this.panel !== "game" && this.panel !== "rules") {
      address.agent = this.agent;
      if (this.budget) address.thinking = this.budget;
      if (this.seed) address.thinkingSeed = this.seed;
      if (this.path.length > 0) address.path = this.path;
      // A search that ends by itself begins again after a reload.
      if (this.budget && (this.table.isThinking || this.table.isCurrent)) address.think = true;
    }
    return address;
  }

  /** Writes the address. */
  sync() {
    const address = this.screen === "play" && this.#followed === null ? this.address : null;
    if (!address) return;
    this.#written = write(address);
    history.replaceState(null, "", `#${this.#written}`);
    remember("game", this.#written);
  }

  goHome(screen: Screen = "lobby") {
    if (this.table.isThinking) void this.table.stop();
    this.screen = screen;
    this.#written = NAMED.find((named) => named === screen) ?? "";
    history.pushState(null, "", this.#written ? `#${this.#written}` : location.pathname + location.search);
  }

  /** The game that was played last. */
  get resumable(): Address | null {
    return read(recall("game") ?? "");
  }
}

function isCard(scene: Scene, place: string): boolean {
  return scene.pieces.some((piece) => piece.place === place && piece.kind === "card");
}

/** Whether the pieces of a seat begin in the upper half. */
function sitsAbove(scene: Scene | undefined, seat: number): boolean {
  if (!scene) return false;
  const heights = scene.pieces
    .filter((piece) => piece.owner === seat)
    .map((piece) => scene.places.find((place) => place.name === piece.place)?.y ?? 0);
  const mean = heights.reduce((sum, height) => sum + height, 0) / Math.max(1, heights.length);
  return heights.length > 0 && mean < scene.height * 0.4;
}

/** The player's name. */
export function nameAt(position: PositionView, by: PositionView["to_move"]): string {
  if (typeof by === "number") return position.seats[by]?.name ?? `Player ${by + 1}`;
  return by === "chance" ? "Chance" : "Nobody";
}

/** Whose turn it is, or the result, in a sentence. */
export function status(position: PositionView): string {
  if (position.result) return position.result;
  if (position.rewards) return outcome(position);
  if (typeof position.to_move !== "number") return position.to_move === "chance" ? "The dice or cards decide." : "The game is over.";
  const [name, agent] = [nameAt(position, position.to_move), position.seats[position.to_move]?.agent];
  return agent === undefined ? `${name} to move` : `${name} (${agent}) is thinking`;
}

function outcome(position: PositionView): string {
  const rewards = position.rewards ?? [];
  const most = Math.max(...rewards);
  const winners = position.seats.filter((_, seat) => rewards[seat] === most).map((seat) => seat.name);
  return winners.length === position.seats.length ? "A draw" : `${winners.join(" and ")} ${winners.length > 1 ? "win" : "wins"}`;
}

/** An expression without its budget. */
export function withoutBudget(agent: string): string {
  return agent.replace(/\s*@[^@]*$/, "");
}

export const app = new App();
