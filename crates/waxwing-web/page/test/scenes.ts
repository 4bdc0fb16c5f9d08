// Small scenes for tests.

import type { Kind, Scene } from "../src/messages";

/** A scene with places of these names in a row, and pieces of a kind on some of them. */
export function row(names: string[], kind: Kind, on: string[] = names): Scene {
  return {
    width: names.length,
    height: 1,
    colours: ["white", "black"],
    ground: [],
    lines: [],
    labels: [],
    marks: [],
    places: names.map((name, index) => ({ name, x: index + 0.5, y: 0.5, width: 1, height: 1, shape: "square", shade: "plain" })),
    pieces: on.map((place) => ({ place, kind, count: 1, face_up: true, owner: 0 })),
  };
}

/** Moves by the places that they touch; their text joins them. */
export function moves(...touched: string[][]) {
  return touched.map((touches) => ({ text: touches.join("-"), touches }));
}
