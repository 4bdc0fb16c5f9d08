// The editor of expressions: what can be written at the cursor, and where an error is.

import type { CatalogueView, EntryView, LevelView } from "./messages";

/** Something that can be written at the cursor. */
export interface Completion {
  /** What is written. */
  text: string;
  /** What it does. */
  about: string;
  /** Its role, or its range for a parameter. */
  detail: string;
  /** How many letters before the cursor it replaces. */
  replaces: number;
}

/** Where the cursor is. */
type Place =
  | { kind: "start" | "policy" | "option" | "budget" | "schedule" | "none" }
  | { kind: "argument"; call: string; given: string[] }
  | { kind: "value"; call: string; parameter: string };

const WORD = /[a-z][a-z0-9/-]*$/i;

/** What can be written where the cursor is, the best first. */
export function complete(text: string, cursor: number, catalogue: CatalogueView, most = 12): Completion[] {
  const before = text.slice(0, cursor);
  const prefix = WORD.exec(before)?.[0] ?? "";
  const place = placeAt(before.slice(0, before.length - prefix.length));
  const offered = offers(place, catalogue).filter((offer) => offer.text.toLowerCase().startsWith(prefix.toLowerCase()));
  return offered.slice(0, most).map((offer) => ({ ...offer, replaces: prefix.length }));
}

/** The text with a completion in it, and where the cursor is then. */
export function insert(text: string, cursor: number, completion: Completion): { text: string; cursor: number } {
  const start = cursor - completion.replaces;
  return { text: text.slice(0, start) + completion.text + text.slice(cursor), cursor: start + completion.text.length };
}

/** Finds out what comes next after a text that ends between two words. */
function placeAt(before: string): Place {
  const open: { call: string; from: number }[] = [];
  for (let at = 0; at < before.length; at += 1) {
    const letter = before[at];
    if (letter === '"') {
      const end = before.indexOf('"', at + 1);
      if (end < 0) return { kind: "none" };
      at = end;
    } else if (letter === "(" || letter === "[") {
      const call = letter === "(" ? (WORD.exec(before.slice(0, at).trimEnd())?.[0] ?? "") : "[";
      open.push({ call, from: at + 1 });
    } else if (letter === ")" || letter === "]") {
      open.pop();
    }
  }
  const inner = open.at(-1);
  if (inner?.call === "[") return { kind: "schedule" };
  if (inner && inner.call !== "" && inner.call !== "blend") {
    const parts = before.slice(inner.from).split(",");
    const last = parts.at(-1) ?? "";
    const named = /^\s*([a-z-]+)\s*=/.exec(last);
    if (named) return { kind: "value", call: inner.call, parameter: named[1]! };
    if (last.trim() !== "") return { kind: "none" };
    const given = parts.map((part) => /^\s*([a-z-]+)\s*=/.exec(part)?.[1]).filter((name) => name !== undefined);
    return { kind: "argument", call: inner.call, given };
  }
  const outside = before.trimEnd();
  if (outside === "") return { kind: "start" };
  if (outside.endsWith("@")) return { kind: "budget" };
  if (/(>|▷|\+|\(|\]|,|[0-9])$/.test(outside) && !/\bwith\b/.test(outside)) return { kind: "policy" };
  if (/\bwith$|,$/.test(outside)) return { kind: "option" };
  return { kind: "none" };
}

type Offer = Omit<Completion, "replaces">;

function offers(place: Place, catalogue: CatalogueView): Offer[] {
  const role = (name: string) => catalogue.entries.filter((entry) => entry.role === name).map(offer);
  const presets = catalogue.presets.map(({ name, about, expression }) => ({ text: name, about: `${about}: ${expression}`, detail: "preset" }));
  switch (place.kind) {
    case "start":
      return [...role("strategy"), ...role("player"), ...presets];
    case "policy":
      return role("strategy");
    case "option":
      return role("option");
    case "schedule":
      return role("schedule");
    case "budget":
      return [
        { text: "1000", about: "a thousand iterations; the same seed gives the same search", detail: "iterations" },
        { text: "10000", about: "ten thousand iterations", detail: "iterations" },
        { text: "1s", about: "a second", detail: "time" },
        { text: "5s", about: "five seconds", detail: "time" },
      ];
    case "argument":
      return parametersOf(place.call, catalogue)
        .filter((parameter) => !place.given.includes(parameter.name))
        .map((parameter) => ({ text: `${parameter.name}=`, about: parameter.about, detail: parameter.range }));
    case "value": {
      const parameter = parametersOf(place.call, catalogue).find(({ name }) => name === place.parameter);
      const words = parameter ? [...parameter.range.matchAll(/`([^`]+)`/g)].map((match) => match[1]!) : [];
      return words.map((text) => ({ text, about: parameter!.about, detail: parameter!.name }));
    }
    case "none":
      return [];
  }
}

function offer(entry: EntryView): Offer {
  return { text: entry.name, about: entry.about, detail: entry.signature };
}

function parametersOf(call: string, catalogue: CatalogueView) {
  return find(call, catalogue)?.parameters ?? [];
}

/** The entry of a name. */
export function find(name: string, catalogue: CatalogueView): EntryView | undefined {
  return catalogue.entries.find((entry) => entry.name === name || entry.aliases.includes(name));
}

/** The entries that an expression names, each once, in its order: for the list of parameters beside an editor. */
export function named(text: string, catalogue: CatalogueView): EntryView[] {
  const words = text.replace(/"[^"]*"/g, "").match(/[a-z][a-z0-9-]*/gi) ?? [];
  const entries = words.map((word) => find(word, catalogue)).filter((entry) => entry !== undefined);
  return [...new Set(entries)];
}

/** A place in bytes as a place in letters of the text. */
export function inLetters(text: string, [from, to]: [number, number]): [number, number] {
  const bytes = new TextEncoder().encode(text);
  const letters = (end: number) => new TextDecoder().decode(bytes.slice(0, end)).length;
  return [letters(from), letters(to)];
}

/** The expression of a level, or the text itself. */
export function ofLevel(text: string, levels: LevelView[]): string {
  return levels.find((level) => level.name === text)?.agent ?? text;
}
