// Waxwing as the engine of Sabaki, a Go client: its library starts the programs, sends the commands and reads the answers.
//
//     node client.js PATH-TO-WAXWING
'use strict'
const assert = require('node:assert')
const {setTimeout: wait} = require('node:timers/promises')
const {Controller} = require('@sabaki/gtp')

const [, , program] = process.argv

function start(agent) {
  const engine = new Controller(program, ['gtp', '--agent', agent])
  engine.start()
  return engine
}

/** The answer to a command that must succeed. */
async function ask(engine, name, ...args) {
  const {error, content} = await engine.sendCommand({name, args})
  assert.ok(!error, `${name} ${args.join(' ')}: ${content}`)
  return content
}

async function prepare(engine) {
  await ask(engine, 'boardsize', '9')
  await ask(engine, 'komi', '7.5')
  await ask(engine, 'clear_board')
}

/** Two engines play a whole game through the client. */
async function playGame() {
  const engines = [start('uct @60'), start('rave @40')]
  for (const engine of engines) await prepare(engine)
  let passes = 0
  let moves = 0
  for (; passes < 2; moves++) {
    assert.ok(moves < 500, 'the game does not end')
    const [mover, other] = moves % 2 === 0 ? engines : [...engines].reverse()
    const color = moves % 2 === 0 ? 'B' : 'W'
    const move = await ask(mover, 'genmove', color)
    if (move === 'resign') break
    await ask(other, 'play', color, move)
    passes = move === 'pass' ? passes + 1 : 0
  }
  const [score, same] = [await ask(engines[0], 'final_score'), await ask(engines[1], 'final_score')]
  assert.match(score, /^([BW]\+\d+(\.5)?|0)$/)
  assert.strictEqual(score, same)
  for (const engine of engines) await engine.stop()
  return moves
}

/** The client analyses a position until its user does something else. */
async function analyze(command) {
  const engine = start('uct @2000000')
  await prepare(engine)
  await ask(engine, 'play', 'B', 'E5')
  const infos = []
  const analysis = engine.sendCommand({name: command, args: ['W', '5']}, ({line}) => {
    if (line.startsWith('info')) infos.push(line)
  })
  for (let tries = 0; infos.length < 3 && tries < 400; tries++) await wait(25)
  await ask(engine, 'name')
  await analysis
  assert.ok(infos.length >= 3, `${infos.length} lines of analysis`)
  // What the client draws on the board, by its own reading of a line.
  const variation = /^info move ([A-HJ]\d) visits (\d+) winrate (\d+(?:\.\d+)?) .*\border (\d+) pv( (?:[A-HJ]\d|pass))+/
  for (const line of infos) assert.match(line, variation)
  await engine.stop()
}

/** What the client shows of a mistake, and what it can take back. */
async function makeMistakes() {
  const engine = start('uct @50')
  await prepare(engine)
  for (const [name, ...args] of [['play', 'W', 'Z99'], ['play', 'B'], ['boardsize', '77'], ['undo'], ['dance']]) {
    const {error, content} = await engine.sendCommand({name, args})
    assert.ok(error && content.length > 0, `${name} ${args.join(' ')} is no error`)
  }
  await ask(engine, 'play', 'B', 'A1')
  assert.ok((await engine.sendCommand({name: 'play', args: ['W', 'A1']})).error)
  await ask(engine, 'undo')
  await ask(engine, 'play', 'W', 'A1')
  const known = (await ask(engine, 'list_commands')).split('\n')
  for (const name of ['genmove', 'undo', 'loadsgf', 'time_settings', 'lz-analyze', 'kata-analyze']) {
    assert.ok(known.includes(name), name)
    assert.strictEqual(await ask(engine, 'known_command', name), 'true')
  }
  await engine.stop()
}

async function main() {
  const moves = await playGame()
  await analyze('lz-analyze')
  await analyze('kata-analyze')
  await makeMistakes()
  console.log(`a game of ${moves} moves, two analyses, mistakes: all as the client expects`)
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
