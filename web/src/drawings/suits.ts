import { put } from "./paths";

// The four suits as paths round the origin, about twenty units high.
export type Suit = "S" | "H" | "D" | "C";

export const SUITS: Record<Suit, string> = {
  S: "M0 -10.5C3.2 -5.2 10 -1.4 10 4.2 10 8.6 4.4 9.8 1.5 5.8 1.7 8.2 2.6 9.7 4.2 10.6H-4.2C-2.6 9.7 -1.7 8.2 -1.5 5.8 -4.4 9.8 -10 8.6 -10 4.2 -10 -1.4 -3.2 -5.2 0 -10.5Z",
  H: "M0 10.4C-3.4 5 -10.2 1.2 -10.2 -4.6 -10.2 -8 -7.8 -10 -5.2 -10 -2.8 -10 -0.8 -8.4 0 -5.8 0.8 -8.4 2.8 -10 5.2 -10 7.8 -10 10.2 -8 10.2 -4.6 10.2 1.2 3.4 5 0 10.4Z",
  D: "M0 -11C2.4 -6.8 5 -3.4 8.4 0 5 3.4 2.4 6.8 0 11 -2.4 6.8 -5 3.4 -8.4 0 -5 -3.4 -2.4 -6.8 0 -11Z",
  C: "M0 -10.4A4.9 4.9 0 0 1 3.9 -2.5 4.9 4.9 0 1 1 1.4 5.3C1.6 7.9 2.6 9.7 4.2 10.6H-4.2C-2.6 9.7 -1.6 7.9 -1.4 5.3A4.9 4.9 0 1 1 -3.9 -2.5 4.9 4.9 0 0 1 0 -10.4Z",
};

/** Where the pips of each number lie on a card of 100 by 140; true: upside down. */
const L = 33;
const M = 50;
const R = 67;
type Pip = [x: number, y: number, turned?: true];
const pairs = (...ys: number[]): Pip[] =>
  ys.flatMap((y): Pip[] => (y > 70 ? [[L, y, true], [R, y, true]] : [[L, y], [R, y]])); // prettier-ignore

/** In the corners of a court's frame. */
const IN_FRAME: Pip[] = [[29, 21.5], [71, 118.5, true]]; // prettier-ignore

const PIPS: Record<string, Pip[]> = {
  A: [[M, 70]],
  "2": [[M, 28], [M, 112, true]],
  "3": [[M, 28], [M, 70], [M, 112, true]],
  "4": pairs(28, 112),
  "5": [...pairs(28, 112), [M, 70]],
  "6": pairs(28, 70, 112),
  "7": [...pairs(28, 70, 112), [M, 49]],
  "8": [...pairs(28, 70, 112), [M, 49], [M, 91, true]],
  "9": [...pairs(26, 55.5, 84.5, 114), [M, 70]],
  "10": [...pairs(26, 55.5, 84.5, 114), [M, 40.5], [M, 99.5, true]],
  J: IN_FRAME,
  Q: IN_FRAME,
  K: IN_FRAME,
}; // prettier-ignore

const drawn = new Map<string, string>();

/** All pips of a card, those of its indices included, as one path. */
export function pipsOf(rank: string, suit: Suit): string {
  const known = drawn.get(rank + suit);
  if (known !== undefined) return known;
  const path = SUITS[suit] ?? "";
  const size = rank === "A" ? 2.6 : "JQK".includes(rank) ? 0.4 : Number(rank) > 8 ? 0.84 : 1;
  const pips = (PIPS[rank] ?? []).map(([x, y, turned]) => put(path, x, y, turned ? -size : size));
  const all = [...pips, put(path, 12.5, 28, 0.58), put(path, 87.5, 112, -0.58)].join("");
  drawn.set(rank + suit, all);
  return all;
}
