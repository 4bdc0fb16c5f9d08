// The page that needs no server: WebAssembly in a worker says what the native program says, and a game is played by clicking.
//
//   SITE   the folder of the page, which `cargo xtask site` makes

const assert = require("node:assert");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const readline = require("node:readline");
const { after, before, test } = require("node:test");
const { browse, hostFolder, open, shown, words } = require("./harness");
const { playOut } = require("./clicking");

/** What is asked in every game. */
const GAMES = [
  "othello", "breakthrough", "kalah(start=random)", "lines-of-action", "go", "focus(players=3)", "chinese-checkers", "checkers",
  "backgammon", "dou-di-zhu", "hearts", "confrontation",
];

let host, browser;
before(async () => {
  assert(process.env.SITE, "SITE names the folder of the page");
  host = await hostFolder(process.env.SITE);
  browser = await browse();
});
after(async () => {
  await browser?.close();
  host?.close();
});

function requests() {
  const all = [];
  for (const game of GAMES) {
    const seats = Array(game.includes("players=3") || game === "dou-di-zhu" ? 3 : game === "hearts" ? 4 : 2).fill(null);
    all.push({ id: all.length + 1, type: "open", game, seats, seed: "7" });
    all.push({ id: all.length + 1, type: "think", agent: "rave > mast + nast", budget: "1500", seed: "5" });
  }
  return all;
}

/** What a session says, without what depends on the time or on how often it is heard. */
function timeless(line) {
  const answer = JSON.parse(line, (name, value) => {
    return ["elapsed_s", "iterations_per_second", "history", "bytes"].includes(name) ? undefined : value;
  });
  return ["position", "thought", "error"].includes(answer.type) ? answer : null;
}

/** Asks the native program; each question waits for the answer to the one before it. */
async function native(all) {
  const engine = spawn(process.env.WAXWING, ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
  const said = [];
  const lines = readline.createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
  for (const request of all) {
    engine.stdin.write(JSON.stringify(request) + "\n");
    for (;;) {
      const { value } = await lines.next();
      const answer = timeless(value);
      if (answer?.id !== request.id) continue;
      said.push(answer);
      if (answer.type !== "position" || request.type === "open") break;
    }
  }
  engine.stdin.end();
  return said;
}

/** Asks a worker of the page in the same way. */
async function inWorker(page, all) {
  const lines = await page.evaluate(async (all) => {
    const worker = new Worker(new URL("assets/worker.js", location.href), { type: "module" });
    const waiting = [];
    let hear = null;
    worker.onmessage = ({ data }) => {
      if (typeof data !== "string") return;
      waiting.push(data);
      hear?.();
    };
    const next = async () => {
      while (waiting.length === 0) await new Promise((heard) => (hear = heard));
      return waiting.shift();
    };
    const said = [];
    for (const request of all) {
      worker.postMessage(JSON.stringify(request));
      for (;;) {
        const line = await next();
        const { id, type } = JSON.parse(line);
        if (id !== request.id || !["position", "thought", "error"].includes(type)) continue;
        said.push(line);
        if (type !== "position" || request.type === "open") break;
      }
    }
    worker.terminate();
    return said;
  }, all);
  return lines.map(timeless);
}

test("a search in the browser has the numbers of the native program, in all games", { timeout: 180_000 }, async () => {
  const page = await open(browser, host.address);
  await shown(page, "static-numbers", async () => {
    const all = requests();
    const [here, there] = [await native(all), await inWorker(page, all)];
    assert.strictEqual(here.length, all.length);
    here.forEach((answer, index) => {
      assert.notStrictEqual(answer.type, "error", JSON.stringify(answer));
      assert.deepStrictEqual(there[index], answer, JSON.stringify(all[index]));
    });
  });
  await page.done();
});

test("a game is played by clicking without a server", { timeout: 120_000 }, async () => {
  const page = await open(browser, host.address, words({ game: "othello", seats: ["person", "uct @50"], seed: "3" }));
  await shown(page, "static-game", () => playOut(page, 3));
  await page.done();
});

test("the page with any one of its games is less than three megabytes", (context) => {
  const { gzipSync } = require("node:zlib");
  const files = fs.readdirSync(process.env.SITE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const sizes = files.map((entry) => {
    const folder = entry.parentPath ?? entry.path;
    return { isLearned: path.basename(folder) === "learned", bytes: gzipSync(fs.readFileSync(path.join(folder, entry.name))).length };
  });
  const sum = (some) => some.reduce((total, { bytes }) => total + bytes, 0);
  // What is learned of a game is loaded when that game is opened.
  const learned = sizes.filter(({ isLearned }) => isLearned);
  const [most, rest] = [Math.max(0, ...learned.map(({ bytes }) => bytes)), sum(sizes) - sum(learned)];
  context.diagnostic(`${rest} bytes, and at most ${most} of what is learned of a game; ${sum(sizes)} in all`);
  assert(rest > 1_000_000 && rest + most < 3_000_000, `${rest} and ${most}`);
});
