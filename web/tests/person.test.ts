// Sentences that turn to their reader: the words are in the template, and nothing finished is taken apart.
import { expect, test } from "vitest";
import { english, mentions, subjectOf, render, type Naming } from "../src/i18n/format";
import type { Filling, Sentence } from "../src/server/protocol";

const say = (template: string, values: Sentence["values"] = {}, code = "said"): Sentence => ({
  code,
  template,
  values,
});
const player = (number: number): Sentence => say("player {number}", { number }, "player");
const list = (...players: Sentence[]): Sentence =>
  say(
    players.map((_, i) => `{p${i + 1}}`).join(" and "),
    Object.fromEntries(players.map((one, i) => [`p${i + 1}`, one])),
    "list",
  );
const NAMING: Naming = {
  name: (name, seat) => (seat === 1 ? `${name} (you)` : seat === 2 ? "Greedy" : "Irina"),
  reader: 1,
};

const told = (template: string, values: Record<string, Filling>): string => english(say(template, values), NAMING);

test("whoever reads is the subject, with the verb that goes with it", () => {
  const wins = "{player:* wins|you win} most in {hands} hands";
  expect(told(wins, { player: player(1), hands: 20 })).toBe("you win most in 20 hands");
  expect(told(wins, { player: player(2), hands: 20 })).toBe("Greedy wins most in 20 hands");
  expect(english(say(wins, { player: player(1), hands: 20 }))).toBe("player 1 wins most in 20 hands");
  expect(told("Hand {hand}: {player:* has|you have} the button", { hand: 3, player: player(1) })).toBe(
    "Hand 3: you have the button",
  );
  expect(
    told("{player:* wins|you win}, {loser:* resigned|you resigned}", { player: player(2), loser: player(1) }),
  ).toBe("Greedy wins, you resigned");
});

test("elsewhere it is said whose seat it is", () => {
  expect(told("{player} to move", { player: player(1) })).toBe("player 1 (you) to move");
});

test("what belongs to the reader is theirs", () => {
  expect(
    told("{player:* loads|you load} {other:the reserve of *|your reserve} with {card}", {
      player: player(2),
      other: player(1),
      card: "7♥",
    }),
  ).toBe("Greedy loads your reserve with 7♥");
  expect(told("{player:The waste of *|Your waste} becomes the hand", { player: player(1) })).toBe(
    "Your waste becomes the hand",
  );
});

test("among others the reader is one of them", () => {
  expect(told("{feature}: 3 points to {winners:*|you}", { feature: "Road", winners: list(player(1)) })).toBe(
    "Road: 3 points to you",
  );
  expect(told("{feature}: 3 points to {winners:*|you}", { feature: "Road", winners: list(player(2), player(1)) })).toBe(
    "Road: 3 points to Greedy and you",
  );
  expect(told("{players:*|you} share the win", { players: list(player(1), player(2)) })).toBe(
    "you and Greedy share the win",
  );
  expect(told("{players:* has|you have} no score", { players: list(player(1)) })).toBe("you have no score");
});

test("a name has no article in Portuguese, and the verb alone says who reads", () => {
  const words: Record<string, string> = {
    "player {number}": "jogador {number}",
    "{p1} and {p2}": "{p1} e {p2}",
    "Hand {hand}: {player:* has|you have} the button": "Mão {hand}: {player:o * tem|tem|* tem} o botão",
    "{points} to {winners:*|you}": "{points} {winners:para o *||para *}",
  };
  const portuguese = (template: string, values: Sentence["values"], naming?: Naming): string | null =>
    render(say(template, values), (text) => words[text], naming);
  const button = "Hand {hand}: {player:* has|you have} the button";
  expect(portuguese(button, { hand: 1, player: player(1) }, NAMING)).toBe("Mão 1: tem o botão");
  expect(portuguese(button, { hand: 1, player: player(3) }, NAMING)).toBe("Mão 1: Irina tem o botão");
  expect(portuguese(button, { hand: 1, player: player(3) })).toBe("Mão 1: o jogador 3 tem o botão");
  const points = "{points} to {winners:*|you}";
  expect(portuguese(points, { points: 3, winners: list(player(1)) }, NAMING)).toBe("3 para o jogador 1 (you)");
  expect(portuguese(points, { points: 3, winners: list(player(3), player(1)) }, NAMING)).toBe(
    "3 para Irina e jogador 1 (you)",
  );
});

test("it is known with whom a sentence begins, and of whom it speaks", () => {
  const wins = say("{player:* wins|you win}, {loser:* resigned|you resigned}", { player: player(2), loser: player(1) });
  expect(subjectOf(wins)).toBe(2);
  expect(subjectOf(say("Hand {hand}", { hand: 1 }))).toBe(0);
  expect([1, 2, 3].map((seat) => mentions(wins, seat))).toEqual([true, true, false]);
});
