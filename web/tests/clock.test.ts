import { expect, test } from "vitest";
import { left, formatTime } from "../src/table/clock/clock";

const told = { each: 20, more: 0, banks: { "1": 60, "2": 5 }, runs: 1, used: 12, stands: false };

test("a move's own seconds run first, then the bank, and neither below nothing", () => {
  expect(left(told, 1, 3)).toEqual({ move: 5, bank: 60 });
  expect(left(told, 1, 18)).toEqual({ move: 0, bank: 50 });
  expect(left(told, 1, 500)).toEqual({ move: 0, bank: 0 });
  expect(left(told, 2, 500)).toEqual({ move: 20, bank: 5 });
  expect(left({ ...told, stands: true }, 1, 18)).toEqual({ move: 8, bank: 60 });
});

test("clocks are written as clocks are", () => {
  expect([0, 0.2, 59, 61, 3723].map(formatTime)).toEqual(["0:00", "0:01", "0:59", "1:01", "1:02:03"]);
});
