// What everybody's points were for, added up over a whole game.
import { english } from "../../i18n/format";
import type { Entry, Gain, Words } from "../../server/protocol";

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

export interface Step {
  gain: Gain;
  /** What the player had before it. */
  before: number;
}

/** The points that came with the end, one after the other, up to the last scores. */
export function steps(log: readonly Entry[], scores: readonly number[]): Step[] {
  const gains = log.at(-1)?.sight?.gains ?? [];
  const had = scores.map((score, i) =>
    gains.reduce((so, { seat, amount }) => (seat === i + 1 ? so - amount : so), score),
  );
  return gains.map((gain) => {
    const before = had[gain.seat - 1] ?? 0;
    had[gain.seat - 1] = before + gain.amount;
    return { gain, before };
  });
}
