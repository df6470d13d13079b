// Pieces of kinds that a game has drawn itself: as large as their pictures, told apart and turned over as ours are.
import { expect, test } from "vitest";
import type { Piece, Scene, Zone } from "../src/server/protocol";
import { identify } from "../src/scene/identity";
import { isBack, kind, lasting } from "../src/scene/kinds";
import { plan } from "../src/scene/layout";

const piece = (key: string, look: string): Piece => ({ key, look, label: look, turned: 0 });
const zone = (key: string, x: number, look: string, ...pieces: Piece[]): Zone => ({
  key, x, y: 0, look, pieces, label: key, layout: look.startsWith("square") ? "square" : "pile", region: "table",
}); // prettier-ignore
const ROOM = { width: 900, height: 500, aspects: { rune: 2, wall: 0.25, "card:W": 2 } };
const shape = (look: string, place = "place"): number => {
  const box = plan([zone("a", 0, place, piece("p", look)), zone("b", 1, place)], ROOM).pieces.get("p");
  return (box?.h ?? 0) / (box?.w ?? 1);
};

test("a piece has the shape of the picture that the game has drawn", () => {
  expect(shape("rune:a")).toBeCloseTo(2);
  expect(shape("wall")).toBeCloseTo(0.25);
  expect(shape("card:W")).toBeCloseTo(2);
  expect(shape("card:QS")).toBeCloseTo(1.4);
  expect(shape("unheard of")).toBeCloseTo(1);
});

test("on a square everything is as large as the square", () => {
  expect(shape("rune:a", "square:light")).toBeCloseTo(1);
});

test("what a game has drawn is turned over where it lies", () => {
  const scene = (look: string): Scene => ({
    zones: [zone("a", 0, "place", piece(look, look))],
    gestures: [],
    status: "",
    highlights: [],
  });
  const [before] = identify([], scene("rune:back"));
  const [after] = identify(before ? [before] : [], scene("rune:a"));
  expect(after?.id).toBe(before?.id);
  expect(isBack("rune:back")).toBe(true);
});

test("chips stay chips, a meeple stays somebody's, and all else is what its look says", () => {
  expect(["chips:120", "meeple:1:K:50,21", "card:QS", "rune:a:b"].map(lasting)).toEqual([
    "chips",
    "meeple:1",
    "card:QS",
    "rune:a:b",
  ]);
  expect(kind("rune:a:b")).toBe("rune");
});
