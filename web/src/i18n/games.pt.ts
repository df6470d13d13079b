// The games' own texts in Portuguese, as sentences with holes. What is missing stays English,
// as a whole. Longer patterns come before shorter ones that would match, too.
import { carcassonne } from "./pt/carcassonne";
import { cards } from "./pt/cards";
import { chess } from "./pt/chess";
import { freecell } from "./pt/freecell";
import { general } from "./pt/general";
import { lobby } from "./pt/lobby";
import { options } from "./pt/options";
import { poker } from "./pt/poker";
import { russianBank } from "./pt/russianBank";
import type { Catalogue } from "./patterns";

export const gamesPt: Catalogue = [
  ...lobby, ...options, ...cards, ...freecell, ...chess, ...carcassonne, ...poker, ...russianBank, ...general,
]; // prettier-ignore

const CONTRACTED: readonly (readonly [RegExp, string])[] = [
  [/\bde a /g, "da "],
  [/\bde o /g, "do "],
  [/\bem a /g, "na "],
  [/\bem o /g, "no "],
];

/** `de a reserva` is written `da reserva`. */
export const contracted = (text: string): string =>
  CONTRACTED.reduce((done, [from, to]) => done.replace(from, to), text);
