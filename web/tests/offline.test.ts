// Puzzles without a connection: where a move leads is looked up.
import { expect, test, vi } from "vitest";

vi.mock("../src/storage/settings.svelte", () => ({ settings: { offline: false } }));
const { after, targetsOf } = await import("../src/storage/offline");

test("only the moves that were worked out are there", () => {
  const position = { pieces: {}, moves: [["a1", "a2", 1], ["a1", "b2", 2]] as [string, string, number][], won: null }; // prettier-ignore
  expect(targetsOf(position, "a1")).toEqual(["a2", "b2"]);
  expect(after(position, "a1", "b2")).toBe(2);
  expect(after(position, "a2", "a1")).toBeNull();
});
