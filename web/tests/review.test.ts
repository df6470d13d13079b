import { expect, test } from "vitest";
import type { ReviewPart } from "../src/server/protocol";
import { done, joined, lostBy, worst } from "../src/table/review/review";

const part = (next: number | null, standing: number[], ...lost: [number, number][]): ReviewPart => ({
  unit: "points",
  events: 10,
  next,
  seats: [{ seat: 1, standing, luck: 0.5, choices: 2 }],
  moves: lost.map(([number, by]) => ({ number, seat: 1, lost: by, words: "this", better: "that" })),
});

test("parts of a review make the whole", () => {
  const first = joined(null, part(4, [0, 1, 2, 3, 4], [2, 1.5]));
  const whole = joined(first, part(null, [5, 6, 7, 8, 9, 10], [7, 3], [9, 1.5]));
  expect(whole.seats[0]).toEqual({ seat: 1, standing: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], luck: 1, choices: 4 });
  expect([done(first), done(whole)]).toEqual([0.4, 1]);
  expect(lostBy(whole, 1)).toBe(6);
  expect(lostBy(whole, 2)).toBe(0);
});

test("the worst moves come first, and of equals the earlier", () => {
  const review = part(null, [], [9, 1], [2, 1], [7, 3], [1, 0.1], [3, 0.2], [4, 0.3]);
  expect(worst(review).map((move) => move.number)).toEqual([7, 2, 9, 4, 3]);
});
