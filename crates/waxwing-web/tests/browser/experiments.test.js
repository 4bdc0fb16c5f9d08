// The experiments of a folder, with how far they are and their reports.

const assert = require("node:assert");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");
const { browse, open, serve, shown } = require("./harness");

const FILE = `
name = "small"
title = "Playouts with MAST against random ones"
source = "made for a test"

[agents]
mast = "uct > mast @30"

[[cell]]
label = "othello"
row = "othello"
column = "mast"
game = "othello"
agent = "mast"
against = "uct @30"
games = 4
budget = 30
`;

test("experiments of a folder are shown with their progress and report", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "waxwing-experiments-"));
  const [file, store] = ["small.toml", "small.sqlite"].map((name) => path.join(folder, name));
  fs.writeFileSync(file, FILE);
  execFileSync(process.env.WAXWING, ["experiment", "run", file, "-j", "1", "--out", store], { stdio: "ignore" });
  const [server, browser] = await Promise.all([serve(undefined, ["--experiments", folder]), browse()]);
  try {
    const page = await open(browser, server.address);
    await shown(page, "experiments", async () => {
      await page.getByRole("button", { name: "Experiments" }).click();
      await page.getByText("4 of 4 games, 1 of 1 cells done").first().waitFor();
      await page.getByRole("button", { name: /report/i }).click();
      await page.frameLocator("iframe").getByText("made for a test").waitFor();
      assert.strictEqual(await page.evaluate(() => location.hash), "#experiments");
    });
    await page.done();
  } finally {
    await browser.close();
    await server.end();
    fs.rmSync(folder, { recursive: true });
  }
});
