// A program with a game of its own has the page too.
//
//   STRANGER   examples/connect-four

const assert = require("node:assert");
const { test } = require("node:test");
const { browse, open, serve, shown, words } = require("./harness");
const { playOut } = require("./clicking");

test("a stranger's game is played by clicking", { skip: !process.env.STRANGER }, async () => {
  const server = await serve(process.env.STRANGER);
  const browser = await browse();
  try {
    const page = await open(browser, server.address, words({ game: "connect-four", seats: ["person", "uct > mast with solver @200"], seed: "1" }));
    const end = await shown(page, "stranger", () => playOut(page, 1));
    assert.match(end.text, /win|draw/i);
    const games = await page.evaluate(() => fetch("/").then((answer) => answer.status));
    assert.strictEqual(games, 200);
    await page.done();
  } finally {
    await browser.close();
    const asked = Date.now();
    await server.end();
    assert(Date.now() - asked < 1500, "an interruption ends the server within a second");
  }
});
