// The open map: what is outlined, and what would lie where a hand points.
import { expect, test } from "vitest";
import { standOf } from "../src/drawings/meeples";
import { partOf } from "../src/drawings/tiles";
import type { Gesture, Scene, Zone } from "../src/server/protocol";
import { previewed } from "../src/scene/gestures";
import { planMap, STANDING } from "../src/scene/layout";

const place = (key: string, x: number, ...looks: string[]): Zone => ({
  key, label: key, x, y: 0, layout: "square", look: "", region: "map",
  pieces: looks.map((look, i) => ({ key: `${key}/${i}`, look, label: "", turned: 0 })),
}); // prettier-ignore
const lay = (drop: string, way: string): Gesture => ({
  event: `lay(${drop}, ${way})`,
  words: "",
  pick: "hand",
  drop,
  choices: [way],
  amount: null,
});
const scene: Scene = {
  zones: [place("hand", 0, "tile:rEW"), place("a", 1), place("b", 2, "tile:m", "meeple:1:M:50,50")],
  gestures: [lay("a", "east"), lay("a", "west")],
  status: "",
  highlights: [],
};

test("a piece is previewed the way in which it would lie first", () => {
  expect(previewed(scene, "a")).toMatchObject({ zone: "a", turned: 1, piece: { look: "tile:rEW" } });
  expect(previewed(scene, "b")).toBeNull();
  expect(previewed(scene, null)).toBeNull();
});

test("where several things could go nothing is previewed", () => {
  const gestures = [...scene.gestures, { ...lay("a", "east"), pick: "other" }];
  expect(previewed({ ...scene, gestures }, "a")).toBeNull();
});

test("what stands on a tile turns with it, and lies above what is drawn on the land", () => {
  expect(standOf("meeple:1:K:50,21", 1)).toEqual([79, 50]);
  expect(standOf("meeple:1", 1)).toBeNull();
  const { pieces } = planMap(scene.zones, 84);
  expect(pieces.get("b/0")?.z).toBeLessThan(STANDING);
  expect(pieces.get("b/1")?.z).toBeGreaterThan(STANDING);
});

test("a field is outlined along what ends it, never along the sides of its tile", () => {
  expect(partOf("tile:", "field", "f0")?.edge).toBe("");
  const besideRoad = partOf("tile:rEW", "field", "f0")?.edge ?? "";
  expect(besideRoad).not.toBe("");
  const lines = [...besideRoad.matchAll(/M([\d.]+) ([\d.]+)([vh])/g)];
  expect(lines.every(([, x, y, way]) => (way === "v" ? x !== "0" && x !== "100" : y !== "0" && y !== "100"))).toBe(
    true,
  );
});
