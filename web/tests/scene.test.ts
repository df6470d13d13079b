// Gestures, landing and identity: what a hand means, and who is who.
import { expect, test } from "vitest";
import type { Gesture, Scene, Zone, Said } from "../src/protocol";
import { carried, obvious, picks, targets } from "../src/scene/gestures";
import { identify } from "../src/scene/identity";
import { landing } from "../src/scene/landing";
import { highlighted } from "../src/scene/highlights";
import { partOf } from "../src/drawings/tiles";
import { added } from "../src/table/outcome";
import { stand } from "../src/drawings/meeples";

const gesture = (event: string, pick: string | null, drop: string | null): Gesture => ({
  event, words: event, pick, drop, choices: [], amount: null,
}); // prettier-ignore
const zone = (key: string, look: string, ...keys: string[]): Zone => ({
  key, label: key, x: 0, y: 0, layout: "fan_down", look, region: "table",
  pieces: keys.map((k) => ({ key: k, look: `card:${k}`, label: k, turned: 0 })),
}); // prettier-ignore
const set = (code: string, template: string): Said => ({ code, template, values: {} });
const scene = (zones: Zone[], gestures: Gesture[] = []): Scene => ({ zones, gestures, status: "", highlights: [] });

const table = scene(
  [zone("a", "column", "KS", "QH"), zone("b", "column", "JC"), zone("c", "column"), zone("home", "foundation")],
  [gesture("run", "QH", "c"), gesture("onto", "QH", "b"), gesture("up", "QH", "home"), gesture("zone", "b", "c")],
);

test("a zone that is picked means its last piece", () => {
  expect(picks(table, { zone: "b", piece: "JC" }).map((g) => g.event)).toEqual(["zone"]);
  expect(picks(table, { zone: "a", piece: "KS" })).toEqual([]);
  expect([...targets(table, { zone: "a", piece: "QH" })].sort()).toEqual(["b", "c", "home"]);
});

test("of a fan the pieces that lie on the picked one come along", () => {
  expect(carried(table, { zone: "a", piece: "KS" }).map((p) => p.key)).toEqual(["KS", "QH"]);
});

test("the obvious move goes home first", () => {
  expect(obvious(table, { zone: "a", piece: "QH" })?.event).toBe("up");
});

const box = (x: number, y: number) => ({ x, y, w: 100, h: 140 });
const places = new Map([["left", box(0, 0)], ["right", box(150, 0)], ["far", box(600, 0)]]); // prettier-ignore

test("a drop between two places goes where it may", () => {
  const found = landing(box(80, 10), { x: 130, y: 80 }, places, new Set(["right"]), "far");
  expect(found).toEqual({ zone: "right", legal: true });
});

test("a drop on a place where it may not go names that place", () => {
  const found = landing(box(5, 5), { x: 50, y: 60 }, places, new Set(["far"]), "far");
  expect(found).toEqual({ zone: "left", legal: false });
});

test("a drop far from everything is none", () => {
  expect(landing(box(350, 300), { x: 400, y: 370 }, places, new Set(["left"]), "left")).toBeNull();
});

test("pieces that cannot be told apart are recognised when they move", () => {
  const rook = (at: string) => ({ key: `R@${at}`, look: "chess:R", label: "rook", turned: 0 });
  const square = (key: string, ...on: string[]): Zone => ({ ...zone(key, "square:dark"), pieces: on.map(rook) });
  const before = identify([], scene([square("1", "1"), square("2")]));
  const after = identify(before, scene([square("1"), square("2", "2")]));
  expect(after.map((k) => [k.id, k.zone])).toEqual([[before[0]?.id, "2"]]);
});

test("a hidden card that is turned up is the same card", () => {
  const back = { key: "hand/3", look: "card:back", label: "", turned: 0 };
  const before = identify([], scene([{ ...zone("hand", "hand"), pieces: [back] }]));
  const after = identify(before, scene([zone("turned", "turned", "QS")]));
  expect(after[0]?.id).toBe(before[0]?.id);
});

test("a tile that is laid comes from the hand, also when the next one looks the same", () => {
  const tile = (key: string, look: string) => ({ key, look: `tile:${look}`, label: "", turned: 0 });
  const beside = (key: string, look: string): Zone => ({ ...zone(key, ""), pieces: [tile(key, look)] });
  const map = (...keys: string[]): Zone[] =>
    keys.map((key) => ({ ...zone(key, ""), region: "map", pieces: [tile(`tile@${key}`, "E")] }));
  const before = identify([], scene([...map("0,0"), beside("drawn", "E"), beside("bag", "E")]));
  const hand = before.find((k) => k.zone === "drawn")?.id;
  for (const next of ["E", "N"]) {
    const after = identify(before, scene([...map("0,0", "1,0"), beside("drawn", next), beside("bag", "E")]));
    expect(after.find((k) => k.zone === "1,0")?.id).toBe(hand);
    expect(new Set(after.map((k) => k.id)).size).toBe(after.length);
  }
});

test("where sets of places meet each is outlined, by its own part of the tile", () => {
  const shown = { ...scene([]), highlights: [[set("city", "city of 1 tile"), ["a"]], [set("field", "field of 2 tiles"), ["a", "b"]]] as [Said, string[]][] };
  expect(highlighted(shown, "a").lit).toEqual([
    { key: "a", hue: 0, part: "city" },
    { key: "a", hue: 1, part: "field" },
    { key: "b", hue: 1, part: "field" },
  ]);
  expect(highlighted(shown, "c").lit).toEqual([]);
  expect(partOf("E", "city")).not.toBe(partOf("E", "field"));
  expect(partOf("B", "cloister")).not.toBeNull();
  expect(partOf("E", "cloister")).toBeNull(); // round the cloister, whole tiles
});

test("an outcome does not repeat its title", () => {
  expect(added(set("won", "You win: every card is home"), "Ganhou: tudo em casa")).toBe("tudo em casa");
  expect(added("player 1 wins", "player 1 wins")).toBe("player 1 wins");
});

test("a follower stands on its part of the tile however it is turned", () => {
  const [x, y] = stand("K", "E", 0);
  expect(y).toBeLessThan(30);
  expect(stand("K", "E", 1)).toEqual([100 - y, x]);
  expect(stand("K", "E", 2)).toEqual([100 - x, 100 - y]);
});
