// How pieces look and sound.
import { expect, test, vi } from "vitest";

vi.mock("../src/settings.svelte", () => ({ settings: { sound: false, volume: 1 } }));
const { madeOf } = await import("../src/sound");
import { CHESS, MODERN } from "../src/drawings/chess";

test("every set has all six pieces, each in shapes of its own", () => {
  for (const letter of "KQRBNP") {
    expect(MODERN[letter]?.body.length).toBeGreaterThan(1);
    expect(MODERN[letter]?.body[0]).not.toBe(CHESS[letter]?.body[0]);
  }
});

test("a table sounds as what lies on it", () => {
  expect(madeOf(["card:AS", "card:back"])).toBe("card");
  expect(madeOf(["chess:N"])).toBe("wood");
  expect(madeOf(["meeple:1", "tile:cN"])).toBe("tile");
  expect(madeOf(["card:AS", "chips:40"])).toBe("chips");
});
