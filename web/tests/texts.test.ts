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
  ["Lay city on one side at (0, 1), facing north, knight", "Pôr cidade num lado em (0, 1), virada a norte, cavaleiro"],
  ["Draw tile E (city on one side)", "Tirar a peça E (cidade num lado)"],
  ["player 1: 0 (3 if it ended)", "jogador 1: 0 (3 se acabasse)"],
  ["city of 3 tiles at (0, 1), 2 open, player 1: 1 knight", "cidade de 3 peças em (0, 1), 2 em aberto, jogador 1: 1 cavaleiro"],
  ["reserve: 12", "reserva: 12"],
  ["player 2: 199", "jogador 2: 199"],
  ["Raise to 800, all in", "Subir para 800, tudo"],
  ["player 2: 199 D SB, folded", "jogador 2: 199 D SB, desistiu"],
  ["player 2, 0 chips, small blind, all in", "jogador 2, 0 fichas, small blind, tudo"],
  ["Hand 3: player 1 has the button", "Mão 3: jogador 1 tem o botão"],
  ["Player 2 posts the small blind, 1", "Jogador 2 põe o small blind, 1"],
  ["Player 3 takes back 1 that nobody has called", "Jogador 3 recupera 1 que ninguém pagou"],
  ["The flop: deuce of clubs, seven of diamonds and nine of hearts", "O flop: dois de paus, sete de ouros e nove de copas"],
  ["Player 1 shows ace of spades and king of clubs", "Jogador 1 mostra ás de espadas e rei de paus"],
  ["Player 1 shows ace of spades and king of clubs: two pair, aces and kings", "Jogador 1 mostra ás de espadas e rei de paus: dois pares, ases e reis"],
  ["Player 3 wins the pot of 2: nobody else is in it", "Jogador 3 ganha o pote de 2: não há mais ninguém"],
  ["Player 1 wins the main pot of 300 with a pair of aces", "Jogador 1 ganha o pote principal de 300 com um par de ases"],
  ["Player 2 wins 26 of the side pot of 52 with a straight, ten high", "Jogador 2 ganha 26 do pote paralelo de 52 com uma sequência até dez"],
  ["Player 2 is out, in place 2", "Jogador 2 está fora, em 2.º lugar"],
  ["Player 2 turns the seven of hearts", "Jogador 2 vira sete de copas"],
  ["Discard the seven of hearts, and end the turn", "Descartar sete de copas e acabar a vez"],
  ["9♥ and 2 more from house 1 to house 2", "9♥ e mais 2 de casa 1 para casa 2"],
  ["A♠, 2♠ go home", "A♠, 2♠ vão para casa"],
  ["queen on (1, 2) takes bishop on (3, 4)", "dama em (1, 2) captura bispo em (3, 4)"],
  ["The game has not started yet", "O jogo ainda não começou"],
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
