// Where things lie: everything fits its room, nothing covers what it should not.
import { expect, test } from "vitest";
import type { Layout } from "../src/server/protocol";
import { bounds, plan } from "../src/scene/layout";
import type { ShownZone } from "../src/scene/sizes";

const zone = (key: string, x: number, y: number, layout: Layout, count: number, look = "cell:free"): ShownZone => ({
  key, label: key, x, y, layout, look, region: "table",
  pieces: Array.from({ length: count }, (_, i) => ({ key: `${key}/${i}`, look: "card:QS", label: "", turned: 0 })),
}); // prettier-ignore

const columns = (length: number): ShownZone[] => [
  ...Array.from({ length: 8 }, (_, i) => zone(`top${i}`, i, 0, "pile", 1)),
  ...Array.from({ length: 8 }, (_, i) => zone(`column${i}`, i, 1.2, "fan_down", i === 0 ? length : 7, "column")),
];

const ROOMS = [
  { width: 1256, height: 660 },
  { width: 374, height: 660 },
  { width: 740, height: 300 },
];

test.each(ROOMS)("columns fit $width by $height, however long", (room) => {
  for (const length of [0, 7, 13, 19]) {
    const found = plan(columns(length), room);
    for (const box of found.pieces.values()) {
      expect(box.x).toBeGreaterThanOrEqual(-0.5);
      expect(box.x + box.w).toBeLessThanOrEqual(room.width + 0.5);
      expect(box.y + box.h).toBeLessThanOrEqual(room.height + 0.5);
    }
  }
});

test("a fan that grows does not make the cards jump", () => {
  const room = { width: 1256, height: 660 };
  expect(plan(columns(11), room).unit).toBe(plan(columns(5), room).unit);
});

test("neighbours do not overlap", () => {
  for (const room of ROOMS) {
    const boxes = [...plan(columns(7), room).zones.values()];
    for (const a of boxes)
      for (const b of boxes)
        if (a !== b) {
          const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
          expect(apart).toBe(true);
        }
  }
});

test("squares of a board touch", () => {
  const board = [0, 1, 2, 3].flatMap((y) =>
    [0, 1, 2, 3].map((x) => zone(`${x},${y}`, x, y, "square", 0, "square:dark")),
  );
  const found = plan(board, { width: 374, height: 660 });
  const one = found.zones.get("0,0");
  const next = found.zones.get("1,0");
  expect((one?.x ?? 0) + (one?.w ?? 0)).toBeCloseTo(next?.x ?? 0);
});

test("only the upper pieces of a pile are drawn", () => {
  const found = plan([zone("pile", 0, 0, "pile", 30)], { width: 300, height: 300 });
  expect([...found.pieces.values()].filter((box) => box.seen)).toHaveLength(3);
});

test("a map's bounds hold every place, also negative ones", () => {
  expect(bounds([zone("a", -3, 2, "square", 0), zone("b", 1, -1, "square", 0)])).toEqual({ x: -3, y: -1, w: 5, h: 4 });
});

/** Seats round a table, as many as there are names. */
const ring = (names: string[]): ShownZone[] =>
  names.map((caption, i) => {
    const turn = (2 * Math.PI * i) / names.length;
    return {
      ...zone(`seat${i}`, 3.6 - 3.6 * Math.cos(turn), 2.8 + 2.8 * Math.sin(turn), "row", 2, "seat"),
      span: 1.62,
      caption,
    };
  });
const NAMES = Array.from({ length: 10 }, (_, i) => `player ${i + 1}: 199`);

test("captions have room where there is some, and a place is no obstacle to its own", () => {
  const found = plan(ring(NAMES), { width: 1256, height: 660 });
  expect(found.isCrowded).toBe(false);
  expect(found.isPinched).toBe(false);
});

test("where captions do not fit, shorter ones do", () => {
  const room = { width: 304, height: 467 };
  const long = plan(ring(NAMES), room);
  expect(long.isCrowded || long.isPinched).toBe(true);
  const short = plan(ring(NAMES.map((name) => name.replace("player ", ""))), room);
  expect(short.isCrowded).toBe(false);
});

test("a table for ten fits a phone that lies on its side", () => {
  const room = { width: 650, height: 337 };
  expect(plan(ring(NAMES), room).height).toBeLessThanOrEqual(room.height + 0.5);
});

test("fans on both sides of a middle pile end and begin beside it", () => {
  const sides = [
    zone("left", 0, 0, "fan_right", 2),
    zone("middle", 3.5, 0, "pile", 1),
    zone("right", 4.7, 0, "fan_right", 2),
  ];
  const { zones } = plan(sides, { width: 1000, height: 400 });
  const [left, middle, right] = ["left", "middle", "right"].map((key) => zones.get(key) ?? { x: 0, y: 0, w: 0, h: 0 });
  const [before, after] = [middle!.x - left!.x - left!.w, right!.x - middle!.x - middle!.w];
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThanOrEqual(after * 1.5);
});

test("one's own hand is larger than those of the others, and nothing overlaps", () => {
  const room = { width: 900, height: 400 };
  const seats = (own: boolean): ShownZone[] =>
    [0, 4].map((x) => ({ ...zone(`seat:${x}`, x, 0, "row", 2, "seat"), span: 2, ...(own && x === 0 ? { own } : {}) }));
  const widths = (own: boolean): number[] =>
    ["seat:0/0", "seat:4/0"].map((key) => plan(seats(own), room).pieces.get(key)?.w ?? 0);
  const [usual = 0, other = 1] = widths(false);
  expect(usual).toBe(other);
  const [mine = 0, theirs = 1] = widths(true);
  expect(mine / theirs).toBeCloseTo(1.35);
  const { zones } = plan(seats(true), room);
  expect((zones.get("seat:0")?.x ?? 0) + (zones.get("seat:0")?.w ?? 900)).toBeLessThan(zones.get("seat:4")?.x ?? 0);
});

test("a row that is filled one after the other stays where it lies, and has room to spare", () => {
  const room = { width: 374, height: 600 };
  const table = (count: number): ShownZone[] => [
    { ...zone("board", 1.65, 3, "row", count, ""), span: 5.3 },
    { ...zone("seat:1", 3.3, 6, "row", 2, "seat"), span: 2, own: true },
    { ...zone("seat:2", 0, 0, "row", 2, "seat"), span: 1.6 },
    { ...zone("seat:3", 7, 0, "row", 2, "seat"), span: 1.6 },
  ];
  const three = plan(table(3), room);
  const five = plan(table(5), room);
  expect(three.pieces.get("board/0")).toEqual(five.pieces.get("board/0"));
  expect(five.pieces.get("board/0")?.w ?? 0).toBeGreaterThan(five.pieces.get("seat:2/0")?.w ?? 0);
  expect(five.pieces.get("seat:2/0")?.w).toBe(five.unit);
  const last = five.pieces.get("board/4");
  expect((last?.x ?? 999) + (last?.w ?? 999)).toBeLessThanOrEqual(room.width + 0.5);
});
