import { describe, expect, it } from "vitest";
import { groundAt, groundBelow, isBeside, numbersOf } from "../src/scene/ground";
import { landingOnMap } from "../src/scene/landing";
import type { Zone } from "../src/server/protocol";

const place = (key: string, x: number, y: number, pieces: unknown[] = []): Zone =>
  ({ key, x, y, pieces, label: "", layout: "square", look: "", region: "map" }) as Zone;

describe("the open ground of a map", () => {
  const map = [place("0,0", 0, 0, [1]), place("0,1", 0, -1), place("1,0", 1, 0)];

  it("is called as its neighbours are, whichever way the numbers go", () => {
    expect(groundAt(map, 2.5, 1.2)).toEqual({ key: "2,-1", x: 2, y: 1 });
    expect(groundAt(map, -0.5, -2.5)).toEqual({ key: "-1,3", x: -1, y: -3 });
  });

  it("has no name where nobody knows which way they go", () => {
    expect(groundAt([place("0,0", 0, 0)], 1, 1)).toBeNull();
    expect(groundAt([place("heap", 0, 0), place("hand", 1, 1)], 1, 1)).toBeNull();
    expect(numbersOf("bag:1,2")).toBeNull();
  });

  it("is found by a point of the screen", () => {
    const seen = place("1,0", 1, 0);
    expect(groundBelow(map, seen, { x: 200, y: 100, w: 50, h: 50 }, { x: 260, y: 90 })?.key).toBe("2,1");
  });

  it("lies beside a tile, or does not", () => {
    expect(isBeside({ key: "", x: 0, y: 1 }, map)).toBe(true);
    expect(isBeside({ key: "", x: 1, y: 1 }, map)).toBe(false);
  });
});

describe("a drop on a map", () => {
  const places = new Map([
    ["free", { x: 0, y: 0, w: 100, h: 100 }],
    ["laid", { x: 0, y: 100, w: 100, h: 100 }],
  ]);
  const legal = new Set(["free"]);

  it("is meant for what lies under the pointer", () => {
    expect(landingOnMap({ x: 50, y: 101 }, places, legal)).toEqual({ zone: "laid", legal: false });
    expect(landingOnMap({ x: 50, y: 99 }, places, legal)).toEqual({ zone: "free", legal: true });
  });

  it("forgives a little beside a place where it may lie, and no more", () => {
    expect(landingOnMap({ x: 110, y: 50 }, places, legal)).toEqual({ zone: "free", legal: true });
    expect(landingOnMap({ x: 150, y: 50 }, places, legal)).toBeNull();
  });
});
