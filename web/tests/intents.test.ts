import { describe, expect, it } from "vitest";
import { placeBeside } from "../src/scene/annotation";
import { predict, matchingGestures, type Intent } from "../src/scene/intents";
import type { Gesture, Piece, Scene, Zone } from "../src/server/protocol";

const piece = (key: string): Piece => ({ key, look: `card:${key}`, label: key }) as Piece;
const zone = (key: string, layout: string, ...keys: string[]): Zone =>
  ({ key, layout, label: key, look: "", region: "table", pieces: keys.map(piece) }) as unknown as Zone;
const move = (event: string, pick: string, drop: string): Gesture => ({
  event,
  words: event,
  pick,
  drop,
  choices: [],
  amount: null,
});

const scene: Scene = {
  zones: [
    zone("one", "fan_down", "KS", "JD"),
    zone("two", "fan_down", "QC"),
    zone("cell", "pile"),
    zone("square", "square", "N"),
  ],
  gestures: [move("one_to_two", "one", "two"), move("one_to_cell", "one", "cell")],
  status: "",
  highlights: [],
};
const act = (gesture: Gesture, piece: string): Intent => ({
  kind: "act",
  event: gesture.event,
  gesture,
  spot: { zone: "one", piece },
});
const pieces = (s: Scene, key: string): string[] => s.zones.find((z) => z.key === key)?.pieces.map((p) => p.key) ?? [];

describe("what is done before it is answered", () => {
  const first = predict({ scene, length: 3 }, act(move("one_to_cell", "one", "cell"), "JD"), new Map());

  it("is seen at once", () => {
    expect(pieces(first.scene, "cell")).toEqual(["JD"]);
    expect(pieces(first.scene, "one")).toEqual(["KS"]);
    expect(first.length).toBe(4);
  });

  it("replaces what stands on a square", () => {
    const taken = predict(
      { scene, length: 0 },
      { kind: "drop", spot: { zone: "one", piece: "JD" }, zone: "square" },
      new Map(),
    );
    expect(pieces(taken.scene, "square")).toEqual(["JD"]);
  });

  it("goes back to what was seen before", () => {
    const back = predict(first, { kind: "undo" }, new Map([[3, scene]]));
    expect(back).toEqual({ scene, length: 3 });
    expect(predict({ scene, length: 0 }, { kind: "undo" }, new Map()).length).toBe(0);
  });
});

describe("what is meant by the next table", () => {
  const wanted = act(move("one_to_two", "one", "two"), "JD");

  it("is the same piece, although the event now names another", () => {
    // The knave is gone from the column, and the same event would move the king.
    const later = {
      ...scene,
      zones: [zone("one", "fan_down", "KS"), zone("two", "fan_down", "QC"), zone("cell", "pile", "JD")],
    };
    expect(matchingGestures(later, wanted)).toEqual([]);
    const open = { ...later, gestures: [move("one_to_two", "one", "two"), move("cell_to_two", "cell", "two")] };
    expect(matchingGestures(open, wanted).map((g) => g.event)).toEqual(["cell_to_two"]);
  });

  it("is the event itself where nothing has changed", () => {
    expect(matchingGestures(scene, wanted).map((g) => g.event)).toEqual(["one_to_two"]);
    expect(
      matchingGestures(scene, { kind: "drop", spot: { zone: "one", piece: "JD" }, zone: "cell" }).map((g) => g.event),
    ).toEqual(["one_to_cell"]);
    expect(matchingGestures(scene, { kind: "obvious", spot: { zone: "one", piece: "JD" } })).toHaveLength(1);
  });
});

describe("words at a spot", () => {
  it("stand where they cover the least", () => {
    const frame = { x: 0, y: 0, w: 800, h: 600 };
    const spot = { x: 300, y: 200, w: 80, h: 110 };
    const size = { w: 200, h: 40 };
    expect(placeBeside(spot, size, frame, []).y).toBe(318);
    const below = { x: 200, y: 300, w: 300, h: 200 };
    expect(placeBeside(spot, size, frame, [below]).y).toBe(152);
  });
});
