// The tables that the server sends (tests/scenes.py has written them), on screens of four sizes.
import { describe, expect, test } from "vitest";
import type { Zone } from "../src/server/protocol";
import { plan, type Box, type Room } from "../src/scene/layout";
import { withPlate } from "../src/scene/seatPlate";
import scenes from "./scenes.json";

/** What the page leaves to the table; where words stand above and below it, that is less. */
const ROOMS: Record<string, Room & { worded: Room }> = {
  desk: { width: 1256, height: 661, letters: 1.2, worded: { width: 1256, height: 597, letters: 1.2 } },
  wide: { width: 1896, height: 941, letters: 1.4, worded: { width: 1896, height: 877, letters: 1.4 } },
  phone: { width: 374, height: 711, worded: { width: 374, height: 531 } },
  aside: { width: 804, height: 337, worded: { width: 638, height: 337 } },
};

const isOver = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w - 1 && b.x < a.x + a.w - 1 && a.y < b.y + b.h - 1 && b.y < a.y + a.h - 1;

const read = (zone: object): Zone => withPlate({ label: "", ...zone } as unknown as Zone);
const CASES = Object.entries(scenes as Record<string, object[][]>).flatMap(([name, moments]) =>
  Object.entries(ROOMS).map(([size, { worded, ...room }]) => ({
    name,
    size,
    room: name.startsWith("holdem") ? worded : room,
    tables: moments.map((zones) => zones.map(read)),
  })),
);

describe.each(CASES)("$name, $size", ({ room, tables }) => {
  const plans = tables.map((zones) => plan(zones, room));

  test("it lies in its room", () => {
    for (const box of plans.flatMap(({ pieces }) => [...pieces.values()].filter((piece) => piece.seen))) {
      expect(box.x).toBeGreaterThanOrEqual(-0.5);
      expect(box.y).toBeGreaterThanOrEqual(-0.5);
      expect(box.x + box.w).toBeLessThanOrEqual(room.width + 0.5);
      expect(box.y + box.h).toBeLessThanOrEqual(room.height + 0.5);
    }
  });

  test("no place covers another", () => {
    for (const { zones } of plans)
      for (const [key, a] of zones)
        for (const [other, b] of zones) if (key < other && isOver(a, b)) expect.fail(`${key} covers ${other}`);
  });

  test("cards and pieces stay where they lie, but in fans", () => {
    const lay = new Map<string, string>();
    for (const [i, { pieces }] of plans.entries())
      for (const { key, layout, pieces: lying } of tables[i] ?? []) {
        if (layout.startsWith("fan")) continue; // they are pressed together when they grow
        for (const [at, piece] of lying.entries()) {
          const box = pieces.get(piece.key);
          if (!box || piece.look.startsWith("chips")) continue; // a stack grows round its middle
          const [place, corner] = [`${piece.key} in ${key}, ${at}`, `${Math.round(box.x)} ${Math.round(box.y)}`];
          expect(corner, place).toBe(lay.get(place) ?? corner);
          lay.set(place, corner);
        }
      }
  });
});

const planned = (name: keyof typeof scenes, size: string): Map<string, Box> => {
  const found = CASES.find((one) => one.name === name && one.size === size);
  return plan(found?.tables[0] ?? [], found?.room ?? { width: 0, height: 0 }).zones;
};

test.each(Object.keys(ROOMS))(
  "one's own side of a table for two is the nearer one, and what is played from is the largest: %s",
  (size) => {
    const box = (key: string): Box => planned("russian-bank", size).get(key) ?? expect.fail(`there is no ${key}`);
    for (const pile of ["reserve", "turned", "hand"]) expect(box(`${pile}:1`).y).toBeGreaterThan(box(`${pile}:2`).y);
    for (const pile of ["reserve:1", "turned:1"]) expect(box(pile).w).toBeGreaterThan(box("hand:1").w);
  },
);

test.each(Object.keys(ROOMS))("columns use the height of the screen: %s", (size) => {
  const lowest = Math.max(...[...planned("freecell", size).values()].map(({ y, h }) => y + h));
  expect(lowest).toBeGreaterThan((ROOMS[size]?.height ?? 0) * (size === "phone" ? 0.5 : 0.8));
});
