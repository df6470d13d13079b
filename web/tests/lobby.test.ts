// The lobby: dates as people write them, which tables come first, how they look from afar.
import { expect, test } from "vitest";
import { localeOf, whenIn } from "../src/dates";
import { large, small } from "../src/storage/thumbnail";
import { arranged, recentResults, turnIn } from "../src/lobby/mine";
import { grouped, isYesNo, matters, some, step, within } from "../src/lobby/options";
import { opponents, quick } from "../src/lobby/seats";
import type { GameInfo, GameOption, MyTable, Sentence, Zone } from "../src/server/protocol";
import { stacked, thickness } from "../src/scene/stack";

const now = new Date(2026, 10, 17, 15, 0);
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

test("dates are as people write them", () => {
  expect(whenIn("en-GB", ago(0), now)).toBe("now");
  expect(whenIn("en-GB", ago(5), now)).toBe("5 minutes ago");
  expect(whenIn("en-GB", ago(120), now)).toBe("today, 13:00");
  expect(whenIn("en-GB", ago(24 * 60), now)).toBe("yesterday, 15:00");
  expect(whenIn("en-GB", ago(3 * 24 * 60), now)).toBe("3 days ago");
  expect(whenIn("en-GB", new Date(2026, 9, 2), now)).toBe("2 October");
  expect(whenIn("pt-PT", new Date(2025, 9, 2), now)).toBe("2 de outubro de 2025");
});

test("English is written as the browser writes it, Portuguese as in Portugal", () => {
  expect(localeOf("en", ["de-DE", "en-US"])).toBe("en-US");
  expect(localeOf("pt", ["pt-BR"])).toBe("pt-PT");
});

const status = (player: number): Sentence => ({
  code: "list", template: "{p1}", values: {
    p1: { code: "to_move", template: "{player} to move", values: { player: { code: "player", template: "player {number}", values: { number: player } } } },
  },
}); // prettier-ignore
const table = (name: string, minutes: number, more: Partial<MyTable> = {}): MyTable =>
  ({
    table: name,
    game: "g",
    seat: 1,
    over: false,
    winners: [],
    updated: ago(minutes).toISOString(),
    said: { status: status(1) },
    ...more,
  }) as MyTable;

test("a status tells whose turn it is", () => {
  expect(turnIn(status(2))).toBe(2);
  expect(turnIn("somebody to move")).toBe(0);
});

test("tables that wait for me come first, then others that go on, then what is over", () => {
  const tables = [
    table("won", 1, { over: true, winners: [1] }), table("theirs", 2, { said: { status: status(2) } }),
    table("mine", 30), table("older", 60), table("oldest", 90), table("away", 3),
  ]; // prettier-ignore
  const key = (name: string) => ({ table: name, token: "", hidden: name === "away" });
  const { first, rest, archived } = arranged(tables, key);
  expect(first.map((row) => row.table.table)).toEqual(["mine", "older", "oldest", "theirs"]);
  expect(rest.map((row) => row.table.table)).toEqual(["won"]);
  expect(archived.map((row) => row.table.table)).toEqual(["away"]);
});

test("of one second the table named first is first", () => {
  const { first } = arranged([table("b", 1), table("a", 1)], (name: string) => ({ table: name, token: "" }));
  expect(first.map((row) => row.table.table)).toEqual(["b", "a"]);
});

test("the last results are in their order", () => {
  const tables = [
    table("b", 1, { over: true, winners: [1] }),
    table("a", 5, { over: true, winners: [2] }),
    table("c", 9),
  ];
  expect(recentResults(tables, "g", 5)).toEqual([false, true]);
  expect(recentResults(tables, "g", 1)).toEqual([true]);
});

const card = (key: string) => ({ key, look: "card:back", label: "", turned: 0 });
const pile: Zone = {
  key: "p",
  label: "",
  x: 1,
  y: 2,
  layout: "pile",
  look: "hand",
  region: "table",
  pieces: [card("a"), card("b"), card("c")],
};

test("of a pile only its top card is kept for a glance", () => {
  const [again] = large(small([pile]));
  expect(again).toMatchObject({ key: "p", x: 1, y: 2, layout: "pile", look: "hand", pieces: [{ look: "card:back" }] });
});

test("a pile is as thick as it has cards, and a single card is not", () => {
  const of = (n: number) => ({ ...pile, pieces: Array.from({ length: n }, (_, i) => card(String(i))) });
  expect(thickness(of(1), 75)).toBe(0);
  expect(thickness(of(35), 75)).toBeGreaterThan(thickness(of(13), 75));
  expect(thickness(of(500), 75)).toBeLessThanOrEqual(7);
  expect(stacked(of(1), 75)).toBe(null);
});

test("one click plays against somebody good", () => {
  const levels = ["ana:1", "ana:2", "ana:3"].map((name) => ({ name, word: "" }));
  const game = {
    name: "g",
    players: [2, 4],
    presets: ["usual"],
    seats: { usual: 3 },
    bots: [],
    opponent: { name: "Ana", character: "", levels },
    chance: true,
  } as unknown as GameInfo;
  expect(quick(game)).toEqual({ game: "g", preset: "usual", seats: ["me", "bot:ana:2", "bot:ana:2"], together: true });
  const puzzle = { name: "p", players: [1, 1], presets: ["usual"], puzzles: true, editor: true } as unknown as GameInfo;
  expect(quick(puzzle)).toEqual({ game: "p", puzzle: { level: "easy" } });
});

const PLAIN: GameOption = {
  name: "",
  question: "",
  note: "",
  expected: "",
  words: [],
  answers: {},
  several: false,
  bounds: null,
  needs: {},
  presets: {},
};

test("options that few change are folded away under their headings", () => {
  const option = (name: string, group = "", words: string[] = []) => ({ ...PLAIN, name, group, words });
  const few = grouped([option("cells"), option("packs", "Another table"), option("only", "", ["never"])]);
  expect(few.open.map((o) => o.name)).toEqual(["cells"]);
  expect(few.folded.map(([heading, options]) => [heading, options.length])).toEqual([["Another table", 1]]);
  const many = grouped(Array.from({ length: 9 }, (_, i) => option(`o${i}`)));
  expect([many.open.length, many.folded[0]?.[1].length]).toEqual([0, 9]);
});

test("a number is stepped through within its bounds, a large one to round numbers", () => {
  expect([step(4, 1, 0, 10), step(10, 1, 0, 10), step(0, -1, 0, 10)]).toEqual([5, 10, 0]);
  expect([
    step(200, 1, 1, 1e9),
    step(200, -1, 1, 1e9),
    step(1500, 1, 1, 1e9),
    step(1, 1, 0, 1e9),
    step(1, -1, 1, 1e9),
  ]).toEqual([250, 150, 2000, 2, 1]);
  expect([within(99, 2, 10, 6), within(Number.NaN, 2, 10, 6), within(2.6, 2, 10, 6)]).toEqual([10, 6, 3]);
});

test("answers: a yes or no, some of several, and what another answer leaves without meaning", () => {
  expect([
    isYesNo({ ...PLAIN, words: ["yes", "no"] }),
    isYesNo({ ...PLAIN, words: ["no", "yes", "if_wanted"] }),
  ]).toEqual([true, false]);
  expect(some({ ...PLAIN, words: ["a", "b", "c"] }, "c+a")).toEqual(["a", "c"]);
  const goal = { ...PLAIN, name: "goal", words: ["points", "games"] };
  const points = { ...PLAIN, name: "points", needs: { goal: ["points"] } };
  expect(["points", "games"].map((now) => matters(points, [goal, points], () => now))).toEqual([true, false]);
});

test("opponents are the same, or various", () => {
  expect([opponents(["me", "friend", "friend"]), opponents(["me", "friend", "bot:x"]), opponents(["me"])]).toEqual([
    "friend",
    null,
    null,
  ]);
});
