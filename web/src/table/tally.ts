// What everybody's points were for, added up over a whole game.
import { english } from "../i18n/format";
import type { Entry, Words } from "../protocol";

export interface Tally {
  sources: Words[];
  /** By source, in the same order: all points of a seat, and how many of them came with the last event. */
  rows: { seat: number; cells: { all: number; last: number }[] }[];
}

/** The points of each seat by what they were for; null where nothing of that kind is told. */
export function tally(log: readonly Entry[], seats: number): Tally | null {
  const last = log.at(-1)?.n;
  const gains = log.flatMap(({ n, sight }) => (sight?.gains ?? []).map((gain) => ({ ...gain, isLast: n === last })));
  const named = new Map(gains.map(({ source }) => [english(source), source]));
  const names = [...named.keys()].sort();
  if (names.length === 0) return null;
  const rows = Array.from({ length: seats }, (_, i) => ({
    seat: i + 1,
    cells: names.map((name) => {
      const mine = gains.filter((gain) => gain.seat === i + 1 && english(gain.source) === name);
      const sum = (some: typeof mine): number => some.reduce((so, { amount }) => so + amount, 0);
      return { all: sum(mine), last: sum(mine.filter(({ isLast }) => isLast)) };
    }),
  }));
  return { sources: names.map((name) => named.get(name) ?? name), rows };
}
