// The editor of expressions: what can be written at the cursor, and where an error is. All names and parameters are those of the
// catalogue; what it has and this file does not know is text.

import type { CatalogueView, EntryView, LevelView, ParameterView } from "./messages";

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
  | { kind: "argument" | "term"; call: string; given: string[] }
  | { kind: "value"; call: string; parameter: string };

const WORD = /[a-z][a-z0-9/-]*$/i;

/** What can be written where the cursor is, the best first. */
export function complete(text: string, cursor: number, catalogue: CatalogueView, most = 12): Completion[] {
  const before = text.slice(0, cursor);
  const prefix = WORD.exec(before)?.[0] ?? "";
  const place = placeAt(before.slice(0, before.length - prefix.length), catalogue);
  const offered = offers(place, catalogue).filter((offer) => offer.text.toLowerCase().startsWith(prefix.toLowerCase()));
  return offered.slice(0, most).map((offer) => ({ ...offer, replaces: prefix.length }));
}

/** The text with a completion in it, and where the cursor is then. */
export function insert(text: string, cursor: number, completion: Completion): { text: string; cursor: number } {
  const start = cursor - completion.replaces;
  return { text: text.slice(0, start) + completion.text + text.slice(cursor), cursor: start + completion.text.length };
}

/** A call whose parentheses are open. */
interface Open {
  call: string;
  /** Where its last argument begins, and the parameters that those before it name. */
  argument: number;
  given: string[];
  /** Whether it stands in a value that is no policy. */
  isValue: boolean;
}

/** Finds out what comes next after a text that ends between two words. */
function placeAt(before: string, catalogue: CatalogueView): Place {
  const open: Open[] = [];
  const parameterOf = ({ argument }: Open, end: number) => /^\s*([a-z-]+)\s*=/.exec(before.slice(argument, end))?.[1];
  for (let at = 0; at < before.length; at += 1) {
    const [letter, outer] = [before[at], open.at(-1)];
    if (letter === '"') {
      const end = before.indexOf('"', at + 1);
      if (end < 0) return { kind: "none" };
      at = end;
    } else if (letter === "(" || letter === "[") {
      const call = letter === "(" ? (WORD.exec(before.slice(0, at).trimEnd())?.[0] ?? "") : "[";
      const parameter = outer && find(outer.call, catalogue)?.parameters.find(({ name }) => name === parameterOf(outer, at));
      const isValue = outer !== undefined && (outer.isValue || (parameter !== undefined && !takesPolicy(parameter)));
      open.push({ call, argument: at + 1, given: [], isValue });
    } else if (letter === ")" || letter === "]") {
      open.pop();
    } else if (letter === "," && outer) {
      outer.given.push(parameterOf(outer, at) ?? "");
      outer.argument = at + 1;
    }
  }
  const inner = open.at(-1);
  if (inner?.isValue) return { kind: "none" };
  if (inner?.call === "[") return { kind: "schedule" };
  if (inner && inner.call !== "") {
    const { call, given } = inner;
    const named = parameterOf(inner, before.length);
    const begun = before.slice(inner.argument);
    if (named && /=\s*$/.test(begun)) return { kind: "value", call, parameter: named };
    if (begun.trim() === "") return { kind: "argument", call, given };
    return endsTerm(begun) ? { kind: "none" } : { kind: "term", call, given };
  }
  const outside = before.trimEnd();
  if (outside === "") return { kind: "start" };
  if (outside.endsWith("@")) return { kind: "budget" };
  if (!endsTerm(outside) && !/\bwith\b/.test(outside)) return { kind: "policy" };
  if (/\bwith$|,$/.test(outside)) return { kind: "option" };
  return { kind: "none" };
}

/** Whether a text ends where a policy could end, rather than go on with one more strategy. */
function endsTerm(text: string): boolean {
  return !/(>|▷|\+|\(|\]|,|[0-9])$/.test(text.trimEnd());
}

type Offer = Omit<Completion, "replaces">;

function offers(place: Place, catalogue: CatalogueView): Offer[] {
  const role = (name: string) => catalogue.entries.filter((entry) => entry.role === name).map(offer);
  // Roles that this file does not know are parts of policies.
  const policies = () => catalogue.entries.filter((entry) => !["option", "schedule", "player"].includes(entry.role)).map(offer);
  const presets = catalogue.presets.map(({ name, about, expression }) => ({ text: name, about: `${about}: ${expression}`, detail: "preset" }));
  switch (place.kind) {
    case "start":
      return [...policies(), ...role("player"), ...presets];
    case "policy":
      return policies();
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
    case "argument": {
      const parameters = find(place.call, catalogue)?.parameters;
      const left = (parameters ?? []).filter(({ name }) => !place.given.includes(name));
      const names = left.map(({ name, about, range }) => ({ text: `${name}=`, about, detail: range }));
      return combines(parameters) ? [...policies(), ...names] : names;
    }
    case "term":
      return combines(find(place.call, catalogue)?.parameters) ? policies() : [];
    case "value": {
      const parameter = find(place.call, catalogue)?.parameters.find(({ name }) => name === place.parameter);
      if (!parameter) return [];
      const words = wordsOf(parameter.range).map((text) => ({ text, about: parameter.about, detail: parameter.name }));
      return takesPolicy(parameter) ? [...words, ...policies()] : words;
    }
    case "none":
      return [];
  }
}

function offer(entry: EntryView): Offer {
  return { text: entry.name, about: entry.about, detail: entry.signature };
}

/** Whether the value of a parameter is a policy. */
function takesPolicy({ range }: ParameterView): boolean {
  return /\bpolic(y|ies)\b/.test(range);
}

/** Whether a call takes policies: operators such as `blend` are no entries, or entries that combine policies. */
function combines(parameters: ParameterView[] | undefined): boolean {
  return parameters === undefined || parameters.some(takesPolicy);
}

/** The words that a range names. */
function wordsOf(range: string): string[] {
  return [...range.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
}

/** The words that a parameter is one of, if it can be nothing else. */
export function choicesOf({ range }: ParameterView): string[] | null {
  return /^(`[^`]+`(, | or )?)+$/.test(range) ? wordsOf(range) : null;
}

/** The entry of a name; of several, one with a role that comes first here. */
function find(name: string, catalogue: CatalogueView, roles: string[] = []): EntryView | undefined {
  const called = catalogue.entries.filter((entry) => entry.name === name || entry.aliases.includes(name));
  return roles.map((role) => called.find((entry) => entry.role === role)).find(Boolean) ?? called[0];
}

/** An entry that an expression names, with what it is given. */
export interface Call {
  entry: EntryView;
  /** Where its arguments are, with their parentheses. */
  span: Span;
  arguments: Argument[];
}

/** A text that is given for a parameter. */
export interface Argument {
  parameter: string | undefined;
  value: string;
  /** Where it is, with the parameter's name if that is written. */
  span: Span;
  isNamed: boolean;
}

type Span = [number, number];

/** The calls of an expression, in its order. Names that the catalogue does not have are left out. */
export function calls(text: string, catalogue: CatalogueView): Call[] {
  const found: Call[] = [];
  // Where values of parameters are that are no policies: a word there is no name of an entry.
  const values: Span[] = [];
  const plain = text.replace(/"[^"]*"?/g, (quoted) => '"'.repeat(quoted.length));
  for (const { index, 0: name } of plain.matchAll(/[a-z][a-z0-9-]*/gi)) {
    const end = index + name.length;
    if (values.some(([from, to]) => index >= from && index < to) || /^\s*=/.test(plain.slice(end))) continue;
    const entry = find(name, catalogue, rolesAt(plain.slice(0, index)));
    if (!entry) continue;
    const spans = argumentsAt(plain, end);
    const given = spans.map((span, place) => argument(text, span, entry.parameters[place]?.name));
    const isValue = ({ parameter }: Argument) => entry.parameters.some((each) => each.name === parameter && !takesPolicy(each));
    values.push(...given.filter(isValue).map(({ span }) => span));
    found.push({ entry, span: [end, closing(plain, end)], arguments: given });
  }
  return found;
}

/** The roles that a name behind a text can have. */
function rolesAt(before: string): string[] {
  if (/\[\s*$/.test(before)) return ["schedule"];
  return /\bwith\b/.test(before) ? ["option"] : ["strategy", "player"];
}

/** Where a call ends whose name ends here. */
function closing(plain: string, name: number): number {
  if (plain[name] !== "(") return name;
  let depth = 0;
  for (let at = name; at < plain.length; at += 1) {
    if ("([".includes(plain[at]!)) depth += 1;
    else if (")]".includes(plain[at]!) && --depth === 0) return at + 1;
  }
  return plain.length;
}

/** Where the arguments of such a call are. */
function argumentsAt(plain: string, name: number): Span[] {
  const end = closing(plain, name);
  const found: Span[] = [];
  let [depth, from] = [0, name + 1];
  for (let at = name; at < end; at += 1) {
    if ("([".includes(plain[at]!)) depth += 1;
    else if (")]".includes(plain[at]!)) depth -= 1;
    const isBetween = depth === 1 && plain[at] === ",";
    if (isBetween || at + 1 === end) {
      const to = isBetween || depth === 0 ? at : end;
      if (plain.slice(from, to).trim() !== "") found.push([from, to]);
      from = at + 1;
    }
  }
  return found;
}

/** Reads an argument: `name=value`, or a value for the parameter at its place. */
function argument(text: string, span: Span, atPlace: string | undefined): Argument {
  const given = text.slice(...span);
  const name = /^\s*([a-z-]+)\s*=/.exec(given);
  return { parameter: name?.[1] ?? atPlace, value: given.slice(name?.[0].length ?? 0).trim(), span, isNamed: name !== null };
}

/** The text with another value for a parameter of a call; without one it is left out, and its default holds. */
export function withArgument(text: string, call: Call, parameter: string, value: string): string {
  const named = (each: string | undefined, value: string) => `${each}=${value}`;
  const place = call.arguments.findIndex((given) => given.parameter === parameter);
  const written = call.arguments.map(({ span, isNamed, ...given }, at) => {
    // What comes behind an argument that is left out has another place.
    if (place >= 0 && at > place && value === "" && !isNamed) return named(given.parameter, given.value);
    if (at !== place) return text.slice(...span).trim();
    return isNamed ? named(parameter, value) : value;
  });
  if (place < 0 && value !== "") written.push(named(parameter, value));
  if (place >= 0 && value === "") written.splice(place, 1);
  const [from, to] = call.span;
  return text.slice(0, from) + (written.length > 0 ? `(${written.join(", ")})` : "") + text.slice(to);
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
