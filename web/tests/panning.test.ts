// A map in its window: what was laid is seen, and the map is not lost.
import { expect, test } from "vitest";
import { fitted, inSight, isCovered, within } from "../src/scene/panning";
import { common } from "../src/table/board/boxes";

const room = { width: 400, height: 300 };

test("what is seen already is not moved", () => {
  expect(inSight({ x: 50, y: 50, w: 80, h: 80 }, room)).toEqual([0, 0]);
});

test("what is outside comes in by the shortest way", () => {
  expect(inSight({ x: -100, y: 290, w: 80, h: 80 }, room)).toEqual([108, -78]);
});

test("a map that would be panned away keeps one tile in the window", () => {
  expect(within({ x: -900, y: 100, w: 500, h: 100 }, room, 84)).toEqual([484, 0]);
  expect(within({ x: 390, y: 290, w: 500, h: 100 }, room, 84)).toEqual([-74, -74]);
  expect(within({ x: 100, y: 100, w: 84, h: 84 }, room, 84)).toEqual([0, 0]);
});

test("of a place behind the edge of its window only what is seen counts", () => {
  const frame = { x: 0, y: 0, w: 400, h: 300 };
  expect(common({ x: 380, y: 10, w: 84, h: 84 }, frame)).toEqual({ x: 380, y: 10, w: 20, h: 84 });
  expect(common({ x: 420, y: 10, w: 84, h: 84 }, frame)).toBeNull();
});

test("a map lies beside the controls where it would lie under them", () => {
  const controls = { width: 60, height: 150 };
  const row = [0, 1, 2, 3].map((x) => ({ x, y: 0 }));
  const low = fitted(row, { x: 0, y: 0, w: 4, h: 1 }, { width: 400, height: 500 }, controls, 200);
  expect(low.unit).toBe(94); // in the middle, below the controls
  const square = [0, 1].flatMap((x) => [0, 1].map((y) => ({ x, y })));
  const view = fitted(square, { x: 0, y: 0, w: 2, h: 2 }, { width: 400, height: 380 }, controls, 200);
  expect(view.left + 2 * view.unit).toBeLessThanOrEqual(400 - 60);
  expect(view.left).toBeGreaterThanOrEqual(12);
});

test("a place under the controls is known, and one beside or below them is not one", () => {
  const controls = { width: 60, height: 150 };
  const at = (left: number, top: number) => isCovered([{ x: 0, y: 0 }], { unit: 84, left, top }, room, controls);
  expect(at(300, 100)).toBe(true);
  expect(at(256, 100)).toBe(false);
  expect(at(300, 150)).toBe(false);
});
