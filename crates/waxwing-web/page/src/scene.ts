// The geometry of a scene: what is drawn where. `Board.svelte` puts it on the page; no game is known here.

import type { Colour, Label, Piece, Place, Scene } from "./messages";

/** The room around everything, in units. */
export const AIR = 0.15;
/** By how much the pieces of a stack lie above each other. */
const STEP = 0.16;

const PAINT: Record<Colour, { fill: string; ink: string; name: string }> = {
  black: { fill: "#1d1f24", ink: "#f4f4f4", name: "black" },
  white: { fill: "#fdfdfb", ink: "#1d1f24", name: "white" },
  blue: { fill: "#0072b2", ink: "#ffffff", name: "blue" },
  orange: { fill: "#e69f00", ink: "#1d1f24", name: "orange" },
  green: { fill: "#007d5f", ink: "#ffffff", name: "green" },
  purple: { fill: "#cc79a7", ink: "#1d1f24", name: "purple" },
};
const OTHERS = Object.keys(PAINT) as Colour[];

/** The colours of a seat. */
export function paint(scene: Scene, seat: number) {
  return PAINT[scene.colours[seat] ?? OTHERS[seat % OTHERS.length]!];
}

/** A piece with everything that is needed to draw it. */
export interface DrawnPiece {
  key: string;
  place: string;
  kind: Piece["kind"];
  x: number;
  y: number;
  /** Half of its width and height. */
  rx: number;
  ry: number;
  fill: string;
  ink: string;
  /** Whether it is black, and needs an edge in dark surroundings. */
  isDeep: boolean;
  text: string;
  size: number;
}

export interface DrawnPlace extends Place {
  points: string;
  fill: string | null;
  shadeClass: string;
}

/** What a label is written on: the page, or a pale or deep colour of the board. */
export type Under = "page" | "pale" | "deep";

export interface DrawnLabel extends Label {
  under: Under;
}

export interface Drawing {
  width: number;
  height: number;
  ground: DrawnPlace[];
  places: DrawnPlace[];
  lines: { x1: number; y1: number; x2: number; y2: number }[];
  labels: DrawnLabel[];
  pieces: DrawnPiece[];
  centres: Map<string, DrawnPlace>;
}

/** Whether turning the board around makes sense: hands of cards have no other side. */
export function canFlip(scene: Scene): boolean {
  return scene.text === undefined && (scene.ground.length > 0 || scene.places.some((place) => place.shape !== "rounded"));
}

/** Lays a scene out, turned by half a circle if it is flipped. */
export function lay(scene: Scene, flipped: boolean): Drawing {
  const turn = (x: number, y: number): [number, number] => (flipped ? [scene.width - x, scene.height - y] : [x, y]);
  const place = (given: Place): DrawnPlace => {
    const [x, y] = turn(given.x, given.y);
    const shape = flipped && given.shape === "up" ? "down" : flipped && given.shape === "down" ? "up" : given.shape;
    const drawn = { ...given, x, y, shape };
    const home = typeof given.shade === "object" ? given.shade.home : null;
    const shadeClass = typeof given.shade === "string" ? given.shade : "home";
    return { ...drawn, points: triangle(drawn), fill: home === null ? null : paint(scene, home).fill, shadeClass };
  };
  const places = scene.places.map(place);
  const ground = scene.ground.map(place);
  const centres = new Map(places.map((drawn) => [drawn.name, drawn]));
  return {
    width: scene.width,
    height: scene.height,
    ground,
    places,
    lines: scene.lines.map(({ from, to }) => {
      const [x1, y1] = turn(...from);
      const [x2, y2] = turn(...to);
      return { x1, y1, x2, y2 };
    }),
    labels: scene.labels.map((label) => {
      const [x, y] = turn(label.x, label.y);
      return { ...label, x, y, under: under([...ground, ...places], x, y, scene) };
    }),
    pieces: layPieces(scene, centres),
    centres,
  };
}

/** What lies under a point. */
function under(places: DrawnPlace[], x: number, y: number, scene: Scene): Under {
  const isHere = (place: DrawnPlace) => Math.abs(x - place.x) <= place.width / 2 && Math.abs(y - place.y) <= place.height / 2;
  const place = places.findLast((each) => each.shape !== "crossing" && isHere(each));
  if (!place) return "page";
  const isDark = typeof place.shade === "object" ? paint(scene, place.shade.home).fill === PAINT.black.fill : place.shade === "dark";
  return isDark ? "deep" : "pale";
}

function triangle({ x, y, width, height, shape }: Place): string {
  const [left, right, top, bottom] = [x - width / 2, x + width / 2, y - height / 2, y + height / 2];
  if (shape === "up") return `${left},${bottom} ${right},${bottom} ${x},${top}`;
  return `${left},${top} ${right},${top} ${x},${bottom}`;
}

function layPieces(scene: Scene, centres: Map<string, DrawnPlace>): DrawnPiece[] {
  const levels = new Map<string, number>();
  return scene.pieces.flatMap((piece) => {
    const place = centres.get(piece.place);
    const level = levels.get(piece.place) ?? 0;
    levels.set(piece.place, level + 1);
    return place ? [layPiece(scene, piece, place, level)] : [];
  });
}

function layPiece(scene: Scene, piece: Piece, place: DrawnPlace, level: number): DrawnPiece {
  const own = piece.owner === undefined ? { fill: "#e9e4d8", ink: "#1d1f24" } : paint(scene, piece.owner);
  const isStacked = piece.kind === "stacked";
  const written = piece.text ?? "";
  const text = piece.count > 1 ? `${written}${piece.count}` : written;
  const [width, height] = [place.width * 0.9, place.height * 0.9];
  const round = Math.min(1, place.width);
  const y = alongPoint(place, level) ?? place.y;
  const drawn: DrawnPiece = {
    key: `${piece.place}/${level}`,
    place: piece.place,
    kind: piece.kind,
    x: place.x,
    y: y - (isStacked ? STEP * level - 0.15 : 0),
    rx: (isStacked ? 0.36 : 0.38) * round,
    ry: (isStacked ? 0.2 : 0.38) * round,
    fill: own.fill,
    ink: own.ink,
    isDeep: own.fill === PAINT.black.fill,
    text,
    size: 0.36,
  };
  if (piece.kind === "king") return { ...drawn, text: "♛", size: 0.46 };
  if (piece.kind === "seeds") return { ...drawn, ink: place.shadeClass === "dark" ? "var(--on-board-dark)" : "#2b2414", text: String(piece.count), size: 0.46 };
  if (piece.kind === "card" || piece.kind === "die" || piece.kind === "block") {
    const red = piece.kind === "card" && /[♥♦]/.test(text);
    const letters = Math.max(2, [...text].length);
    const isBlock = piece.kind === "block";
    const ink = isBlock ? own.ink : red ? "#b3001b" : "#1d1f24";
    const size = Math.min(((isBlock ? 1.4 : 1.6) * width) / letters, 0.6 * height, 0.5);
    // A block shows whose it is on both sides; the back of a card is that of any.
    const fill = isBlock ? own.fill : piece.face_up ? "#ffffff" : "#5a6b8c";
    const shown = piece.face_up ? text : isBlock ? "?" : "";
    return { ...drawn, rx: width / 2, ry: height / 2, ink, size, fill, text: shown };
  }
  return drawn;
}

/** Where the pieces of a triangle lie: one behind the other, from its base on. */
function alongPoint(place: Place, level: number): number | null {
  const away = 0.45 + 0.8 * level;
  if (place.shape === "up") return place.y + place.height / 2 - away;
  if (place.shape === "down") return place.y - place.height / 2 + away;
  return null;
}

/** What stands on a place, in words. */
export function describe(scene: Scene, place: string): string {
  const here = scene.pieces.filter((piece) => piece.place === place);
  if (here.length === 0) return "empty";
  const words = here.map((piece) => {
    const owner = piece.owner === undefined ? "" : `${paint(scene, piece.owner).name} `;
    if (!piece.face_up) return `${owner}${piece.kind}, face down`;
    if (piece.kind === "seeds") return `${piece.count} seeds`;
    if (piece.kind === "card") return piece.text ?? "card";
    const count = piece.count > 1 ? `${piece.count} × ` : "";
    return `${count}${owner}${piece.kind === "stacked" ? "piece" : piece.kind}${piece.text ? ` ${piece.text}` : ""}`;
  });
  const counted = new Map<string, number>();
  words.forEach((word) => counted.set(word, (counted.get(word) ?? 0) + 1));
  return [...counted].map(([word, count]) => (count > 1 ? `${count} × ${word}` : word)).join(", ");
}
