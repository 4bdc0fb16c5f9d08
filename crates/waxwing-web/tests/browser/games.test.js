// A whole game of each of the twelve games, by clicking, and every kind of move once.
//
// ONLY names the games to play, with commas between them; all of them if it is not said.

const assert = require("node:assert");
const { test } = require("node:test");
const { shown, visit, words } = require("./harness");
const { played, playOut, positions, refusals } = require("./clicking");

/** Prefers the first of these moves that is possible and was not made yet, and goes on with it once it has begun. */
function preferring(wanted, page) {
  return (now) => {
    const [{ moves }, made] = [positions(page).at(-1), played(page)];
    const fits = ({ touches }) => now.touched.every((place) => touches.includes(place));
    const left = wanted.filter((text) => !made.some((move) => text.test(move)));
    const move = left.map((text) => moves.find((each) => text.test(each.text) && fits(each))).find(Boolean);
    if (!move) return undefined;
    const button = now.moves.find(({ word }) => word === move.text);
    const next = now.places.find(({ place }) => place === move.touches.find((each) => !now.touched.includes(each)));
    return button ?? next;
  };
}

const ME = "person";
/**
 * The games: where they begin, and the kinds of moves that must have been clicked. Each of `plays` is a whole game; those of
 * `more` click what they want wherever they can, and end as soon as they have.
 */
const GAMES = {
  othello: {
    plays: [{ seats: [ME, ME], clicks: 1 }],
    kinds: { disc: /^[a-h][1-8]$/, pass: /^pass$/ },
    more: [{ seats: [ME, ME], moves: "e6 f4 e3 f6 g5 d6 e7 f5 c5", want: [/^pass$/] }],
  },
  breakthrough: { plays: [{ seats: [ME, "uct @20"], clicks: 1 }], kinds: { move: /^..[a-h]\d$/, capture: /x/ } },
  checkers: {
    plays: [{ seats: [ME, "uct @20"], clicks: 2 }],
    kinds: { step: /-/, jump: /x/, king: /32-27|32-28|31-26|31-27/ },
    more: [
      { seats: [ME, ME], position: "B:W20,K3:BK32,12 0 -", want: [/^32-2[78]$/] },
      { game: "checkers(turn=whole)", seats: [ME, ME], moves: "11-16 22-18 9-13 25-22 5-9 18-14", want: [/^9x18x25$/] },
    ],
  },
  "chinese-checkers": {
    plays: [{ seats: [ME, "uct > ege(0.05) @60"], clicks: 1 }],
    kinds: { step: /^\d+-\d+$/, jump: /^1-9$/ },
    more: [{ seats: [ME, ME], want: [/^1-9$/] }],
  },
  backgammon: {
    game: "backgammon(checkers=6)",
    plays: [{ seats: [ME, "random"], clicks: 1 }],
    kinds: { point: /^\d+\/\d+$/, hit: /\*$/, enter: /^bar\//, off: /off/ },
    more: [
      { game: "backgammon", seats: [ME, ME], moves: "64 24/18 24/20 31 8/5* 8/7* 51", want: [/^bar/] },
      { game: "backgammon", seats: [ME, ME], position: "1:2,2:1,off:12 6:1,off:14 white 20 21", want: [/off/] },
    ],
  },
  "dou-di-zhu": {
    plays: [{ seats: [ME, "uct @20", "uct @20"], clicks: 1 }],
    kinds: {
      single: /^.$/, pair: /^(.)\1$/, three: /^(.)\1\1(.)$/, "three with a pair": /^(.)\1\1(.)\2$/, chain: /34567/, "pairs in a row": /445566/,
      airplane: /333444/, bomb: /^2222$/, rocket: /wW/, "four with two": /^AAAA../, pass: /^pass$/,
    },
    more: [
      { game: 'dou-di-zhu(deal="345678899JTTTQQ2222w/34/35")', seats: [ME, ME, ME], clicks: 3, want: [/^34567$/, /^88$/, /^TTTQQ$/, /^2222$/, /^pass$/] },
      { game: 'dou-di-zhu(deal="3334445677889AAAAKwW/56/57")', seats: [ME, ME, ME], clicks: 3, want: [/^333444..$/, /^AAAA..$/, /^wW$/] },
      { game: 'dou-di-zhu(deal="445566999JQKA/34/35")', seats: [ME, ME, ME], clicks: 3, want: [/^445566$/, /^999.$/] },
    ],
  },
  hearts: {
    game: "hearts(limit=10)",
    plays: [{ seats: [ME, "uct @20", "uct @20", "uct @20"], clicks: 1 }],
    kinds: { pass: /^..,..,..$/, card: /^..$/ },
  },
  confrontation: {
    plays: [{ seats: [ME, ME], clicks: 1 }],
    kinds: { move: /^[a-z-]+:\d+$/, number: /^card:\d$/, word: /^card:[a-z]/, answer: /^(stay|retreat:\d+|cards|no-cards|alone|show-bearer|guard|fight:.*|ambush|let-pass)$/ },
  },
  kalah: { plays: [{ seats: [ME, "uct @20"], clicks: 1 }], kinds: { house: /^\d$/ } },
  "lines-of-action": {
    plays: [{ seats: [ME, "ab @d2"], clicks: 1 }],
    kinds: { move: /-/, capture: /x/ },
  },
  focus: {
    plays: [{ seats: [ME, "ab @d2"], clicks: 1 }],
    kinds: { one: /^..-..$/, "part of a stack": /^d3-d4$/, "a whole stack": /^d3-d5$/, drop: /^\*/ },
    more: [
      { seats: [ME, ME], moves: "d2-d3 b6-b7", want: [/^d3-d4$/] },
      { seats: [ME, ME], moves: "d2-d3 b6-b7", want: [/^d3-d5$/] },
      { game: "focus(players=3)", seats: [ME, ME, ME], want: [/^\*/] },
    ],
  },
  go: { game: "go(size=5)", plays: [{ seats: [ME, "uct @50"], clicks: 1 }], kinds: { stone: /^[A-E]\d$/, pass: /^pass$/ },
    more: [{ game: "go(size=5)", seats: [ME, ME], want: [/^pass$/] }] },
};

const server = visit();

async function play(name, { game, clicks = 1, want, ...address }, { game: usual = name }) {
  const page = await server.open(words({ game: game ?? usual, seed: "5", ...address }));
  const clicked = await shown(page, name, async () => {
    const left = () => want.filter((text) => !played(page).some((move) => text.test(move)));
    const end = await playOut(page, clicks, want && { prefer: preferring(want, page), until: () => left().length === 0 });
    assert.deepStrictEqual(refusals(page), []);
    if (want) assert.deepStrictEqual(left(), []);
    else assert.match(end.text, /wins|win|draw/i);
    return played(page);
  });
  await page.done();
  return clicked;
}

const only = process.env.ONLY?.split(",");
for (const [name, game] of Object.entries(GAMES)) {
  test(`a whole game of ${name} is played by clicking, and every kind of move once`, { skip: only && !only.includes(name) }, async () => {
    const clicked = [];
    for (const each of [...game.plays, ...(game.more ?? [])]) clicked.push(...(await play(name, each, game)));
    for (const [kind, text] of Object.entries(game.kinds)) {
      assert(clicked.some((move) => text.test(move)), `${kind} (${text}) was clicked in ${name}: ${[...new Set(clicked)].join(" ")}`);
    }
  });
}
