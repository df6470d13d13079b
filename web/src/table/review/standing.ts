// The standing over time as lines in a box: time to the right, more is higher.
import type { StandingsMessage } from "../../server/protocol";

export function range(lines: readonly number[][]): { low: number; high: number } {
  const all = lines.flat();
  const low = all.reduce((a, b) => Math.min(a, b), Infinity);
  const high = all.reduce((a, b) => Math.max(a, b), -Infinity);
  return low < high ? { low, high } : { low: low - 1, high: low + 1 };
}

export function lineOf(
  { at, lines }: StandingsMessage,
  seat: number,
  wide: number,
  high: number,
  span: { low: number; high: number },
): string {
  const last = Math.max(at.at(-1) ?? 1, 1);
  const edge = 3; // a line at the rim is not cut in half
  const up = (value: number): number => high - edge - ((value - span.low) / (span.high - span.low)) * (high - 2 * edge);
  return lines
    .map((line, i) => `${(((at[i] ?? 0) / last) * wide).toFixed(1)},${up(line[seat] ?? 0).toFixed(1)}`)
    .join(" ");
}

/** What was known last at that time, as one would say it: ahead is plus. */
export function valueAt({ at, lines }: StandingsMessage, seat: number, step: number): string {
  const i = at.findLastIndex((n) => n <= step);
  const value = Math.round(lines[Math.max(i, 0)]?.[seat] ?? 0);
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}
