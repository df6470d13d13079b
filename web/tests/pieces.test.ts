// How pieces look and sound.
import { expect, test, vi } from "vitest";

vi.mock("../src/storage/settings.svelte", () => ({ settings: { sound: false, volume: 1 } }));
const { madeOf } = await import("../src/sound");
import { faceOf } from "../src/drawings/cards";
import { CHESS, MODERN } from "../src/drawings/chess";
import { put, twice } from "../src/drawings/paths";

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

test("a path is put elsewhere, smaller and upside down, with its arcs", () => {
  expect(put("M0 -10H4V2L1 1Z", 50, 70, 2)).toBe("M50 50H58V74L52 72Z");
  expect(put("M0 0A4 4 0 0 1 2 3", 10, 20, -0.5)).toBe("M10 20A2 2 0 0 1 9 18.5");
  expect(twice("M24 70")).toBe("M24 70M76 70");
});

test("nothing is written on a card but ranks and suits that there are", () => {
  expect(faceOf("QS", "classic", false)).toContain(">Q</text>");
  expect(faceOf("TH", "modern", false)).toContain(">10</text>");
  expect(faceOf("<b>S", "classic", false)).not.toContain("<b>");
  expect(faceOf("Q<", "classic", true)).not.toContain("text");
});
