import { expect, test } from "vitest";
import type { Form, Gesture } from "../src/server/protocol";
import { filled, named, unformed } from "../src/scene/forms";

const take: Form = {
  event: "take",
  words: "Take count stones from the heap number heap.",
  blanks: [
    { name: "heap", expected: "a number from 1 to 3", words: ["1", "2"] },
    { name: "count", expected: "a number from 1 to 20", words: [] },
  ],
};
const button = (event: string): Gesture => ({ event, words: event, pick: null, drop: null, choices: [], amount: null });

test("a form that is filled in is an event", () => {
  expect(filled(take, ["1", "3"])).toBe("take(1,3)");
});

test("a blank that is empty, or holds a mark of the language, is not said", () => {
  expect(filled(take, ["1", ""])).toBeNull();
  expect(filled(take, ["1", "3) take(1"])).toBeNull();
  expect(filled(take, ["1"])).toBeNull();
});

test("what a form stands for is no button beside it", () => {
  expect(unformed([button("take(1,1)"), button("give_up")], [take]).map((g) => g.event)).toEqual(["give_up"]);
});

test("names are read as words", () => {
  expect(named("give_up")).toBe("give up");
});
