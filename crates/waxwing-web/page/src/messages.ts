// What a session is asked, and what it says. The Rust crate `waxwing-session` declares these messages; this file repeats
// the parts that the page uses. Seeds and hashes are texts: JavaScript rounds whole numbers of 64 bits.

export const VERSION = 1;

export type ToMove = number | "chance" | null;

export type Ask =
  | { type: "hello"; version: number }
  | { type: "explain"; game: string; agent: string }
  | { type: "preview"; game: string }
  | { type: "read"; game: string; text: string }
  | ({ type: "open" } & Opening)
  | { type: "position" }
  | { type: "play"; move: string }
  | { type: "undo" }
  | { type: "resume" }
  | { type: "goto"; ply: number }
  | { type: "resign"; seat: number }
  | { type: "seat"; seat: number; agent: string | null }
  | { type: "think"; agent: string; budget?: string; seed?: string }
  | { type: "stop" }
  | { type: "tree"; path: string[]; depth: number; children: number; observer?: number }
  | { type: "records"; most: number; find: string }
  | { type: "ownership"; playouts: number }
  | { type: "beside"; one: string; other: string }
  | { type: "why" }
  | { type: "steps"; agent: string; seed?: string; first: number; count: number }
  | { type: "review"; agent: string; budget: string }
  | { type: "export"; form: Form }
  | { type: "close" };

export type Form = "svg" | "moves" | "sgf" | "json";

export interface Opening {
  game: string;
  seats: (string | null)[];
  seed?: string;
  budget?: string;
  position?: string;
  moves: string;
}

export type Request = { id: number; table: number } & Ask;
export type Answer = { id: number; table: number } & Say;

export type Say =
  | ({ type: "welcome" } & Welcome)
  | { type: "explained"; explanation: Explanation }
  | { type: "preview"; scene: Scene; players: string[]; hidden: boolean }
  | ({ type: "recorded" } & Recorded)
  | ({ type: "position" } & PositionView)
  | ({ type: "progress" } & Progress)
  | ({ type: "thought" } & Progress)
  | { type: "tree"; path: string[]; node: TreeView | null; scene: Scene; observer: number | null }
  | { type: "records"; records: RecordView[]; total: number }
  | { type: "ownership"; ownership: Ownership | null }
  | ({ type: "beside" } & Beside)
  | { type: "why"; report: WhyReport; done: boolean }
  | { type: "steps"; steps: IterationView[]; last: number }
  | { type: "review"; moves: ReviewedMove[]; of: number; done: boolean }
  | { type: "exported"; form: Form; text: string }
  | { type: "done" }
  /** A server says that so many searches, this one included, wait for memory. */
  | { type: "waiting"; ahead: number }
  | ({ type: "error" } & ErrorView);

export type SayOf<T extends Say["type"]> = Extract<Say, { type: T }>;

export interface Welcome {
  version: number;
  program: string;
  games: GameView[];
  catalogue: CatalogueView;
  bounds: Bounds;
}

/** How much may be asked. */
export interface Bounds {
  tables: number;
  iterations: number;
  /** Of a classical player. */
  nodes: number;
  seconds: number;
  memory: number;
  tree_depth: number;
  tree_children: number;
  records: number;
  playouts: number;
  /** The last iteration that steps can show, and how many are shown at once. */
  traced: number;
  steps: number;
  /** Moves of a game, and bytes of a request. */
  moves: number;
  message: number;
  budget: string;
}

export interface GameView {
  name: string;
  aliases: string[];
  description: string;
  rules: string;
  legend: string;
  options: OptionView[];
  players: string[];
  hidden: boolean;
  levels: LevelView[];
  /** A search that is worth looking into, with its budget. */
  adviser: string;
  /** The form of records that can be read, such as SGF. */
  records?: string;
  scene: Scene;
}

/** A game that was read from its record: what `open` takes, and who played. */
export interface Recorded {
  game: string;
  position?: string;
  moves: string;
  names: string[];
  result: string;
}

export interface OptionView {
  name: string;
  default: string;
  values: ValuesView;
  /** The values in words. */
  about: string;
}

export type ValuesView =
  | { kind: "range"; from: number; to: number }
  | { kind: "words"; words: string[] }
  | { kind: "text"; examples: string[] };

export interface LevelView {
  name: string;
  agent: string;
}

export interface CatalogueView {
  entries: EntryView[];
  presets: PresetView[];
}

export interface EntryView {
  role: string;
  name: string;
  aliases: string[];
  signature: string;
  about: string;
  paper: string;
  rows: string[];
  parameters: ParameterView[];
}

export interface PresetView {
  name: string;
  expression: string;
  about: string;
  paper: string;
  rows: string[];
}

export interface ParameterView {
  name: string;
  range: string;
  /** What it is when it is not given; nothing if it must be given. */
  default: string | null;
  about: string;
}

export interface Explanation {
  expression: string;
  stands_for: string | null;
  preset: string | null;
  sections: { title: string; parts: PartView[] }[];
  budget: string;
}

export interface PartView {
  weight: string | null;
  text: string;
  kind: string;
  about: string;
  paper: string | null;
  rows: string[];
  parts: PartView[];
  arguments: ArgumentView[];
}

export interface ArgumentView {
  name: string;
  value: string;
  default: boolean;
  about: string;
  range: string;
  /** The value that papers with rewards from -1 to 1 would write. */
  for_wide_rewards: number | null;
}

export interface ErrorView {
  message: string;
  /** The part of the request that it is about, such as `agent`. */
  field?: string;
  /** In bytes of the text, the first and the one behind the last. */
  place?: [number, number];
  help?: string;
}

export interface Scene {
  width: number;
  height: number;
  colours: Colour[];
  ground: Place[];
  places: Place[];
  lines: { from: [number, number]; to: [number, number] }[];
  pieces: Piece[];
  labels: Label[];
  marks: { place: string; kind: "last" | "legal" }[];
  text?: string;
}

export type Colour = "black" | "white" | "blue" | "orange" | "green" | "purple";
export type Shape = "square" | "rounded" | "circle" | "up" | "down" | "crossing";
export type Shade = "plain" | "light" | "dark" | "button" | { home: number };
export type Kind = "disc" | "king" | "pawn" | "stacked" | "seeds" | "card" | "die" | "block";

export interface Place {
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
  shape: Shape;
  shade: Shade;
}

export interface Piece {
  place: string;
  kind: Kind;
  owner?: number;
  count: number;
  face_up: boolean;
  text?: string;
}

export interface Label {
  x: number;
  y: number;
  size: number;
  text: string;
}

export interface TouchedMove {
  text: string;
  touches: string[];
}

export interface SeenMove {
  by: ToMove;
  text: string | null;
}

export interface PositionView {
  game: string;
  seats: SeatView[];
  viewer: number | null;
  revealed?: boolean;
  to_move: ToMove;
  ply: number;
  plies: number;
  scene: Scene;
  text: string;
  moves: TouchedMove[];
  /** The legal moves of an agent that is to move, where nothing is hidden. */
  considered?: TouchedMove[];
  history: SeenMove[];
  last?: TouchedMove;
  rewards?: number[];
  result?: string;
  thinking?: number;
  can_undo: boolean;
  share: Share;
}

export interface SeatView {
  name: string;
  /** The level or expression that was asked for; nothing for a person. */
  agent?: string;
  expression?: string;
  /** That the budget asked for was more than is allowed. */
  cut?: string;
}

export interface Share {
  game: string;
  seats: (string | null)[];
  seed?: string;
  budget?: string;
  position?: string;
  moves?: string;
}

export interface Progress {
  seat: number;
  chooses: boolean;
  seed: string;
  iterations_per_second: number;
  thought: Thought;
  /** How the choice came about, once the search is done. */
  history?: Moment[];
  waiting?: number;
  cut?: string;
  /** The most visited line, where nothing is hidden. */
  line?: TouchedMove[];
}

export interface Thought {
  game: string;
  agent: string;
  best: string;
  iterations: number;
  elapsed_s: number;
  actions: ThoughtAction[];
  line: string[];
  nodes: number;
  depth: number;
  bytes: number;
  stopped?: string;
  memory_full?: boolean;
  reproducible?: boolean;
}

export interface ThoughtAction {
  action: string;
  visits: number;
  value: number | null;
  proven: string | null;
  proof_rule?: string;
  minimax?: number;
  /** The standard error of the value. */
  error?: number | null;
}

/** A moment of a search: its most visited moves. */
export interface Moment {
  iterations: number;
  best: string;
  moves: MoveStanding[];
}

export interface MoveStanding {
  action: string;
  visits: number;
  /** Of all visits. */
  share: number;
  value: number | null;
  proven: string | null;
}

export interface TreeView {
  action: string | null;
  to_move?: ToMove;
  visits: number;
  value: number | null;
  probability?: number;
  proven: string | null;
  minimax?: number;
  prior?: number;
  child_count: number;
  children: TreeView[];
  line: string[];
}

export interface RecordView {
  /** The strategy that has learned it, as the expression calls it. */
  strategy: string;
  kind: string;
  player?: number;
  about: string;
  visits: number;
  value: number | null;
  reply?: string;
}

export interface Ownership {
  playouts: number;
  places: { place: string; shares: number[] }[];
}

/** Two moves of a search beside each other. */
export interface Beside {
  game: string;
  agent: string;
  iterations: number;
  one: MoveCase;
  other: MoveCase;
  /** The interval of the difference of their values. */
  difference: [number, number] | null;
  /** What is expected after each, with places where nothing is hidden. */
  one_line: TouchedMove[];
  other_line: TouchedMove[];
}

export interface MoveCase extends MoveStanding {
  standard_error: number | null;
  interval: [number, number] | null;
  minimax?: number;
  line: string[];
}

/** What a search would have chosen without each part of its expression. */
export interface WhyReport {
  game: string;
  agent: string;
  /** The expression as it was written. */
  source: string;
  seed: string;
  finished: boolean;
  whole: WithoutResult | null;
  without: WithoutPart[];
  history: Moment[];
}

export interface WithoutPart {
  part: string;
  kind: string;
  /** The part in words. */
  words: string;
  /** Where it is in the source. */
  span?: [number, number];
  /** The expression without it. */
  agent: string;
  /** Nothing before its search is done. */
  result: WithoutResult | null;
  failure?: string;
}

export interface WithoutResult {
  best: MoveStanding;
  /** The move that the whole expression chooses, in this search. */
  played: MoveStanding | null;
  changed: boolean;
  iterations: number;
  stopped: string;
  reproducible: boolean;
}

export interface IterationView {
  number: number;
  steps: StepView[];
  /** How many of the steps lead to the new node. */
  descent: number;
  leaf: Scene;
  end: Scene;
  /** The positions of all steps, where these were asked for. */
  frames?: Scene[];
  rewards: number[];
  changes: ChangedRecord[];
  changed: number;
}

export interface StepView {
  by: ToMove;
  action: string;
  touches: string[];
  phase: "selection" | "expansion" | "simulation";
  choices: number;
  known?: KnownMove[];
}

export interface KnownMove {
  action: string;
  visits: number;
  value: number | null;
  score?: number;
}

export interface ChangedRecord {
  before: RecordView | null;
  after: RecordView;
}

export interface ReviewedMove {
  ply: number;
  seat: number;
  played: string;
  best: string;
  best_value: number | null;
  played_value: number | null;
  loss: number | null;
  /** `inaccuracy`, `mistake` or `blunder`. */
  mark?: string;
}
