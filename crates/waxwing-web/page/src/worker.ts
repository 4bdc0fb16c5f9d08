// The session in a worker of the browser: WebAssembly behind the same messages as the server's.
//
// `waxwing.wasm`, beside this file, exports `memory` and
//   waxwing_alloc(length) -> pointer, waxwing_free(pointer, length)
//   waxwing_ask(pointer, length) -> pointer      takes a request, and says what there is to say
//   waxwing_advance(microseconds) -> pointer     goes on with what is under way for about so long, and says what there is to say
//   waxwing_busy() -> 0 or 1                     whether something is under way
//   waxwing_learned(pointer, length)             takes the file of a learned evaluation
// What is said lies behind the pointer until the next call: its length in four bytes, the lowest first, then JSON, a line for
// each answer. It imports `env.waxwing_now() -> milliseconds`, `env.waxwing_random() -> a number in [0, 1)`, and
// `env.waxwing_panic(pointer, length)`, which is told why it fails, should it ever do so.
//
// The folder `learned` beside it has the files of learned evaluations, NAME.bin for the game of that name, and `names.json`, a list of
// these names. A file is loaded when its game is opened for the first time; what is asked meanwhile waits. Without it the game is
// played by agents that need none.

interface Engine {
  memory: WebAssembly.Memory;
  waxwing_alloc(length: number): number;
  waxwing_free(pointer: number, length: number): void;
  waxwing_ask(pointer: number, length: number): number;
  waxwing_advance(microseconds: number): number;
  waxwing_busy(): number;
  waxwing_learned(pointer: number, length: number): void;
}

/** How long a slice of a search is: what is asked meanwhile waits for its end. */
const SLICE = 30_000;

const scope = self as unknown as { onmessage: ((event: MessageEvent<string>) => void) | null; postMessage(data: unknown): void };
/** A message to itself lets the requests that have arrived go first, without the delay that timers have. */
const turns = new MessageChannel();
let engine: Engine | null = null;
let isGoing = false;
/** What is asked before the session is ready, or while a file is loaded. */
const early: string[] = [];
let isLoading = false;
/** The games whose evaluations are still to be loaded. */
let learned = new Set<string>();

function text(pointer: number, length: number): string {
  return engine === null ? "" : new TextDecoder().decode(new Uint8Array(engine.memory.buffer, pointer, length));
}

function say(pointer: number) {
  if (pointer === 0 || engine === null) return;
  const length = new DataView(engine.memory.buffer).getUint32(pointer, true);
  text(pointer + 4, length).split("\n").filter((line) => line !== "").forEach((line) => scope.postMessage(line));
}

/** Lends bytes to the module. */
function lend(bytes: Uint8Array, use: (pointer: number, length: number) => void) {
  if (engine === null) return;
  const pointer = engine.waxwing_alloc(bytes.length);
  new Uint8Array(engine.memory.buffer, pointer, bytes.length).set(bytes);
  use(pointer, bytes.length);
  engine.waxwing_free(pointer, bytes.length);
}

/** The game that a request opens, if its evaluation is to be loaded first. */
function unlearned(line: string): string | undefined {
  const request = JSON.parse(line) as { type?: unknown; game?: unknown };
  if (request.type !== "open" || typeof request.game !== "string") return undefined;
  const name = request.game.replace(/\(.*/s, "").trim();
  return learned.has(name) ? name : undefined;
}

async function load(name: string) {
  learned.delete(name);
  const response = await fetch(new URL(`learned/${name}.bin`, self.location.href));
  if (response.ok) lend(new Uint8Array(await response.arrayBuffer()), (pointer, length) => engine?.waxwing_learned(pointer, length));
}

function ask(line: string) {
  if (engine === null || isLoading) {
    early.push(line);
    return;
  }
  const name = unlearned(line);
  if (name !== undefined) {
    isLoading = true;
    early.push(line);
    const goOnAsking = () => {
      isLoading = false;
      early.splice(0).forEach(ask);
    };
    load(name).then(goOnAsking, goOnAsking);
    return;
  }
  lend(new TextEncoder().encode(line), (pointer, length) => say(engine?.waxwing_ask(pointer, length) ?? 0));
  goOn();
}

function goOn() {
  if (isGoing || !engine?.waxwing_busy()) return;
  isGoing = true;
  turns.port2.postMessage(null);
}

turns.port1.onmessage = () => {
  isGoing = false;
  if (engine === null) return;
  say(engine.waxwing_advance(SLICE));
  goOn();
};

async function start() {
  const env = {
    waxwing_now: () => performance.now(),
    waxwing_random: () => Math.random(),
    waxwing_panic: (pointer: number, length: number) => console.error(text(pointer, length)),
  };
  const names = fetch(new URL("learned/names.json", self.location.href));
  const module = fetch(new URL("waxwing.wasm", self.location.href));
  const { instance } = await WebAssembly.instantiateStreaming(module, { env });
  engine = instance.exports as unknown as Engine;
  learned = new Set(await names.then((answer) => answer.json() as Promise<string[]>).catch(() => []));
  scope.postMessage({ ready: true });
  early.splice(0).forEach(ask);
}

scope.onmessage = ({ data }) => ask(data);
start().catch((error: unknown) => scope.postMessage({ ready: false, message: `The workshop cannot be loaded. ${String(error)}` }));
