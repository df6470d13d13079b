// What points were for, over a whole game.
import { expect, test } from "vitest";
import type { Entry, Gain } from "../src/server/protocol";
import { litByGains, litBySight } from "../src/scene/highlights";
import { steps, tally } from "../src/table/result/tally";

const gain = (seat: number, amount: number, source: string, ...places: string[]): Gain => ({
  seat,
  amount,
  source,
  places,
  to: "",
});
const entry = (n: number, ...gains: Gain[]): Entry => ({
  n,
  seat: 1,
  event: "",
  words: "",
  told: [],
  sight: { places: ["0,0"], gains },
});

test("points are added up by what they were for, and those of the last event are told apart", () => {
  const log = [entry(1, gain(1, 4, "roads")), entry(2), entry(3, gain(1, 3, "roads"), gain(2, 6, "cities"))];
  expect(tally(log, 2)).toEqual({
    sources: ["cities", "roads"],
    rows: [
      { seat: 1, cells: [{ all: 0, last: 0 }, { all: 7, last: 3 }] },
      { seat: 2, cells: [{ all: 6, last: 6 }, { all: 0, last: 0 }] },
    ],
  }); // prettier-ignore
});

test("the last points come one after the other, each with what its player had before", () => {
  const log = [
    entry(1, gain(1, 4, "roads")),
    entry(2, gain(1, 3, "roads"), gain(2, 6, "cities"), gain(1, 2, "fields")),
  ];
  expect(steps(log, [9, 6]).map(({ gain: { seat, amount }, before }) => [seat, amount, before])).toEqual([[1, 3, 4], [2, 6, 0], [1, 2, 7]]); // prettier-ignore
  expect(steps([entry(1)], [0, 0])).toEqual([]);
});

test("where nobody gets points there is no table of them", () => {
  expect(tally([entry(1), { ...entry(2), sight: null }], 2)).toBeNull();
});

test("what two have scored together is lit once, and an entry lights its own place, too", () => {
  const both = [gain(1, 4, "roads", "0,0#r1", "1,0#r4"), gain(2, 4, "roads", "0,0#r1", "1,0#r4")];
  expect(litByGains(both).map(({ key, marks }) => [key, marks])).toEqual([["0,0", "r1"], ["1,0", "r4"]]); // prettier-ignore
  expect(litBySight({ places: ["2,0"], gains: both }).map(({ key }) => key)).toEqual(["2,0", "0,0", "1,0"]);
  expect(litBySight(null)).toEqual([]);
});
