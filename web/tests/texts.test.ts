// Texts: every language has every sentence, and the games' sentences are found by pattern.
import { expect, test } from "vitest";
import { en } from "../src/i18n/en";
import { contracted, gamesPt } from "../src/i18n/games.pt";
import { translator } from "../src/i18n/patterns";
import { pt } from "../src/i18n/pt";

const holes = (text: string): string[] => (text.match(/\{\d[#*]?\}/g) ?? []).map((h) => h.replace(/[#*]/, "")).sort();

test("Portuguese has every text of the interface, with the same holes", () => {
  expect(Object.keys(pt).sort()).toEqual(Object.keys(en).sort());
  for (const [key, text] of Object.entries(en)) {
    const other = pt[key as keyof typeof en];
    expect(other, key).not.toBe("");
    expect(holes(other), key).toEqual(holes(text));
  }
});

test("a translation uses only holes that its pattern has", () => {
  for (const [pattern, to] of gamesPt)
    for (const hole of holes(to)) expect(holes(pattern), pattern).toContain(hole);
});

test("no pattern is there twice", () => {
  const patterns = gamesPt.map(([pattern]) => pattern.toLowerCase());
  expect(patterns.filter((p, i) => patterns.indexOf(p) !== i)).toEqual([]);
});

const said = translator(gamesPt, contracted);

test.each([
  ["queen of spades", "dama de espadas"],
  ["Q♣ onto K♦", "Q♣ para cima de K♦"],
  ["10♣ and 1 more onto J♦", "10♣ e mais 1 para cima de J♦"],
  ["player 2 to move", "vez do jogador 2"],
  ["K♠ does not go on Q♥: one lower, in the other colour", "K♠ não vai para cima de Q♥: um valor abaixo, na outra cor"],
  ["J♦ from the reserve to house 8 (compulsory)", "J♦ da reserva para casa 8 (obrigatório)"],
  ["C♥ cannot go on 4♠: same colour", "C♥ não pode ir para cima de 4♠: mesma cor"],
  ["Lay E at (0, 1), facing north, knight", "Pôr E em (0, 1), virada a norte, cavaleiro"],
  ["city of 3 tiles at (0, 1), 2 open, player 1: 1 knight", "cidade de 3 peças em (0, 1), 2 em aberto, jogador 1: 1 cavaleiro"],
  ["reserve: 12", "reserva: 12"],
  ["player 2: 199", "jogador 2: 199"],
  ["Raise to 800, all in", "Subir para 800, tudo"],
  ["queen on (1, 2) takes bishop on (3, 4)", "dama em (1, 2) captura bispo em (3, 4)"],
  ["Game not yet started", "O jogo ainda não começou"],
])("%s", (english, portuguese) => {
  expect(said(english)).toBe(portuguese);
});

test("what is not known stays English, and a capital stays a capital", () => {
  expect(said("Nobody has said this")).toBe("Nobody has said this");
  expect(said("House 3 is empty")).toBe("A casa 3 está vazia");
});

test("a sentence is translated as a whole or not at all", () => {
  expect(said("4♠ J♦ do not build on each other")).toBe("4♠ J♦ não se sobrepõem em sequência");
  expect(said("Only 4 can be moved onto column 7 at once, not 6")).toBe("Só 4 podem ir de uma vez para a coluna 7, não 6");
  expect(said("Something strange onto column 7")).toBe("Something strange onto column 7");
  expect(said("puzzle 0abc5dxyz1")).toBe("problema 0abc5dxyz1");
});

const sources = import.meta.glob(["../src/**/*.ts", "../src/**/*.svelte", "!../src/i18n/{en,pt}.ts"], { query: "?raw", import: "default", eager: true });

test("every text of the interface is used", () => {
  const all = Object.values(sources).join("\n");
  expect(Object.keys(en).filter((key) => !all.includes(`"${key}"`))).toEqual([]);
});
