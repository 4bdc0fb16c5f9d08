// How fast WebAssembly searches beside the native program: both in turns, several rounds, the medians of their ratios.
//
//   cargo xtask site && cargo build --release
//   SITE=target/site WAXWING=target/release/waxwing NODE_PATH=target/browser/node_modules node crates/waxwing-web/tests/browser/speed.js

const { spawn } = require("node:child_process");
const readline = require("node:readline");
const { browse, hostFolder } = require("./harness");

const GAMES = ["othello", "breakthrough", "go", "lines-of-action", "backgammon", "dou-di-zhu"];
const [ROUNDS, ITERATIONS, AGENT] = [5, 10_000, "uct > mast"];

/** The requests of one search, and the seconds that its thought says. */
function requests(game, round) {
  const seats = Array(game === "dou-di-zhu" ? 3 : 2).fill(null);
  return [
    { id: 1, type: "open", game, seats, seed: String(round) },
    { id: 2, type: "think", agent: AGENT, budget: String(ITERATIONS), seed: String(round) },
  ];
}

async function native(all) {
  const engine = spawn(process.env.WAXWING, ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
  all.forEach((request) => engine.stdin.write(JSON.stringify(request) + "\n"));
  for await (const line of readline.createInterface({ input: engine.stdout })) {
    const answer = JSON.parse(line);
    if (answer.type === "thought" && answer.id === 2) {
      engine.stdin.end();
      return answer.thought.elapsed_s;
    }
  }
}

function inWorker(page, all) {
  return page.evaluate((all) => new Promise((seconds) => {
    const worker = new Worker(new URL("assets/worker.js", location.href), { type: "module" });
    worker.onmessage = ({ data }) => {
      const answer = typeof data === "string" ? JSON.parse(data) : {};
      if (answer.type !== "thought" || answer.id !== 2) return;
      worker.terminate();
      seconds(answer.thought.elapsed_s);
    };
    all.forEach((request) => worker.postMessage(JSON.stringify(request)));
  }), all);
}

async function main() {
  const [{ address, close }, browser] = await Promise.all([hostFolder(process.env.SITE), browse()]);
  const page = await browser.newPage();
  await page.goto(address);
  for (const game of GAMES) {
    const ratios = [];
    for (let round = 0; round < ROUNDS; round++) {
      const all = requests(game, round);
      ratios.push((await native(all)) / (await inWorker(page, all)));
    }
    ratios.sort((a, b) => a - b);
    console.log(`${game}: ${ratios[Math.floor(ROUNDS / 2)].toFixed(2)} of the native speed (${ratios.map((one) => one.toFixed(2)).join(" ")})`);
  }
  await browser.close();
  close();
}

main();
