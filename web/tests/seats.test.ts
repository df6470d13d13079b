// Seats of a new table: always exactly one of mine.
import { expect, test } from "vitest";
import { first, resized, seated } from "../src/lobby/seats";
import type { GameInfo } from "../src/server/protocol";

const game = {
  players: [2, 10], presets: ["cash", "duel"], seats: { cash: 6, duel: 2 }, bots: [{ name: "greedy", sentence: "" }],
} as unknown as GameInfo; // prettier-ignore

test("a preset says how many sit down", () => {
  expect(first(game, "cash")).toHaveLength(6);
  expect(first(game, "duel")).toEqual(["me", "bot:greedy"]);
});

test("where the game has an opponent with a name, that is who sits there, and not as well as can be", () => {
  const opponent = { name: "Irina", character: "", levels: [3, 4, 5].map((n) => ({ name: `irina:${n}`, word: "" })) };
  expect(first({ ...game, opponent } as unknown as GameInfo, "duel")).toEqual(["me", "bot:irina:4"]);
});

test("fewer seats still have one of mine", () => {
  expect(resized(["friend", "bot:greedy", "me"], 2, game)).toEqual(["me", "bot:greedy"]);
});

test("whoever sat where I sit down takes my old seat", () => {
  expect(seated(["me", "friend", "bot:greedy"], 1, "me")).toEqual(["friend", "me", "bot:greedy"]);
  expect(seated(["me", "friend"], 1, "bot:greedy")).toEqual(["me", "bot:greedy"]);
});
