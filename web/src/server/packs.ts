// Puzzles that come with a game, by level, and the stars that this browser has won with them.
import * as api from "./api";
import type { Packs } from "./protocol";
import { read, write } from "../storage/storage";

const STORE = "ludex.stars";

export type Stars = Record<string, number>;

/** A place in a pack, counted from 0. */
export interface Place {
  level: string;
  at: number;
  of: number;
}

const requests = new Map<string, Promise<Packs>>();

/** The packs of a game; request for once. */
export function packsOf(game: string): Promise<Packs> {
  const request = requests.get(game) ?? api.packs(game);
  requests.set(game, request);
  request.catch(() => requests.delete(game));
  return request;
}

const all = (): Record<string, Stars> => read<Record<string, Stars>>(STORE, {});

export const starsOf = (game: string): Stars => all()[game] ?? {};

/** Three for a puzzle solved at once, two when something was taken back, one with help. */
export const earned = (isAssisted: boolean, isStraight: boolean): number => (isAssisted ? 1 : isStraight ? 3 : 2);

export function win(game: string, id: string, stars: number): void {
  const mine = starsOf(game);
  write(STORE, { ...all(), [game]: { ...mine, [id]: Math.max(stars, mine[id] ?? 0) } });
}

/** Where a puzzle is among the packs, if it is. */
export function placeOf({ packs }: Packs, id: string): Place | null {
  for (const { level, puzzles } of packs) {
    const at = puzzles.indexOf(id);
    if (at >= 0) return { level, at, of: puzzles.length };
  }
  return null;
}

/** The next puzzle that is not solved: after this one, then in harder packs, then what was left out. */
export function nextOf({ packs }: Packs, id: string, stars: Stars): string | null {
  const all = packs.flatMap(({ puzzles }) => puzzles);
  const at = all.indexOf(id);
  return [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))].find((other) => !stars[other]) ?? null;
}

/** So many solved puzzles open the next level by themselves; anybody may open it sooner. */
export const ENOUGH = 10;

/** Which levels lie open: the first, what has been begun, and what follows a level well begun. */
export function openLevels({ packs }: Packs, stars: Stars): Set<string> {
  const solved = packs.map(({ puzzles }) => puzzles.filter((id) => stars[id]).length);
  return new Set(
    packs.filter((_, i) => i === 0 || (solved[i] ?? 0) > 0 || (solved[i - 1] ?? 0) >= ENOUGH).map(({ level }) => level),
  );
}
