import { expect, test } from "vitest";
import { lineOf, range, valueAt } from "../src/table/review/standing";

const told = {
  type: "standings" as const,
  at: [0, 5, 10],
  lines: [
    [0, 0],
    [4, -4],
    [10.4, -10.4],
  ],
  unit: "points",
};

test("the standing is a line from left to right, and more is higher", () => {
  const span = range(told.lines);
  expect(span).toEqual({ low: -10.4, high: 10.4 });
  expect(lineOf(told, 0, 100, 26, span)).toBe("0.0,13.0 50.0,9.2 100.0,3.0");
  expect(range([[2, 2]])).toEqual({ low: 1, high: 3 });
});

test("between two points the last one is known, and ahead is plus", () => {
  expect([0, 7, 10].map((at) => valueAt(told, 0, at))).toEqual(["0", "+4", "+10"]);
  expect(valueAt(told, 1, 10)).toBe("−10");
});
