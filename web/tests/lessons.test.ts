// Pictures of lessons: every piece is inside, and an arrow goes from one to the other.
import { expect, test } from "vitest";
import type { Lesson } from "../src/server/protocol";
import { pictured } from "../src/drawings/picture";
import { arrowOf } from "../src/table/advice/lessons";

const lesson: Lesson = {
  words: "A card goes home.",
  pieces: [{ look: "foundation:S", x: 0, y: 0, turned: 0 }, { look: "card:AS", x: 2, y: 1, turned: 0 }],
  arrow: [1, 0],
}; // prettier-ignore

test("a picture is as large as its pieces", () => {
  const { w, h, pieces } = pictured(lesson.pieces, {});
  expect([w, h]).toEqual([3, 2.4]);
  expect(pieces.map((piece) => piece.isPlace)).toEqual([true, false]);
});

test("an arrow begins in the middle of what goes and ends in the middle of where it goes", () => {
  const picture = pictured(lesson.pieces, {});
  expect(arrowOf(picture, lesson)?.line).toMatch(/^M2\.5 1\.7L/);
  expect(arrowOf(picture, lesson)?.head).toMatch(/^M0\.500 0\.700L/);
  expect(arrowOf(picture, { ...lesson, arrow: null })).toBeNull();
});
