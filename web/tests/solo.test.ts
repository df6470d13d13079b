// Playing alone: the sheet of time and moves, and what lies below others.
import { expect, test } from "vitest";
import { earned, ENOUGH, nextOf, openLevels, placeOf } from "../src/server/packs";
import type { Entry, Packs, Scene } from "../src/server/protocol";
import { streak, weeks } from "../src/storage/days";
import { isCovered } from "../src/table/input/peek";
import { clock, improved } from "../src/storage/records";
import { Scoresheet } from "../src/table/solo/scoresheet.svelte";

test("time is written as people write it", () => {
  expect(clock(0)).toBe("0:00");
  expect(clock(67.9)).toBe("1:07");
  expect(clock(3765)).toBe("1:02:45");
});

test("all moves are counted, though only the end of a long log is here", () => {
  const sheet = new Scoresheet("t");
  sheet.follow(2);
  sheet.follow(5);
  const entry = (n: number) => ({ n, seat: 1 }) as Entry;
  expect(sheet.moves([1, 2, 3, 4, 5].map(entry), 1)).toBe(3);
  expect(sheet.moves([4, 5].map(entry), 1)).toBe(3);
});

test("the best keeps the better of each", () => {
  expect(improved(null, { seconds: 90, moves: 70 })).toEqual({ seconds: 90, moves: 70 });
  expect(improved({ seconds: 80, moves: 90 }, { seconds: 100, moves: 70 })).toEqual({ seconds: 80, moves: 70 });
});

test("only what lies below others in a fan can be peeked at", () => {
  const piece = (key: string) => ({ key, look: `card:${key}`, label: key, turned: 0 });
  const zone = (key: string, layout: "fan_down" | "pile", keys: string[]) => ({
    key,
    label: key,
    x: 0,
    y: 0,
    layout,
    look: "column",
    region: "table",
    pieces: keys.map(piece),
  });
  const scene: Scene = {
    zones: [zone("column:0", "fan_down", ["7D", "JS"]), zone("home:0", "pile", ["AS", "2S"])],
    gestures: [],
    status: "",
    highlights: [],
  };
  expect(isCovered(scene, "7D")).toBe(true);
  expect(isCovered(scene, "JS")).toBe(false);
  expect(isCovered(scene, "AS")).toBe(false);
  expect(isCovered(scene, "QH")).toBe(false);
});

test("days in a row are counted to today, or to yesterday while today is not over", () => {
  const days = ["2026-11-10", "2026-11-14", "2026-11-15", "2026-11-16"];
  expect(streak(days, "2026-11-17")).toBe(3);
  expect(streak([...days, "2026-11-17"], "2026-11-17")).toBe(4);
  expect(streak(days, "2026-11-18")).toBe(0);
  expect(streak(["2025-12-31", "2026-01-01"], "2026-01-01")).toBe(2);
});

test("the calendar ends with today, in weeks from Monday", () => {
  const [before, now] = weeks("2026-11-17", 2); // a Tuesday
  expect(before?.[0]).toBe("2026-11-09");
  expect(before?.length).toBe(7);
  expect(now).toEqual(["2026-11-16", "2026-11-17"]);
});

const packs: Packs = {
  game: "g",
  packs: [
    { level: "easy", puzzles: ["a", "b", "c"] },
    { level: "hard", puzzles: ["d", "e"] },
  ],
};

test("the next puzzle is the next that is not solved, then what was left out", () => {
  expect(placeOf(packs, "e")).toEqual({ level: "hard", at: 1, of: 2 });
  expect(placeOf(packs, "x")).toBeNull();
  expect(nextOf(packs, "a", {})).toBe("b");
  expect(nextOf(packs, "a", { b: 3, c: 1 })).toBe("d");
  expect(nextOf(packs, "e", { d: 2, e: 2 })).toBe("a");
  expect(nextOf(packs, "e", { a: 1, b: 1, c: 1, d: 1, e: 1 })).toBeNull();
});

test("a level opens when the one before is well begun, or when it is itself", () => {
  const easy = Array.from({ length: 12 }, (_, i) => `e${i}`);
  const all: Packs = {
    game: "g",
    packs: [
      { level: "easy", puzzles: easy },
      { level: "medium", puzzles: ["m"] },
      { level: "hard", puzzles: ["h"] },
    ],
  };
  expect([...openLevels(all, {})]).toEqual(["easy"]);
  expect([...openLevels(all, Object.fromEntries(easy.slice(0, ENOUGH).map((id) => [id, 1])))]).toEqual([
    "easy",
    "medium",
  ]);
  expect([...openLevels(all, { h: 3 })]).toEqual(["easy", "hard"]);
});

test("three stars at once, two after taking back, one with help", () => {
  expect([earned(false, true), earned(false, false), earned(true, true)]).toEqual([3, 2, 1]);
});
