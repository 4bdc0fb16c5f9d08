// What the panels and the other screens are for: a pasted record is reviewed, records and steps are shown, agents are watched, a
// game is kept as files.

const assert = require("node:assert");
const fs = require("node:fs");
const { test } = require("node:test");
const { visit, words } = require("./harness");

const server = visit();
const { on } = server;

const ENDGAME = "(;GM[1]FF[4]SZ[5]KM[0.5]PB[Ann]PW[Bob]RE[B+R]AB[cc]\n;W[bb](;B[dd];W[tt];B[cb])(;B[aa]))";

async function paste(page, text, game = "") {
  await page.click("summary:has-text('Paste a game')");
  await page.getByPlaceholder("go(size=9)").fill(game);
  await page.fill("[data-do=paste]", text);
  await page.click("[data-do=open-pasted]");
}

test("a game that is pasted as SGF is reviewed, and a bad one told where it is bad", () =>
  on("sgf", null, async (page) => {
    await paste(page, "(;SZ[5]\n;B[cc];W[cc])");
    await page.getByText("line 2, column 8: W[cc]: illegal move").waitFor();
    await page.fill("[data-do=paste]", ENDGAME);
    await page.click("[data-do=open-pasted]");
    await page.waitForSelector('#status[data-ply="4"]');
    await page.getByText("Black: Ann, White: Bob. The record says B+R").waitFor();
    await page.locator('[data-panel="review"] input.short').fill("60");
    await page.getByLabel("All moves, also").waitFor({ state: "detached" });
    await page.click("[data-do=review]");
    await page.getByLabel("All moves, also").check();
    const rows = page.locator('[data-panel="review"] tbody tr');
    await page.waitForFunction(() => document.querySelectorAll('[data-panel="review"] tbody tr').length === 4);
    assert.match(await rows.first().innerText(), /^1 B4/);
    await rows.nth(2).getByText("Replay from here").click();
    await page.waitForSelector('#status[data-ply="2"]');
    // The address shows the same game.
    const address = await page.evaluate(() => location.href);
    await on("sgf-shared", null, async (other) => {
      await other.goto(address);
      await other.reload();
      await other.waitForSelector('#status[data-ply="2"]');
    });
  }));

test("moves and an address are pasted too", () =>
  on("pasted", null, async (page) => {
    await paste(page, "1. d3 c5 2. f6", "othello");
    await page.waitForSelector('#status[data-ply="3"]');
    await page.click(".brand");
    await paste(page, `Look at this: ${server.address}#${words({ game: "kalah", seats: ["person", "person"], moves: "3 1" })}`);
    await page.waitForSelector('#status[data-ply="2"]');
    assert((await page.title()).startsWith("kalah"));
  }));

const COMPOSING = { game: "othello", seats: ["person", "person"], agent: "uct > mast", panel: "think" };

const agentOf = (page) => page.inputValue("textarea[data-agent]");

test("an expression is composed of fields, and a mistake is told at its place", () =>
  on("composing", COMPOSING, async (page) => {
    await page.click("summary:has-text('Parameters')");
    await page.locator('[data-call="mast"] [data-parameter="policy"]').selectOption("ucb1");
    await page.locator('[data-call="uct"] [data-parameter="c"]').fill("0.5");
    await page.keyboard.press("Enter");
    assert.strictEqual(await agentOf(page), "uct(c=0.5) > mast(policy=ucb1)");
    const field = page.locator('[data-call="uct"] [data-parameter="c"]');
    await field.fill("much");
    await page.keyboard.press("Enter");
    await page.locator("mark", { hasText: "much" }).waitFor();
    assert.strictEqual(await field.getAttribute("aria-invalid"), "true");
    await field.fill("");
    await page.keyboard.press("Enter");
    await page.locator("mark").waitFor({ state: "detached" });
    assert.strictEqual(await agentOf(page), "uct > mast(policy=ucb1)");
    await page.click("[data-do=think]");
    await page.waitForSelector("[data-iterations]");
    await page.click("[data-do=stop]");
  }));

test("a kind of value and an entry that the page was not written for are text, which the server judges", () => {
  const about = "what a hunch is about";
  const hunches = {
    role: "combination", name: "hunches", aliases: [], signature: "hunches(by=action)", about: "hunches of one's own", paper: "", rows: [],
    parameters: [{ name: "by", range: "contexts such as `action&last(1)`", default: "action", about }],
  };
  const prepare = (page) => page.routeWebSocket(/\/ws/, (client) => {
    const server = client.connectToServer();
    server.onMessage((text) => {
      const said = JSON.parse(text);
      if (said.type === "welcome") said.catalogue.entries.push(hunches);
      client.send(JSON.stringify(said));
    });
  });
  return on("unknown-kind", { ...COMPOSING, agent: "uct > hunches" }, async (page) => {
    // This server does not know it, and says so where it stands.
    await page.locator("mark", { hasText: "hunches" }).waitFor();
    await page.click("summary:has-text('Parameters')");
    await page.getByText(about).waitFor();
    const field = page.locator('[data-parameter="by"]');
    assert.strictEqual(await field.getAttribute("placeholder"), "action");
    await field.fill("action&last(1)");
    await page.keyboard.press("Enter");
    assert.strictEqual(await agentOf(page), "uct > hunches(by=action&last(1))");
    await page.locator("mark").first().waitFor();
    await page.fill("textarea[data-agent]", "uct > hun");
    await page.getByRole("option").getByText("hunches(by=action)").click();
    assert.strictEqual(await agentOf(page), "uct > hunches");
    await page.fill("textarea[data-agent]", "uct > product(mast, na");
    await page.getByRole("option").getByText("nast(n=2").click();
    assert.strictEqual(await agentOf(page), "uct > product(mast, nast");
  }, { prepare });
});

const THINKING = { game: "othello", seats: ["person", "person"], moves: "d3 c5", agent: "rave > mast + nast", panel: "think", thinking: "800", think: "yes" };

async function thought(page) {
  await page.waitForSelector('[data-iterations="800"]');
  await page.waitForSelector("[data-do=think]");
}

test("what each strategy has learned is listed, searched and drawn", () =>
  on("learned", THINKING, async (page) => {
    await thought(page);
    await page.selectOption("[data-overlay]", "records");
    await page.waitForFunction(() => document.querySelectorAll('select[aria-label="Strategy"] option').length === 2);
    const strategies = await page.locator('select[aria-label="Strategy"] option').allTextContents();
    assert.deepStrictEqual(strategies.map((text) => text.replace("of ", "")).sort(), ["mast", "rave"], "averages of single actions");
    await page.click('[data-tab="learned"]');
    await page.waitForSelector("[data-record]");
    const visits = await page.$$eval("[data-record] td:nth-child(4)", (cells) => cells.map((cell) => Number(cell.textContent.replace(/\D/g, ""))));
    assert(visits.length > 50 && visits.every((count, place) => place === 0 || count <= visits[place - 1]), String(visits));
    await page.getByLabel("Strategy").selectOption("nast");
    const kinds = await page.$$eval("[data-record] td:nth-child(2)", (cells) => [...new Set(cells.map((cell) => cell.textContent))]);
    assert.deepStrictEqual(kinds, ["nast"]);
    await page.getByPlaceholder("a move").fill("e3");
    await page.waitForFunction(() => [...document.querySelectorAll("[data-record]")].every((row) => row.textContent.includes("e3")));
    await page.locator("[data-record]").first().hover();
    await page.waitForSelector("svg .ring, svg .badge");
  }));

test("an iteration is shown from its descent to the records that it has changed", () =>
  on("steps", { ...THINKING, agent: "uct > mast", panel: "steps" }, async (page) => {
    await page.click("[data-do=step]");
    await page.getByText("Next: add").waitFor();
    for (const [stage, title] of [["add", "The new node"], ["play out", "Playout: move"], ["back up", "The end of the playout"]]) {
      await page.click("[data-do=step]");
      await page.getByText(title).first().waitFor();
      assert((await page.locator('.stages [aria-pressed="true"]').innerText()).toLowerCase().includes(stage));
    }
    await page.getByText("Nodes on the path:").waitFor();
    assert((await page.locator('[data-panel="steps"] tbody tr').count()) > 5, "records have changed");
    await page.click("[data-do=step]");
    await page.getByText("Next: add").waitFor();
    assert.strictEqual(await page.inputValue('[data-panel="steps"] input[type=number]'), "2");
  }));

test("two agents are watched on two boards, with the score", () =>
  on("watch", null, async (page) => {
    await page.click('[data-tab="watch"]');
    await page.selectOption('[data-panel="watch"] select', "kalah");
    await page.getByLabel("One agent").fill("uct > mast @30");
    await page.getByLabel("The other agent").fill("random");
    await page.getByLabel("Games", { exact: true }).fill("4");
    await page.click("[data-do=watch]");
    await page.waitForFunction(() => document.querySelectorAll("article").length === 2);
    await page.waitForSelector("[data-do=stop]", { state: "detached", timeout: 60_000 });
    assert.match(await page.locator('[data-panel="watch"] .side').innerText(), /4 of 4 games/);
  }));

test("a game is kept as a picture, moves, SGF and JSON", () =>
  on("export", { game: "go(size=5)", seats: ["person", "person"], moves: "C3 B4", panel: "share" }, async (page) => {
    const kept = {};
    for (const form of ["svg", "png", "moves", "sgf", "json"]) {
      const waiting = page.waitForEvent("download");
      await page.click(`[data-export="${form}"]`);
      kept[form] = fs.readFileSync(await (await waiting).path());
    }
    assert.match(kept.svg.toString(), /^<svg/);
    assert.strictEqual(kept.png.toString("latin1", 1, 4), "PNG");
    assert.strictEqual(kept.moves.toString(), "C3 B4");
    assert.match(kept.sgf.toString(), /;B\[cc\]\n;W\[bb\]\)/);
    assert.strictEqual(JSON.parse(kept.json).ply, 2);
    // What is kept can be pasted.
    await page.click(".brand");
    await paste(page, kept.sgf.toString());
    await page.waitForSelector('#status[data-ply="2"]');
  }));

test("figures stand on the board: visits, values, averages, and who holds what in the end", () =>
  on("overlays", THINKING, async (page) => {
    await thought(page);
    for (const kind of ["visits", "values", "records", "ownership"]) {
      await page.selectOption("[data-overlay]", kind);
      await page.waitForFunction((least) => document.querySelectorAll("svg g.figure").length > least, kind === "ownership" ? 30 : 3);
    }
  }));
