// What somebody pastes: an address, the record of a game, or its moves.

import type { GameView } from "../messages";
import { nameOf, read, type Address } from "../share";

export type Pasted =
  | { kind: "address"; address: Address }
  | { kind: "record"; game: string; text: string }
  | { kind: "moves"; game: string; moves: string };

/** What a text is, beside the game that was named, which may be none; nothing if the text needs a game. */
export function understand(text: string, game: string, games: GameView[]): Pasted | null {
  const address = read(/#(\S*\bgame=\S+)/.exec(text)?.[1] ?? "");
  if (address) return { kind: "address", address };
  const named = game.trim();
  if (isRecord(text)) {
    // Without a name it is the game whose records can be read.
    const reading = named || games.find(({ records }) => records !== undefined)?.name;
    return reading ? { kind: "record", game: reading, text } : null;
  }
  return named ? { kind: "moves", game: named, moves: movesOf(text) } : null;
}

/** Whether a text begins, perhaps behind other words, as SGF does. No move of a game does. */
function isRecord(text: string): boolean {
  return /\(\s*;/.test(text);
}

/** Moves without their numbers: `1. d3 2. c5` has two. */
function movesOf(text: string): string {
  return text.replace(/(^|\s)\d+\.(?=\s|[^\d\s])\s*/g, "$1").replace(/\s+/g, " ").trim();
}

/** How many persons a game needs at the table, where all seats are theirs. */
export function seatsOf(game: string, games: GameView[]): null[] {
  const name = nameOf(game);
  const known = games.find((each) => each.name === name || each.aliases.includes(name));
  const players = /\bplayers\s*=\s*"?(\d+)/.exec(game)?.[1];
  return Array.from({ length: players ? Number(players) : (known?.players.length ?? 2) }, () => null);
}
