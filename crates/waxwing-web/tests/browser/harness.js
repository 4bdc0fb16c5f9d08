// A server, a browser, and a page of it: what every test of the page needs.
//
//   WAXWING    the program, which serves by `serve --no-open --port 0`
//   CHROMIUM   the browser; `chromium` of the path if it is not said
//   SHOTS      a folder for pictures of failures

const assert = require("node:assert");
const { execFileSync, spawn } = require("node:child_process");
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
const readline = require("node:readline");
const { after, before } = require("node:test");
const { chromium } = require("playwright-core");

/** How long a test waits for what must come, in milliseconds. */
const PATIENCE = 20_000;

/** Starts a server; returns its address and a way to end it. */
async function serve(program = process.env.WAXWING, more = []) {
  assert(program, "WAXWING names the program to test");
  const server = spawn(program, ["serve", "--no-open", "--port", "0", ...more], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.on("exit", (code) => resolve(code)));
  const lines = readline.createInterface({ input: server.stdout });
  const first = await Promise.race([new Promise((resolve) => lines.once("line", resolve)), ended]);
  assert.strictEqual(typeof first, "string", "the server prints its address");
  const end = async () => {
    server.kill("SIGINT");
    return ended;
  };
  return { address: first, end, pid: server.pid };
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/** Serves the files of a folder, as any web host does; returns the address and a way to end it. */
async function hostFolder(folder) {
  const host = http.createServer((request, response) => {
    const name = new URL(request.url, "http://localhost").pathname.replace(/\/$/, "/index.html");
    const file = path.join(folder, path.normalize(name));
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": TYPES[path.extname(file)] ?? "application/octet-stream" });
    fs.createReadStream(file).pipe(response);
  });
  await new Promise((ready) => host.listen(0, "127.0.0.1", ready));
  return { address: `http://127.0.0.1:${host.address().port}/`, close: () => host.close() };
}

/** Starts a browser. */
function browse() {
  const name = process.env.CHROMIUM ?? "chromium";
  const executablePath = execFileSync("which", [name], { encoding: "utf8" }).trim();
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}

/**
 * A page of the server, with everything that it has received and asked. It must ask nobody else, and break no rule. `prepare` is
 * done before anything is loaded.
 */
async function open(browser, address, hash = "", { width = 1200, height = 1500, prepare, ...more } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: "reduce", ...more });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const seen = { received: [], sent: [], faults: [], files: [] };
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => seen.received.push(String(payload)));
    socket.on("framesent", ({ payload }) => seen.sent.push(String(payload)));
  });
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) seen.faults.push(message.text());
  });
  page.on("pageerror", (error) => seen.faults.push(String(error)));
  page.on("response", (response) => seen.files.push(response));
  page.on("request", (request) => {
    const isOwn = request.url().startsWith(new URL("/", address).href) || /^(data|blob):/.test(request.url());
    if (!isOwn) seen.faults.push(`the page asks ${request.url()}`);
  });
  await prepare?.(page);
  await page.goto(address + (hash ? `#${hash}` : ""));
  await page.waitForSelector("[data-screen]");
  return Object.assign(page, { seen, done: () => finish(page, context) });
}

/** A server and a browser for all tests of a file: its address, and ways to open a page of it and to run a test on one. */
function visit() {
  let server, browser;
  const there = {
    address: "",
    open: (hash, options) => open(browser, there.address, hash, options),
    on: async (name, address, work, options) => {
      const page = await there.open(address && words(address), options);
      await shown(page, name, () => work(page));
      await page.done();
    },
  };
  before(async () => {
    server = await serve();
    there.address = server.address;
    browser = await browse();
  });
  after(async () => {
    await browser?.close();
    await server?.end();
  });
  return there;
}

async function finish(page, context) {
  await context.close();
  assert.deepStrictEqual(page.seen.faults, [], "the page breaks no rule and makes no mistake");
}

/** What follows `#` in the address of a game. */
function words({ game, seats, ...more }) {
  const all = new URLSearchParams({ game });
  seats.forEach((seat) => all.append("seat", seat));
  Object.entries(more).forEach(([name, value]) => all.set(name, value));
  return all.toString();
}

/** Runs a test with a page; keeps a picture where it fails. */
async function shown(page, name, work) {
  try {
    return await work();
  } catch (error) {
    if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, `${name}.png`) }).catch(() => {});
    throw error;
  }
}

module.exports = { hostFolder, PATIENCE, serve, browse, open, visit, shown, words };
