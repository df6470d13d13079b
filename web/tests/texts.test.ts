// Texts: Portuguese has every text of the interface, and sentences are written from their
// templates. What the games say is held to be complete by tests/language/translations.
import { expect, test } from "vitest";
import catalogue from "../../src/ludex/language/translations/pt/web.toml?raw";
import { contains, english, holes, render, type Wording } from "../src/i18n/format";
import type { Sentence, TableMessage } from "../src/server/protocol";
import { Vocabulary } from "../src/server/vocabulary";

const numbers = (text: string): string[] => (text.match(/\{\d\}/g) ?? []).sort();
const pairs = [...catalogue.matchAll(/^("(?:[^"\\]|\\.)*") = ("(?:[^"\\]|\\.)*")$/gm)].map(
  ([, en = "", pt = ""]): [string, string] => [JSON.parse(en), JSON.parse(pt)],
);
const files = import.meta.glob(["../src/**/*.ts", "../src/**/*.svelte"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The texts in calls of `t`: alone, or chosen by a condition. */
function texts(source: string): string[] {
  const calls = source.matchAll(
    /\bt\(\s*((?:[^"'()`]|\([^()]*\))*\?\s*)?("(?:[^"\\]|\\.)*"|'[^']*')(?:\s*:\s*("(?:[^"\\]|\\.)*"))?/g,
  );
  return [...calls]
    .flatMap(([, , one, other]) => [one, other])
    .flatMap((text) => (text ? [text.startsWith("'") ? text.slice(1, -1) : (JSON.parse(text) as string)] : []));
}

const used = new Set(Object.values(files).flatMap((source) => texts(source as string)));

test("Portuguese has every text of the interface, with the same holes, and no other", () => {
  const portuguese = new Map(pairs);
  expect(used.size).toBeGreaterThan(400);
  expect([...used].filter((text) => !portuguese.has(text))).toEqual([]);
  expect([...portuguese.keys()].filter((text) => !used.has(text))).toEqual([]);
  for (const [en, pt] of pairs) expect(numbers(pt), en).toEqual(numbers(en));
});

const say = (code: string, template: string, values: Sentence["values"] = {}): Sentence => ({ code, template, values });
const queen = say("card", "{rank} of {suit}", { rank: say("rank", "queen"), suit: say("suit", "spades") });
const vacant = say("vacant", "There is no {what} on {slot:board4}", { what: queen, "slot:board4": "b3" });

const words: Record<string, string> = {
  "There is no {what} on {slot:board4}": "Em {slot:board4} não há {what}",
  "{rank} of {suit}": "{rank} de {suit}",
  queen: "dama",
  spades: "espadas",
  "player {number}": "jogador {number}",
  "{player} to move": "vez de {player}",
};
const wording = (template: string): string | undefined => words[template];

test("a sentence is written from its template, in English or by a catalogue", () => {
  expect(english(vacant)).toBe("There is no queen of spades on b3");
  expect(render(vacant, wording)).toBe("Em b3 não há dama de espadas");
  expect(english("plain {text}")).toBe("plain {text}");
});

test("a sentence is in another language as a whole or not at all", () => {
  const jack = say("card", "{rank} of {suit}", { rank: say("rank", "jack"), suit: say("suit", "spades") });
  expect(render(say("to", "There is no {what} on {slot:board4}", { what: jack }), wording)).toBe(null);
  expect(render(say("x", "Nobody has said this"), wording)).toBe(null);
});

test("what has no words needs no translation, and a name stays a name", () => {
  expect(render(say("both", "{a}: {b}", { a: queen, b: 3 }), wording)).toBe("dama de espadas: 3");
  expect(render(say("to_move", "{player} to move", { player: "Ana" }), wording)).toBe("vez de Ana");
});

test("a number has the commas of the language", () => {
  const much = say("much", "{mean:+.1f} of {limit:,}", { "mean:+.1f": "+3.7", "limit:,": "2,000" });
  const sample = (template: string): string | undefined => (template === "1,000.5" ? "1 000,5" : template);
  expect(render(much, sample)).toBe("+3,7 of 2 000");
  expect(english(much)).toBe("+3.7 of 2,000");
});

test("a player can be called otherwise, wherever the name stands", () => {
  const turn = say("to_move", "{player} to move", { player: say("player", "player {number}", { number: 2 }) });
  const name = (player: string, seat: number): string => (seat === 2 ? `${player} (eu)` : player);
  expect(render(turn, wording, { name })).toBe("vez de jogador 2 (eu)");
});

test("words that meet grow together, but not the end of a longer one", () => {
  const templates: Record<string, string> = {
    "onto {place}": "em {place}",
    "has {thing}": "tem {thing}",
    "the hand is over": "depois de o jogo acabar",
    "turn of {player}": "{player:vez do *||vez de *}",
    "player {number}": "Jogador {number}",
    house: "a casa",
    button: "o botão",
  };
  const portuguese: Wording = Object.assign((template: string) => templates[template], {
    contractions: [["em a ", "na "], ["em o ", "no "], ["de o ", "do "], ["do Jogador ", "do jogador "]] as const,
  }); // prettier-ignore
  const told = (template: string, values: Sentence["values"]): string | null =>
    render(say("said", template, values), portuguese);
  expect(told("onto {place}", { place: say("place", "house") })).toBe("na casa");
  expect(told("has {thing}", { thing: say("thing", "button") })).toBe("tem o botão");
  expect(told("turn of {player}", { player: say("player", "player {number}", { number: 2 }) })).toBe(
    "vez do jogador 2",
  );
  // Within a template its author has the last word: `depois de` stays apart before `o jogo acabar`.
  expect(told("the hand is over", {})).toBe("depois de o jogo acabar");
});

test("what a sentence says can be asked, and no finished text is searched", () => {
  const column = say("on", "{what} on {slot:board4}", { what: queen, "slot:board4": "b3" });
  expect(contains(column, queen)).toBe(true);
  expect(contains(column, say("suit", "spades"))).toBe(true);
  expect(contains(column, "queen")).toBe(true);
  expect(contains(column, "ueen of")).toBe(false);
  expect(contains("3 left", "3")).toBe(false);
});

test("braces that are doubled are braces", () => {
  expect(holes("{{a}} {b} {c:index} {b}")).toEqual(["b", "c:index"]);
  expect(english(say("x", "{{a}} {b}", { b: 1 }))).toBe("{a} 1");
});

test("numbers become the sentences that this connection was told", () => {
  const vocabulary = new Vocabulary();
  const message = {
    type: "table", deal: [0, 617], waiting: null, outcome: null, log: [],
    scene: { zones: [], gestures: [], status: [1, [2, 1]], highlights: [] },
    templates: { from: 0, list: [["deal", "deal {number}"], ["to_move", "{player} to move"], ["player", "player {number}"]] },
  } as unknown as TableMessage; // prettier-ignore
  const first = vocabulary.unpacked(message);
  expect(english(first.deal ?? "")).toBe("deal 617");
  expect(english(first.scene.status)).toBe("player 1 to move");
  const { templates: _, ...later } = message;
  expect(english(vocabulary.unpacked(later).scene.status)).toBe("player 1 to move");
});

const PLACE = { key: "home", label: [0, 1], x: 2, y: 0, layout: "pile", look: "foundation" };
const PARTS = [
  PLACE,
  { key: "QS", look: "card:QS", label: "Q♠" },
  { place: 0, pieces: [1] },
  { place: 0, pieces: [], label: "nothing", look: "spent", caption: [0, 2] },
  ["home", ["home"]],
];
const SEND = { event: "send()", words: "Send", pick: "QS", drop: "home" };
const KIND = { event: "lay({},north)", words: [1, ""], pick: "QS", choices: ["north"] };
const TOLD = {
  templates: { from: 0, list: [["home", "home {n}"], ["lay", "to {place}"]] },
  parts: { from: 0, list: PARTS },
  kinds: { from: 0, list: [SEND, KIND] },
}; // prettier-ignore

function heard(zones: unknown[], more: object, vocabulary: Vocabulary, gestures: unknown[] = [0]) {
  const scene = { zones, gestures, status: "", highlights: [4] };
  const message = { type: "table", deal: null, waiting: null, outcome: null, log: [], scene, ...more };
  return vocabulary.unpacked(message as unknown as TableMessage);
}

test("parts of a scene are told once, and then they are numbers", () => {
  const vocabulary = new Vocabulary();
  const first = heard([2], TOLD, vocabulary).scene;
  expect(first.zones.map(({ key, x, look }) => [key, x, look])).toEqual([["home", 2, "foundation"]]);
  expect(english(first.zones[0]?.label ?? "")).toBe("home 1");
  expect(first.zones[0]?.pieces.map(({ key, turned }) => [key, turned])).toEqual([["QS", 0]]);
  expect(first.gestures).toEqual([{ ...SEND, choices: [], amount: null, note: "" }]);
  expect(first.highlights).toEqual([["home", ["home"]]]);
  const later = heard([3], {}, vocabulary).scene;
  expect(later.zones.map(({ look, label, pieces }) => [look, label, pieces])).toEqual([["spent", "nothing", []]]);
  expect(english(later.zones[0]?.caption ?? "")).toBe("home 2");
});

test("a gesture follows from its kind and its place", () => {
  const { gestures } = heard([2], TOLD, new Vocabulary(), [[0, 1], 0]).scene;
  expect(gestures.map(({ event, pick, drop }) => [event, pick, drop])).toEqual([
    ["lay(home,north)", "QS", "home"],
    ["send()", "QS", "home"],
  ]);
  expect(english(gestures[0]?.words ?? "")).toBe("to home 1");
});

test("numbers of parts begin anew, and whole parts may stand in their place", () => {
  const vocabulary = new Vocabulary();
  heard([2], TOLD, vocabulary);
  const other = { ...SEND, event: "other()" };
  expect(heard([], { kinds: { from: 0, list: [other] } }, vocabulary).scene.gestures[0]?.event).toBe("other()");
  const kinds = { numbers: [7], list: [SEND] };
  expect(heard([], { kinds }, vocabulary, [7]).scene.gestures[0]?.event).toBe("send()");
  const whole = { ...PLACE, label: "whole", pieces: [] };
  expect(heard([whole], {}, vocabulary, [other]).scene.zones[0]?.label).toBe("whole");
});

test("what a message does not say is as in the last one, except what passes", () => {
  const vocabulary = new Vocabulary();
  const beside = { heading: "", remark: "Two pairs", lit: [], ahead: [], results: [] };
  heard([2], { ...TOLD, preset: "cash", released_in: { 2: 5 }, beside }, vocabulary);
  const later = heard([2], { preset: "other" }, vocabulary);
  expect([later.preset, later.released_in, later.scene.beside?.remark]).toEqual(["other", undefined, "Two pairs"]);
  expect(heard([2], { beside: null }, vocabulary).scene.beside).toBe(undefined);
});
