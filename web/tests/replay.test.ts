// A game seen again over a line that breaks: what was asked for and has not come is asked again.
import { beforeEach, expect, test } from "vitest";
import type { Scene, TableMessage, ToServer } from "../src/server/protocol";
import { Replay } from "../src/table/review/replay.svelte";

let posted: ToServer[];
let isOpen: boolean;
let shown: Scene[];
let replay: Replay;

const scene = { zones: [], gestures: [], text: "" } as unknown as Scene;
const asked = (): (number | undefined)[] =>
  posted.flatMap((one) => (one.type === "replay" && one.at !== undefined ? [one.at] : []));
const come = (at: number): void => replay.show({ type: "replay", at, scene } as Parameters<Replay["show"]>[0]);

beforeEach(() => {
  [posted, isOpen, shown] = [[], true, []];
  replay = new Replay(
    {
      message: { log_length: 9, scene } as unknown as TableMessage,
      isReplay: false,
      showStep: (one) => shown.push(one),
    },
    { post: (one) => isOpen && posted.push(one) > 0 },
  );
  replay.begin();
});

test("a slider asks for one table at a time, and for the last that was wanted", () => {
  for (const at of [1, 2, 3]) replay.to(at);
  expect(asked()).toEqual([0]);
  come(0);
  expect(asked()).toEqual([0, 3]);
});

test("what did not come on a line that broke is asked for on the next", () => {
  come(0);
  replay.to(4);
  replay.resume();
  expect(asked()).toEqual([0, 4, 4]);
  come(4);
  replay.resume(); // nothing is missing
  expect(asked()).toEqual([0, 4, 4]);
  expect(shown).toHaveLength(2);
});

test("what was wanted while there was no line is asked for on the next", () => {
  come(0);
  isOpen = false;
  replay.to(5);
  isOpen = true;
  expect(asked()).toEqual([0]);
  replay.resume();
  expect(asked()).toEqual([0, 5]);
});

test("whoever has left is asked nothing", () => {
  replay.leave();
  replay.resume();
  expect(asked()).toEqual([0]);
});
