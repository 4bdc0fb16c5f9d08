// How fast WebAssembly searches beside the native program: both in turns, several rounds, the best of each.
//
//   cargo xtask site && cargo build --release
//   SITE=target/site WAXWING=target/release/waxwing NODE_PATH=target/browser/node_modules node crates/waxwing-web/tests/browser/speed.js
//
// What is measured is the processor time of the thread that searches, as Linux counts it, so that a machine that is busy with other
// things gives much the same figures. Each side has searched before it is measured: a browser compiles while it runs.
// ONLY names the games, with commas between them; all of them if it is not said.

const { execFileSync, spawn } = require("node:child_process");
const fs = require("node:fs");
const readline = require("node:readline");
const { chromium } = require("playwright-core");
const { hostFolder } = require("./harness");

const PLAYERS = {
  othello: 2, breakthrough: 2, kalah: 2, "lines-of-action": 2, go: 2, focus: 2, "chinese-checkers": 2, checkers: 2, backgammon: 2, "dou-di-zhu": 3,
  hearts: 4, confrontation: 2,
};
/** Searches that are measured, the iterations of those before them, who searches, and the least seconds of a search: ticks are coarse. */
const [ROUNDS, WARMING, AGENT, LEAST] = [5, 2_000, "uct > mast", 0.5];
const games = Object.keys(PLAYERS).filter((game) => process.env.ONLY?.split(",").includes(game) ?? true);

/** Seconds of processor time of a process: of all its threads, or of those with this name. */
function processor(pid, thread) {
  const tick = 100;
  const tasks = fs.readdirSync(`/proc/${pid}/task`);
  const times = tasks.map((task) => {
    const stat = fs.readFileSync(`/proc/${pid}/task/${task}/stat`, "utf8");
    const [name, rest] = [stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")")), stat.slice(stat.lastIndexOf(")") + 2).split(" ")];
    return thread === undefined || name.startsWith(thread) ? Number(rest[11]) + Number(rest[12]) : 0;
  });
  return times.reduce((sum, time) => sum + time, 0) / tick;
}

/** A process with all that it has started. */
function family(pid) {
  const children = fs.readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    const listed = fs.readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim();
    return listed === "" ? [] : listed.split(" ").map(Number);
  });
  return [pid, ...children.flatMap(family)];
}

const opening = (game) => ({ id: 1, type: "open", game, seats: Array(PLAYERS[game]).fill(null), seed: "1" });
const thinking = (budget, seed) => ({ id: 2, type: "think", agent: AGENT, budget: String(budget), seed: String(seed) });

/** The native program: what asks it and waits for the thought, and its processor time. */
function native() {
  const engine = spawn(process.env.WAXWING, ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = readline.createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
  const ask = async (request) => {
    engine.stdin.write(JSON.stringify(request) + "\n");
    for (;;) {
      const { type, id } = JSON.parse((await lines.next()).value);
      if (id === request.id && ["position", "thought"].includes(type)) return;
    }
  };
  return { ask, time: () => processor(engine.pid), end: () => engine.stdin.end() };
}

/** A worker of the page, in the same way. */
async function inWorker(page, browserPid) {
  await page.evaluate(() => {
    const worker = new Worker(new URL("assets/worker.js", location.href), { type: "module" });
    globalThis.wanted = (request) => new Promise((heard) => {
      worker.onmessage = ({ data }) => {
        const { type, id } = typeof data === "string" ? JSON.parse(data) : {};
        if (id === request.id && ["position", "thought"].includes(type)) heard();
      };
      worker.postMessage(JSON.stringify(request));
    });
    globalThis.dismissed = () => worker.terminate();
  });
  const ask = (request) => page.evaluate((request) => globalThis.wanted(request), request);
  const time = () => family(browserPid).reduce((sum, pid) => sum + processor(pid, "DedicatedWorker"), 0);
  return { ask, time, end: () => page.evaluate(() => globalThis.dismissed()) };
}

/** The least processor time of the same search in several rounds, by both in turns. */
async function leasts(sides, game) {
  for (const side of sides) {
    await side.ask(opening(game));
    await side.ask(thinking(WARMING, 0));
  }
  let iterations = WARMING;
  for (let taken = 0; taken < LEAST; ) {
    iterations *= 2;
    const before = sides[0].time();
    await sides[0].ask(thinking(iterations, 1));
    taken = sides[0].time() - before;
  }
  const least = sides.map(() => Infinity);
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [index, side] of sides.entries()) {
      const before = side.time();
      await side.ask(thinking(iterations, 1));
      least[index] = Math.min(least[index], side.time() - before);
    }
  }
  return least;
}

async function main() {
  const executablePath = execFileSync("which", [process.env.CHROMIUM ?? "chromium"], { encoding: "utf8" }).trim();
  const server = await chromium.launchServer({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const [host, browser] = [await hostFolder(process.env.SITE), await chromium.connect(server.wsEndpoint())];
  for (const game of games) {
    const page = await browser.newPage();
    await page.goto(host.address);
    const sides = [native(), await inWorker(page, server.process().pid)];
    const [here, there] = await leasts(sides, game);
    console.log(`${game}: ${(here / there).toFixed(2)} of the native speed (${here.toFixed(2)} s, ${there.toFixed(2)} s)`);
    for (const side of sides) await side.end();
    await page.close();
  }
  await browser.close();
  await server.close();
  host.close();
}

main();
