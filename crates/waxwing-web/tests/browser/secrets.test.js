// Every byte that the browser receives in games with hidden information is searched for what is hidden.
//
// What is hidden is known from the end of each game, when its deal and all moves are told.

const assert = require("node:assert");
const { test } = require("node:test");
const { shown, visit, words } = require("./harness");
const { playOut, positions } = require("./clicking");

const server = visit();

/** Plays a game to its end; returns what was received before it, and the last position, which tells everything. */
async function played(name, address, options) {
  const page = await server.open(words(address));
  const found = await shown(page, `secrets-${name}`, async () => {
    await playOut(page, 7, options);
    const end = positions(page).at(-1);
    assert(end.revealed && end.share.moves && end.share.seed, "the end tells everything");
    const isBefore = (text) => !JSON.parse(text).revealed;
    const before = page.seen.received.slice(0, page.seen.received.findIndex((text) => !isBefore(text)));
    assert(before.length > 10, `${before.length} messages`);
    return { before, end, sent: page.seen.sent };
  });
  await page.done();
  return found;
}

/** Texts that must be nowhere, and that the end tells: a secret that is written in another way would never be found. */
function assertToldAtTheEnd(before, end, secrets) {
  for (const secret of secrets) assert(JSON.stringify(end).includes(secret), `the end tells ${secret}`);
  assertNowhere(before, secrets);
}

/** Texts that must be nowhere. */
function assertNowhere(before, secrets) {
  for (const secret of secrets) {
    const found = before.find((text) => text.includes(secret));
    assert(!found, `${secret} is hidden, and was sent: ${found?.slice(0, 200)}`);
  }
}

/** The positions among messages. */
const positionsOf = (before) => before.map((text) => JSON.parse(text)).filter(({ type }) => type === "position");

/** All orders of some things. */
function orders(things) {
  if (things.length < 2) return [things];
  return things.flatMap((thing, place) => orders(things.toSpliced(place, 1)).map((rest) => [thing, ...rest]));
}

const SUITS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };

/** Every card that a text names in any of the ways in which cards are written. */
function cardsIn(text) {
  const found = new Set();
  for (const [, rank, suit] of text.matchAll(/(?<![A-Za-z0-9-])([2-9TJQKA]|10)([CDHS])(?![A-Za-z0-9])/g)) found.add(rank.replace("10", "T") + suit);
  for (const [, rank, suit] of text.matchAll(/([2-9TJQKA])([♣♦♥♠])/g)) found.add(rank + SUITS[suit]);
  for (const [, suit, ranks] of text.matchAll(/([♣♦♥♠])((?: ?[2-9TJQKA](?![A-Za-z0-9♣♦♥♠]))+)/g)) {
    for (const rank of ranks.replaceAll(" ", "")) found.add(rank + SUITS[suit]);
  }
  return found;
}

test("a player of Hearts receives no card of others before it is played", async () => {
  const seats = ["person", "uct @30", "uct @30", "uct @30"];
  const { before, end } = await played("hearts", { game: "hearts(limit=8)", seats });
  const moves = end.history;
  // What the player may know at each moment: the cards dealt, those got and those played, round by round.
  const deals = end.share.moves.split(" ").filter((move) => move.startsWith("deal:"));
  const handOf = (deal, seat) => cardsOfHand(deal.slice("deal:".length).split("/")[seat]);
  const known = [];
  let [round, now] = [-1, new Set()];
  for (const [ply, { by, text }] of moves.entries()) {
    known.push(new Set(now));
    if (text?.startsWith("deal:")) {
      round += 1;
      now = new Set(handOf(deals[round], 0));
    } else if (text?.startsWith("got:") || (by === "chance" && text?.startsWith("exchange"))) {
      const own = moves.slice(ply + 1).filter((move) => move.by === 0 && /^..$/.test(move.text));
      own.slice(0, 13).forEach((move) => now.add(move.text));
    } else if (/^..$/.test(text ?? "")) {
      now.add(text);
    }
  }
  known.push(new Set(now));
  for (const position of positionsOf(before)) {
    const { share: _, ...rest } = position;
    for (const card of cardsIn(JSON.stringify(rest))) {
      assert(known[position.ply].has(card), `${card} is hidden at ply ${position.ply}: ${position.text}`);
    }
  }
  const others = deals.flatMap((deal) => deal.slice("deal:".length).split("/").slice(1));
  assert(others.length >= 3, "the end tells deals");
  assertToldAtTheEnd(before, end, [...others, end.share.seed]);
  // What others pass is hidden until the exchange, which tells a player the cards that it gets.
  const passes = [...moves.entries()].filter(([, { by, text }]) => by !== 0 && /^..,..,..$/.test(text ?? ""));
  assert(passes.length >= 3, "the end tells passes");
  for (const [ply, { text }] of passes) {
    const exchange = ply + moves.slice(ply).findIndex(({ by }) => by === "chance");
    const between = before.filter((said) => JSON.parse(said).ply > ply && JSON.parse(said).ply <= exchange);
    assertNowhere(between, orders(text.split(",")).map(String));
  }
});

/** `AQ7.KT3.Q8.JT865`: clubs, diamonds, hearts and spades. */
function cardsOfHand(text) {
  return text.split(".").flatMap((ranks, suit) => [...ranks].map((rank) => rank + "CDHS"[suit]));
}

test("a player of Dou Di Zhu receives no hand of the others", async () => {
  const { before, end } = await played("dou-di-zhu", { game: "dou-di-zhu", seats: ["person", "uct @30", "uct @30"] });
  const [, ...others] = end.share.moves.split(" ")[0].slice("deal:".length).split("/");
  assert.strictEqual(others.length, 2);
  const backwards = (hand) => [...hand].reverse().join("");
  const spaced = (hand) => hand.replace(/(.)(?!\1)(?=.)/g, "$1 ");
  assertToldAtTheEnd(before, end, [...others, end.share.seed]);
  assertNowhere(before, [...others.map(backwards), ...others.map(spaced)]);
  // Face up lie the own cards, and what was played last.
  for (const { scene, history, text } of positionsOf(before)) {
    const own = Number(/Landlord +(\d+)/.exec(text)[1]);
    const last = history.findLast((move) => /^[3-9TJQKA2wW]+$/.test(move.text ?? ""))?.text ?? "";
    const open = scene.pieces.filter((piece) => piece.face_up && piece.kind === "card").length;
    assert(open <= own + last.length, `${open} cards are open, ${own} are the player's: ${text}`);
  }
});

/** Plays the same moves in games that differ only in what is hidden, and compares the positions of these plies byte for byte. */
async function assertAlike(name, games, seats, wanted, plies) {
  const received = [];
  for (const game of games) {
    const page = await server.open(words({ game, seats, seed: "5" }));
    await shown(page, `secrets-${name}`, async () => {
      const until = ({ ply }) => ply >= plies;
      await playOut(page, 1, { prefer: (now) => [...now.moves, ...now.places].find(({ word, place }) => wanted.test(word ?? place)), until });
    });
    const said = page.seen.received.filter((text) => !JSON.parse(text).revealed);
    received.push(said.filter((text) => JSON.parse(text).type === "position" && JSON.parse(text).ply <= plies));
    await page.done();
  }
  assert(received[0].length >= 2, `${received[0].length} positions`);
  received.slice(1).forEach((other) => assert.deepStrictEqual(other, received[0]));
}

test("what a player of Dou Di Zhu receives is the same, whoever of the others has which cards", () =>
  // The peasants can only pass.
  assertAlike(
    "dou-di-zhu-alike",
    ['dou-di-zhu(deal="AAAA2222wWK/3344/5566")', 'dou-di-zhu(deal="AAAA2222wWK/3456/3456")'],
    ["person", "random", "random"],
    /^(wW|2222|AAAA|w:1|W:1|2:\d)$/,
    10,
  ));

test("what a player of Confrontation receives is the same, whichever pieces the enemy's are", () => {
  const own = "0:bearer+guardian+sage+ranger,1:squire,2:martyr,3:scout,4:archer,5:axeman";
  const enemies = ["15:raiders+lurker+warlock+wolf,10:winged-hunter,11:ogre,12:outrider,13:dread-captain,14:fire-fiend",
    "15:ogre+winged-hunter+warlock+dread-captain,10:raiders,11:lurker,12:fire-fiend,13:wolf,14:outrider"];
  const games = enemies.map((enemy) => `confrontation(setup="${own},${enemy};move:wardens")`);
  return assertAlike("confrontation-alike", games, ["person", "random"], /^(scout|6)$/, 1);
});

test("a player of Confrontation sees no enemy before it is met", async () => {
  const { before, end } = await played("confrontation", { game: "confrontation", seats: ["person", "uct @30"] });
  const enemies = ["raiders", "lurker", "warlock", "winged-hunter", "fire-fiend", "wolf", "outrider", "dread-captain", "ogre"];
  const own = end.history.flatMap(({ by, text }) => (by === 1 && enemies.some((name) => text?.startsWith(`${name}:`)) ? [text] : []));
  assert(own.length > 3, "the end tells the enemy's moves");
  const deal = end.share.moves.split(" ").find((move) => move.startsWith("deal:"));
  assertToldAtTheEnd(before, end, [...new Set(own), deal, deal.slice(deal.indexOf("10:")), end.share.seed]);
  for (const { scene, history, text } of positionsOf(before)) {
    const met = history.findLastIndex((move) => move.text?.startsWith("battle:"));
    const between = met < 0 ? [] : history.slice(met + 1).filter((move) => /^\d+-\d+/.test(move.text ?? "") || /^[a-z-]+:\d+$/.test(move.text ?? ""));
    const isFighting = met >= 0 && between.length === 0;
    const shown = scene.pieces.filter((piece) => piece.owner === 1 && piece.face_up && /^legion-\d+-\d+$|^\d+$/.test(piece.place) && piece.kind !== "card");
    assert(shown.length <= (isFighting ? 1 : 0), `${JSON.stringify(shown)} in ${text}`);
  }
});
