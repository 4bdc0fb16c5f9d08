// The pictures of the documentation: each game in the middle of a game, and a search that is watched. `cargo xtask pictures` makes
// them anew.
//
//   PICTURES   the folder that they are written to

const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { shown, visit, words } = require("./harness");
const { playOut } = require("./clicking");

const [ME, THEM] = ["person", "uct > mast @300"];
/** Each game, its seats, and how many moves have been made. */
const GAMES = {
  othello: { seats: [ME, ME], plies: 17 },
  breakthrough: { seats: [ME, ME], plies: 14 },
  kalah: { seats: [ME, ME], plies: 9 },
  "lines-of-action": { seats: [ME, ME], plies: 12 },
  go: { seats: [ME, ME], plies: 22 },
  focus: { game: "focus(players=3)", seats: [ME, ME, ME], plies: 14 },
  "chinese-checkers": { game: "chinese-checkers(players=3)", seats: [ME, ME, ME], plies: 18 },
  checkers: { seats: [ME, ME], plies: 12 },
  backgammon: { seats: [ME, ME], plies: 15 },
  "dou-di-zhu": { seats: [ME, THEM, THEM], plies: 6 },
  hearts: { seats: [ME, THEM, THEM, THEM], plies: 12 },
  confrontation: { seats: [ME, THEM], plies: 12 },
};

const folder = process.env.PICTURES ?? ".";
fs.mkdirSync(folder, { recursive: true });
const server = visit();

for (const [name, { game = name, seats, plies }] of Object.entries(GAMES)) {
  test(`a picture of ${name}`, { timeout: 120_000 }, async () => {
    const page = await server.open(words({ game, seats, seed: "11" }), { width: 1180, height: 820, colorScheme: "light" });
    await shown(page, `picture-${name}`, async () => {
      await playOut(page, 4, { until: ({ ply }) => ply >= plies });
      await page.mouse.move(2, 2);
      await page.waitForTimeout(600);
      await page.screenshot({ path: path.join(folder, `${name}.png`) });
    });
    await page.done();
  });
}

test("a picture of a search", { timeout: 120_000 }, async () => {
  const address = words({
    game: "othello", seats: [ME, "hard"], moves: "d3 c5 f6 f5 e6 e3", agent: "rave > mast + nast with solver", thinking: "20000", think: "yes",
    panel: "think",
  });
  const page = await server.open(address, { width: 1280, height: 900, colorScheme: "light" });
  await shown(page, "picture-search", async () => {
    await page.waitForSelector('[data-iterations="20000"]', { timeout: 90_000 });
    await page.waitForTimeout(800);
    await page.screenshot({ path: path.join(folder, "search.png") });
  });
  await page.done();
});
