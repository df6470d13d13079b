// The deals and puzzles of the days: which of them this browser has won, and how many in a row.
import { keepOpened } from "./keys";
import type { Opened } from "../server/protocol";
import { read, write } from "./storage";

const STORE = "ludex.days";
const OPEN = "ludex.dailies";
const MOST = 400;

/** Which daily game: `deal` or `puzzle`, and the name of the game. */
export type Kind = string;

interface Daily {
  table: string;
  kind: Kind;
  /** 2026-11-17 */
  date: string;
}

/** The days on which it was won. */
export const wonOn = (kind: Kind): string[] => read<Record<Kind, string[]>>(STORE, {})[kind] ?? [];

/** A table is that of a day. */
export function keepDay(table: string, kind: Kind, date: string): void {
  write(OPEN, [{ table, kind, date }, ...read<Daily[]>(OPEN, [])].slice(0, MOST));
}

/** A table of the day has been opened; its address. */
export function keepDaily(opened: Opened, kind: Kind, date: string): string {
  keepDay(opened.table, kind, date);
  return keepOpened(opened);
}

/** The day that a table is of, if it is of one: how many in a row that makes. */
export function daysInARow(table: string): number | null {
  const daily = read<Daily[]>(OPEN, []).find((one) => one.table === table);
  return daily ? streak(wonOn(daily.kind), daily.date) : null;
}

/** A table has been won: if it was one of a day, that day is. */
export function won(table: string): void {
  const daily = read<Daily[]>(OPEN, []).find((one) => one.table === table);
  if (daily) winDay(daily.kind, daily.date);
}

/** A day has been won. */
export function winDay(kind: Kind, date: string): void {
  const all = read<Record<Kind, string[]>>(STORE, {});
  const days = [...new Set([...(all[kind] ?? []), date])].sort().slice(-MOST);
  write(STORE, { ...all, [kind]: days });
}

export const dayBefore = (date: string, days = 1): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

/** How many days in a row, up to today, or to yesterday while today is not over. */
export function streak(days: readonly string[], today: string): number {
  const all = new Set(days);
  let day = all.has(today) ? today : dayBefore(today);
  let count = 0;
  for (; all.has(day); day = dayBefore(day)) count += 1;
  return count;
}

/** The last weeks, the oldest first, each from Monday to Sunday; days to come are left out. */
export function weeks(today: string, count: number): string[][] {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: count }, (_, i) => {
    const monday = weekday + 7 * (count - 1 - i);
    return Array.from({ length: 7 }, (_, d) => monday - d)
      .filter((ago) => ago >= 0)
      .map((ago) => dayBefore(today, ago));
  });
}
