// What the address after `#` says: game, options, seats, seed, budget, moves, and what is looked at.

import type { Share } from "./messages";

/** Everything that is needed to show the same thing again. */
export interface Address extends Share {
  /** The panel that is open. */
  panel?: string;
  /** The expression that thinks, its budget and its seed. */
  agent?: string;
  thinking?: string;
  thinkingSeed?: string;
  /** The node of the tree that is looked at. */
  path?: string[];
  /** Whether the search begins by itself. */
  think?: boolean;
}

const TEXTS = ["seed", "budget", "position", "moves", "panel", "agent"] as const;

/** The part of an address after `#`. */
export function write(address: Address): string {
  const words = new URLSearchParams();
  words.set("game", address.game);
  address.seats.forEach((seat) => words.append("seat", seat ?? "person"));
  for (const name of TEXTS) {
    const value = address[name];
    if (value) words.set(name, value);
  }
  if (address.thinking) words.set("thinking", address.thinking);
  if (address.thinkingSeed) words.set("thinking-seed", address.thinkingSeed);
  if (address.path?.length) words.set("path", address.path.join(" "));
  if (address.think) words.set("think", "yes");
  return words.toString();
}

/** What an address says, or null if it names no game. */
export function read(hash: string): Address | null {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const game = words.get("game");
  if (!game) return null;
  const address: Address = { game, seats: words.getAll("seat").map((seat) => (seat === "person" ? null : seat)) };
  for (const name of TEXTS) {
    const value = words.get(name);
    if (value) address[name] = value;
  }
  const [thinking, seed, path] = [words.get("thinking"), words.get("thinking-seed"), words.get("path")];
  if (thinking) address.thinking = thinking;
  if (seed) address.thinkingSeed = seed;
  if (path) address.path = path.split(" ");
  if (words.get("think") === "yes") address.think = true;
  return address;
}

/** The name of a game without its options. */
export function nameOf(game: string): string {
  return game.split("(")[0]!.trim();
}

/** The options of a game as they are written: `go(size=5)` has `size` with the value `5`. Texts are in quotes. */
export function optionsOf(game: string): Map<string, string> {
  const inside = /\((.*)\)\s*$/s.exec(game)?.[1] ?? "";
  const pairs = inside.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|([^",]*))/g);
  return new Map([...pairs].map(([, name, text, word]) => [name!, text ?? word!.trim()]));
}

/** A game with those options that differ from their defaults. */
export function gameText(name: string, options: { name: string; value: string; default: string }[]): string {
  const given = options.filter((option) => option.value.trim() !== "" && option.value !== option.default);
  const written = given.map((option) => `${option.name}=${quoted(option.value)}`).join(", ");
  return written ? `${name}(${written})` : name;
}

/** A value as it stands in an expression: a word or a number, or a text in quotes. */
function quoted(value: string): string {
  return /^[\w.]+$/.test(value) ? value : `"${value}"`;
}
