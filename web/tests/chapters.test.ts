import { expect, test } from "vitest";
import type { Entry, Words } from "../src/server/protocol";
import { chapters, chronicle } from "../src/table/log/chapters";
import { lastActions } from "../src/table/seats/seatState";

const chapter = (n: number): Words => ({ code: "chapter", template: "Hand {n}", values: { n } });
const entry = (n: number, seat: number, words: string, told: Words[] = []): Entry => ({
  n,
  seat,
  event: words,
  words,
  told,
});
const write = (words: Words): string => (typeof words === "string" ? words : `Hand ${words.values["n"]}`);

const LOG = [
  entry(1, 0, "deal", [chapter(1)]),
  entry(2, 1, "call"),
  entry(3, 2, "fold", ["1 wins"]),
  entry(4, 0, "deal", [chapter(2)]),
  entry(5, 2, "call"),
];

test("a log is cut where the game tells of a new chapter", () => {
  expect(chapters(LOG).map(({ entries }) => entries.map(({ n }) => n))).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
  expect(chapters([entry(1, 1, "take")]).map(({ title }) => title)).toEqual([""]);
  expect(chapters([])).toEqual([]);
});

test("a log as text has a paragraph for each chapter, and does not tell its title twice", () => {
  expect(chronicle(LOG, (seat) => `${seat}: `, write)).toBe("Hand 1\n1: call\n2: fold\n1 wins\n\nHand 2\n2: call\n");
});

test("what a seat did counts since chance acted last", () => {
  expect([...lastActions(LOG)]).toEqual([[2, "call"]]);
});
