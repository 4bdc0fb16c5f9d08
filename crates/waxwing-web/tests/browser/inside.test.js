// Looking inside: a live search, its tree, why it chose, an address that shows the same; what a phone and a screen reader see.

const assert = require("node:assert");
const fs = require("node:fs");
const { test } = require("node:test");
const { visit, words } = require("./harness");
const { playOut, played, wait } = require("./clicking");

const server = visit();
const { on } = server;

const OTHELLO = { game: "othello", seats: ["person", "person"], moves: "d3 c5", agent: "uct > mast" };

const iterations = (page) => page.locator("[data-iterations]").first().getAttribute("data-iterations").then(Number);

/** The moves of the table with their visits. */
function table(page) {
  return page.$$eval('[data-panel="think"] [data-move]', (rows) => rows.map((row) => [row.dataset.move, Number(row.dataset.visits)]));
}

async function until(page, what, test) {
  for (let count = 0; count < 600; count++) {
    if (await test()) return;
    await page.waitForTimeout(50);
  }
  assert.fail(what);
}

test("a search is watched while it runs, and stopped", () =>
  on("live", { ...OTHELLO, panel: "think" }, async (page) => {
    await page.click("[data-do=think]");
    let before = 0;
    for (let count = 0; count < 4; count++) {
      await until(page, "the search goes on", async () => (await page.locator("[data-iterations]").count()) > 0 && (await iterations(page)) > before);
      before = await iterations(page);
    }
    const rows = await table(page);
    assert(rows.length >= 3 && rows[0][1] > 0, JSON.stringify(rows));
    await page.click("[data-do=stop]");
    await page.waitForSelector("[data-do=think]");
    const after = await iterations(page);
    await page.waitForTimeout(400);
    assert.strictEqual(await iterations(page), after, "it is stopped");
    assert.strictEqual(await page.locator("#status[data-busy]").count(), 0);
  }));

test("the tree is opened three levels down", () =>
  on("tree", { ...OTHELLO, panel: "think", thinking: "3000", think: "yes" }, async (page) => {
    await page.waitForSelector('[data-iterations="3000"]');
    await page.waitForSelector("[data-do=think]");
    await page.click('[data-tab="tree"]');
    let path = "";
    for (let depth = 0; depth < 3; depth++) {
      // The root is unfolded already.
      if (depth > 0) await page.click(`[data-node="${path}"] [data-do=unfold]`);
      const child = page.locator(`[data-node][data-depth="${depth + 1}"]`).first();
      const visits = Number(await child.getAttribute("data-visits"));
      assert(visits > 0, `a node at depth ${depth + 1} has visits`);
      path = await child.getAttribute("data-node");
      assert.strictEqual(path.split("/").length, depth + 1);
    }
    // The board shows the node.
    await page.click(`[data-node="${path}"] .move`);
    await page.getByText(`After ${path.replaceAll("/", " ")}`).first().waitFor();
    // The address shows it, too.
    const address = await page.evaluate(() => location.href);
    await on("tree-shared", null, async (other) => {
      await other.goto(address);
      await other.reload();
      await other.getByText(`After ${path.replaceAll("/", " ")}`).first().waitFor();
    });
  }));

test("why shows its table", () =>
  on("why", { ...OTHELLO, agent: "uct > mast + nast with solver", panel: "think", thinking: "1500", think: "yes" }, async (page) => {
    await page.waitForSelector('[data-iterations="1500"]');
    await page.waitForSelector("[data-do=think]");
    await page.click('[data-tab="why"]');
    await page.click("[data-do=why]");
    await page.waitForSelector('[data-panel="why"][data-done]');
    const parts = await page.$$eval("[data-part]", (rows) => rows.map((row) => row.dataset.part));
    for (const part of ["mast", "nast", "solver"]) assert(parts.some((text) => text.includes(part)), `${part} is left out: ${parts}`);
  }));

test("an address with a mistake is told in the lobby, where it can be mended", () =>
  on("mistaken", { ...OTHELLO, seats: ["person", "uct > epci"] }, async (page) => {
    await page.getByText("unknown strategy epci").first().waitFor();
    await page.getByLabel("Agent of White").fill("uct @20");
    await page.click("#start");
    await page.waitForSelector('#status[data-ply="2"]');
  }));

test("what a game does not know is told, too", () =>
  on("unknown", { game: "othelo", seats: ["person", "easy"] }, async (page) => {
    await page.getByText("othelo").first().waitFor();
    await page.click('[data-game="othello"]');
    await page.click("#start");
    await page.waitForSelector('#status[data-ply="0"]');
  }));

test("a shared address shows the same numbers", () =>
  on("share", { ...OTHELLO, panel: "think", thinking: "2500" }, async (page) => {
    await page.click("[data-do=think]");
    await page.waitForSelector('[data-iterations="2500"]');
    await page.waitForSelector("[data-do=think]");
    const rows = await table(page);
    await page.click('[data-tab="share"]');
    const address = await page.inputValue("#address");
    await on("shared", null, async (other) => {
      await other.goto(address);
      await other.reload();
      await other.waitForSelector('[data-iterations="2500"]');
      await other.waitForSelector("[data-do=think]");
      assert.deepStrictEqual(await table(other), rows);
    });
  }));

test("a game begins in the lobby, is taken back, and survives a reload", () =>
  on("lobby", null, async (page) => {
    await page.click('[data-game="hearts"]');
    await page.click("#start");
    const isMoved = (now) => now.ply >= 8;
    const { ply } = await playOut(page, 3, { until: isMoved });
    await page.reload();
    const again = await wait(page, "");
    assert.strictEqual(again.ply, ply, "the session is still there");
    await page.click("[data-do=undo]");
    const back = await wait(page, again.state);
    assert(back.ply < ply);
  }));

const BREAKTHROUGH = { game: "breakthrough", seats: ["person", "person"] };

/** The middle of a place. */
async function middle(page, place) {
  const { x, y, width, height } = await page.locator(`[data-place="${place}"]`).boundingBox();
  return [x + width / 2, y + height / 2];
}

test("a move is dragged, chosen with the keyboard, or tapped", async () => {
  await on("input", BREAKTHROUGH, async (page) => {
    await page.mouse.move(...(await middle(page, "b2")));
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, "c3")), { steps: 8 });
    await page.mouse.up();
    await page.waitForSelector('#status[data-ply="1"]');
    await page.locator('[data-place="d7"]').focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForSelector('[data-place="e7"][aria-pressed="true"]');
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForSelector('#status[data-ply="2"]');
    assert.deepStrictEqual(played(page), ["b2c3", "e7e6"]);
  });
  await on("touch", BREAKTHROUGH, async (page) => {
    await page.touchscreen.tap(...(await middle(page, "a2")));
    await page.touchscreen.tap(...(await middle(page, "a3")));
    await page.waitForSelector('#status[data-ply="1"]');
  }, { hasTouch: true, isMobile: true, width: 360, height: 800 });
});

test("a hint is drawn, the board is turned, and a game is given up", () =>
  on("hint", BREAKTHROUGH, async (page) => {
    const [, before] = await middle(page, "a1");
    await page.click("[data-do=flip]");
    await page.waitForFunction((y) => document.querySelector('[data-place="a1"]').getBoundingClientRect().y < y - 100, before);
    await page.click("[data-do=hint]");
    await page.locator(".hint").getByText("of its").waitFor();
    // The arrow of a move straight ahead has no width, and counts as hidden.
    await page.locator("svg polyline").first().waitFor({ state: "attached" });
    await page.click("[data-do=resign]");
    await page.click("text=Yes, resign");
    await page.waitForSelector("#status[data-over]");
    assert.match(await page.innerText("#status"), /Black wins/);
  }));

test("a hint in a game of cards rings them, and comes from the game's adviser", () =>
  on("hint-cards", { game: "hearts", seats: ["person", "random", "random", "random"], seed: "5" }, async (page) => {
    await page.click("[data-do=hint]");
    await page.locator(".hint").getByText("icarus/N").waitFor();
    await page.waitForFunction(() => document.querySelectorAll("svg circle.ring").length === 3);
    assert.strictEqual(await page.locator("svg polyline").count(), 0);
  }));

/** Every panel of a game, and the lobby. */
async function everywhere(page, look) {
  await look("lobby");
  await page.goto(`${server.address}#${words({ ...OTHELLO, panel: "think", thinking: "500", think: "yes" })}`);
  await page.reload();
  await page.waitForSelector('[data-iterations="500"]');
  await page.waitForSelector("[data-do=think]");
  const tabs = await page.$$eval("[role=tab][data-tab]", (all) => all.map((tab) => tab.dataset.tab));
  for (const tab of tabs) {
    await page.click(`[role=tab][data-tab="${tab}"]`);
    await page.waitForTimeout(150);
    await look(tab);
  }
}

const GAMES = [
  "othello", "breakthrough", "checkers", "chinese-checkers", "backgammon", "dou-di-zhu", "hearts", "confrontation", "kalah", "lines-of-action",
  "focus", "go",
];

/** The board of every game. */
async function boards(page, look) {
  for (const game of GAMES) {
    const players = { "dou-di-zhu": 3, hearts: 4 }[game] ?? 2;
    const seats = ["person", ...Array(players - 1).fill("random")];
    await page.goto(`${server.address}#${words({ game, seats, seed: "1" })}`);
    await page.reload();
    await page.waitForSelector("#status");
    await look(game);
  }
}

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds no serious fault on any panel and board (${colorScheme})`, () =>
    on(
      `axe-${colorScheme}`,
      null,
      async (page) => {
        const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
        const look = async (where) => {
          if (!(await page.evaluate("typeof axe !== 'undefined'"))) await page.evaluate(axe);
          const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
          const bad = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
          const told = bad.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target }) => target.join(" ")).join(", ")}`);
          assert.deepStrictEqual(told, [], where);
        };
        await everywhere(page, look);
        await boards(page, look);
      },
      { colorScheme },
    ));
}

test("a phone's width has no horizontal scroll", () =>
  on(
    "phone",
    null,
    async (page) => {
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
      await everywhere(page, async (where) => assert(!((await wide()) > 320), `${where} is ${await wide()} wide`));
      await boards(page, async (game) => assert(!((await wide()) > 320), `${game} is ${await wide()} wide`));
    },
    { width: 320, height: 640 },
  ));

test("a phone shows all columns of a table, and an explanation as a whole", () =>
  on(
    "phone-tables",
    { ...OTHELLO, agent: "rave > mast", panel: "why", thinking: "400", think: "yes" },
    async (page) => {
      const tooWide = () => page.$$eval("[role=group][tabindex='0'], .wide", (all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length);
      await page.waitForSelector(".pair section");
      await page.waitForSelector("[data-do=think]");
      await page.click("[data-do=why]");
      await page.waitForSelector('[data-panel="why"][data-done]');
      assert.strictEqual(await tooWide(), 0, "why");
      await page.click('[data-tab="review"]');
      await page.locator('[data-panel="review"] input.short').fill("60");
      await page.click("[data-do=review]");
      await page.getByLabel("All moves, also").check();
      await page.waitForFunction(() => document.querySelectorAll('[data-panel="review"] tbody tr').length === 2);
      assert.strictEqual(await tooWide(), 0, "review");
      await page.click('[data-tab="steps"]');
      for (const next of ["add", "play out", "back up"]) {
        await page.click("[data-do=step]");
        await page.getByText(`Next: ${next}`).waitFor();
      }
      await page.click("[data-do=step]");
      await page.getByText("Nodes on the path:").waitFor();
      assert.strictEqual(await tooWide(), 0, "steps");
      await page.click(".brand");
      await page.click('[data-game="dou-di-zhu"]');
      await page.getByRole("button", { name: "What does “deal” mean?" }).click();
      const { x, width } = await page.getByRole("note").boundingBox();
      assert(x >= 0 && x + width <= 320, `${x} to ${x + width}`);
    },
    { width: 320, height: 640 },
  ));
