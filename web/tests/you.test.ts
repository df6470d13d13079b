// Sentences that turn to their reader.
import { expect, test } from "vitest";
import { NAME, READER, turned, unarticled } from "../src/i18n/you";

const english = (text: string): string => turned(text.replace("player 1", `player 1${READER}`).replace("Player 1", `Player 1${READER}`), text.includes("Player 1") ? "Player 1" : "player 1", "you", "en");
const portuguese = (text: string): string => turned(text.replace("jogador 1", `jogador 1${READER}`), "jogador 1", "eu", "pt");

test("whoever reads is the subject, with the verb that goes with it", () => {
  expect(english("player 1 wins most in 20 hands")).toBe("You win most in 20 hands");
  expect(english("Player 1 is all in")).toBe("You are all in");
  expect(english("Player 1 passes")).toBe("You pass");
  expect(english("Player 1 loses the next turn")).toBe("You lose the next turn");
  expect(english("Hand 3: player 1 has the button")).toBe("Hand 3: you have the button");
  expect(english("Greedy wins, player 1 resigned")).toBe("Greedy wins, you resigned");
});

test("elsewhere it is said whose seat it is", () => {
  expect(english("player 1 to move")).toBe("player 1 (you) to move");
});

test("what belongs to the reader is theirs", () => {
  expect(english("It is the turn of player 1")).toBe("It is your turn");
  expect(english("Greedy loads the reserve of player 1 with 7♥")).toBe("Greedy loads your reserve with 7♥");
  expect(english("The waste of player 1 becomes the hand")).toBe("Your waste becomes the hand");
  expect(english("player 1 and Greedy share 4 chips")).toBe("You and Greedy share 4 chips");
  expect(english("Greedy and player 1 share the win")).toBe("Greedy and you share the win");
  expect(english("Greedy offers a stalemate; player 1 may agree")).toBe("Greedy offers a stalemate; you may agree");
  expect(portuguese("Greedy carrega a reserva de jogador 1 com 7♥")).toBe("Greedy carrega a sua reserva com 7♥");
  expect(portuguese("O descarte do jogador 1 passa a ser a mão")).toBe("O seu descarte passa a ser a mão");
  expect(portuguese("É a vez de jogador 1")).toBe("É a sua vez");
});

test("what goes to whoever reads goes to you", () => {
  expect(english("Road of 3 tiles: 3 points to player 1, one thief")).toBe("Road of 3 tiles: 3 points to you, one thief");
  expect(english("3 points to Greedy and player 1")).toBe("3 points to Greedy and you");
});

test("a name has no article in Portuguese", () => {
  expect(unarticled(`a mão do ${NAME}Irina`)).toBe("a mão de Irina");
  expect(unarticled(`Mão 2: o ${NAME}Dolores tem o botão`)).toBe("Mão 2: Dolores tem o botão");
  expect(unarticled(`O ${NAME}Dolores ganha`)).toBe("Dolores ganha");
  expect(unarticled(`It is up to ${NAME}Irina to do it`)).toBe("It is up to Irina to do it");
});

test("in Portuguese the verb alone says it", () => {
  expect(portuguese("Mão 1: o jogador 1 tem o botão")).toBe("Mão 1: tem o botão");
  expect(portuguese("jogador 1 é quem mais ganha em 20 mãos")).toBe("é quem mais ganha em 20 mãos");
  expect(portuguese("Mão 3: jogador 1 tem o botão")).toBe("Mão 3: tem o botão");
  expect(portuguese("jogador 1 e Greedy partilham")).toBe("jogador 1 (eu) e Greedy partilham");
});
