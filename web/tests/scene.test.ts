// Gestures, landing and identity: what a hand means, and who is who.
import { expect, test } from "vitest";
import type { Gesture, Scene, Zone, Sentence } from "../src/server/protocol";
import { carried, obvious, picks, targets } from "../src/scene/gestures";
import { identify } from "../src/scene/identity";
import { landing } from "../src/scene/landing";
import { highlighted } from "../src/scene/highlights";
import { landOf, means, partOf } from "../src/drawings/tiles";
import { reasonOf } from "../src/table/result/outcome";
import { stand } from "../src/drawings/meeples";

const gesture = (event: string, pick: string | null, drop: string | null): Gesture => ({
  event, words: event, pick, drop, choices: [], amount: null,
}); // prettier-ignore
const zone = (key: string, look: string, ...keys: string[]): Zone => ({
  key, label: key, x: 0, y: 0, layout: "fan_down", look, region: "table",
  pieces: keys.map((k) => ({ key: k, look: `card:${k}`, label: k, turned: 0 })),
}); // prettier-ignore
const set = (code: string, template: string): Sentence => ({ code, template, values: {} });
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
  const shown = {
    ...scene([]),
    highlights: [
      [set("city", "city of 1 tile"), ["a#c1"]],
      [set("field", "field of 2 tiles"), ["a#f4", "b#f1"]],
    ] as [Sentence, string[]][],
  };
  expect(highlighted(shown, "a").lit).toEqual([
    { key: "a", hue: 0, part: "city", marks: "c1" },
    { key: "a", hue: 1, part: "field", marks: "f4" },
    { key: "b", hue: 1, part: "field", marks: "f1" },
  ]);
  expect(highlighted(shown, "c").lit).toEqual([]);
  expect(partOf("tile:cN", "city", "c1")?.path).not.toBe(partOf("tile:cN", "field", "f4")?.path);
  expect(partOf("tile:m", "cloister", "")).not.toBeNull();
  expect(partOf("tile:cN", "cloister", "")).toBeNull(); // round the cloister, whole tiles
});

const KINDS = [
  "m.rS", "m", "cNESW!", "cN.rEW", "cN", "cEW!", "cNS", "cW.cE", "cN.cE", "cN.rES", "cN.rSW", "cN.rW.rE.rS",
  "cNW!", "cNW", "cNW!.rES", "cNW.rES", "cNEW!", "cNEW", "cNEW!.rS", "cNEW.rS", "rNS", "rSW", "rW.rE.rS", "rN.rW.rE.rS",
]; // prettier-ignore

test("every part of every tile of the base game has an outline of its own", () => {
  for (const words of KINDS) {
    const look = `tile:${words}`;
    const land = landOf(look);
    const cities = land?.cities ?? [];
    const roads = land?.roads ?? [];
    const ports: Record<string, number> = { N: 1, E: 4, S: 7, W: 10 };
    const marks = [
      ...cities.map(({ sides }) => `c${ports[sides[0] ?? "N"]}`),
      ...roads.map((sides) => `r${ports[sides[0] ?? "N"]}`),
    ];
    const outlines = marks.map((mark) => partOf(look, mark.startsWith("c") ? "city" : "road", mark));
    expect(outlines).not.toContain(null);
    expect(outlines.map((outline) => outline?.isLine)).toEqual(marks.map((mark) => mark.startsWith("r")));
    expect(new Set(outlines.map((o) => `${o?.path} ${o?.rotate}`)).size).toBe(marks.length);
  }
});

test("roads cut fields, and a hand points at one of them", () => {
  const [look, marks] = ["tile:cN.rEW", "f5.f7"]; // a city, and a road past it
  expect(means(look, 0, marks, [50, 90])).toBe(true);
  expect(means(look, 0, marks, [50, 39])).toBe(false);
  expect(means(look, 0, "f3", [50, 39])).toBe(true);
  expect(means(look, 2, marks, [50, 10])).toBe(true); // upside down
  expect(means(look, 0, "c1", [50, 10])).toBe(true);
  expect(means(look, 0, "r4", [80, 50])).toBe(true);
});

test("an outcome does not repeat its title", () => {
  expect(
    reasonOf({ code: "won", template: "You win: {why}", values: { why: set("home", "every card is home") } }),
  ).toEqual(set("home", "every card is home"));
  expect(reasonOf("player 1 wins")).toBe("player 1 wins");
});

test("a follower stands on its part of the tile however it is turned", () => {
  expect(stand("50,21", 0)).toEqual([50, 21]);
  expect(stand("50,21", 1)).toEqual([79, 50]);
  expect(stand("50,21", 2)).toEqual([50, 79]);
  expect(stand("50,21", 3)).toEqual([21, 50]);
});
