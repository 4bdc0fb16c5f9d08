// Plays by clicking what the page says can be clicked.

const assert = require("node:assert");
const { PATIENCE } = require("./harness");

/** Numbers from a seed, in [0, 1): the same test clicks the same places. */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What can be clicked now, with a point of each thing that nothing else covers. Runs in the page. */
function look() {
  const status = document.querySelector("#status");
  const point = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const inside = [0.5, 0.25, 0.12, 0.75, 0.88, 0.04, 0.96];
    for (const down of inside) {
      for (const along of inside) {
        const [left, top] = [x + along * width, y + down * height];
        if (document.elementFromPoint(left, top)?.closest("[data-legal], button") === element) return [left, top];
      }
    }
    return null;
  };
  const all = (selector, read) => [...document.querySelectorAll(selector)].map((each) => ({ ...read(each), at: point(each) }));
  const places = all("[data-legal]", (each) => ({ place: each.dataset.place }));
  const moves = all("[data-word]", (each) => ({ word: each.dataset.word }));
  const cover = all("[data-do=uncover]", () => ({}));
  const touched = [...document.querySelectorAll('[data-place][aria-pressed="true"]')].map((each) => each.dataset.place);
  const isOver = status?.hasAttribute("data-over") ?? false;
  const isBusy = status?.hasAttribute("data-busy") ?? false;
  const state = JSON.stringify([status?.dataset.ply, status?.textContent, places.map((each) => each.place), moves.map((each) => each.word), touched, cover.length]);
  return { isOver, isBusy, ply: Number(status?.dataset.ply), text: status?.textContent.trim(), places, moves, cover, touched, state };
}

/** Waits until something can be clicked that is not as it was, or the game is over. */
async function wait(page, before) {
  const until = Date.now() + PATIENCE;
  for (;;) {
    const now = await page.evaluate(look);
    const isReady = now.places.length + now.moves.length + now.cover.length > 0 && !now.isBusy;
    if (now.isOver || (isReady && now.state !== before)) return now;
    assert(Date.now() < until, `the game goes on: ${JSON.stringify(now)}`);
    await page.waitForTimeout(8);
  }
}

async function click(page, { at, ...what }) {
  assert(at, `${JSON.stringify(what)} can be clicked, and is covered by something else`);
  const height = page.viewportSize().height;
  assert(at[1] < height, `${JSON.stringify(what)} is below the window`);
  await page.mouse.click(at[0], at[1]);
}

/**
 * Plays until the game is over; returns the last look. `prefer` may choose among the things that can be clicked (it returns one of
 * them, or nothing); otherwise chance does.
 */
async function playOut(page, seed, { prefer = () => undefined, most = 3000, until = () => false } = {}) {
  const draw = random(seed);
  let now = await wait(page, "");
  for (let count = 0; !now.isOver && !until(now); count++) {
    assert(count < most, `the game ends within ${most} clicks`);
    // A button says a move alone; places are touched one after the other.
    const can = now.cover.length > 0 ? now.cover : [...now.places, ...now.moves];
    const chosen = prefer(now, draw) ?? can[Math.floor(draw() * can.length)];
    await click(page, chosen);
    now = await wait(page, now.state);
  }
  return now;
}

/** The moves that the page has asked the server to play. */
function played(page) {
  const asked = page.seen.sent.map((text) => JSON.parse(text)).filter((ask) => ask.type === "play");
  return asked.map((ask) => ask.move);
}

/** The positions that the server has told of, in order. */
function positions(page) {
  return page.seen.received.map((text) => JSON.parse(text)).filter((answer) => answer.type === "position" && answer.table === 0);
}

/** What the server refused of what was clicked. */
function refusals(page) {
  const errors = page.seen.received.map((text) => JSON.parse(text)).filter((answer) => answer.type === "error");
  // A page that is opened asks whether its game is still there.
  return errors.filter(({ message }) => !message.startsWith("nothing is open"));
}

module.exports = { look, wait, click, playOut, played, positions, refusals, random };
