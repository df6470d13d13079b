// The options of a new table: which are in sight, which are folded away, and what may be answered.
import type { GameOption } from "../server/protocol";

export interface Grouped {
  open: GameOption[];
  /** By heading; without one where a game has many options and no headings. */
  folded: [heading: string, options: GameOption[]][];
}

/** As many options without a heading are shown at once. */
const IN_SIGHT = 4;

export function grouped(options: GameOption[]): Grouped {
  const real = options.filter((option) => option.words.length !== 1); // the only answer is no question
  const common = real.filter((option) => !option.group);
  const headings = [...new Set(real.map((option) => option.group ?? ""))].filter((heading) => heading !== "");
  const folded = headings.map((heading): [string, GameOption[]] => [heading, real.filter((o) => o.group === heading)]);
  if (common.length <= IN_SIGHT) return { open: common, folded };
  return { open: [], folded: [["", common], ...folded] };
}

/** Is it a plain yes or no? */
export const isYesNo = ({ words }: GameOption): boolean =>
  words.length === 2 && words.includes("yes") && words.includes("no");

/** Does the question arise, by what others are answered with? */
export const matters = (option: GameOption, all: GameOption[], valueOf: (other: GameOption) => string): boolean =>
  Object.entries(option.needs).every(([name, words]) =>
    all.every((other) => other.name !== name || words.includes(valueOf(other))),
  );

/** The words that are chosen where several may be. */
export const some = ({ words }: GameOption, text: string): string[] =>
  words.filter((word) => text.split("+").includes(word));

/** A number that was typed, between the bounds; the old one where it was none. */
export const within = (given: number, low: number, high: number, before: number): number =>
  Number.isFinite(given) ? Math.min(high, Math.max(low, Math.round(given))) : before;

/** One step on: large numbers go by more than one, to round ones. */
export function step(value: number, by: 1 | -1, low: number, high: number): number {
  const reach =
    high - low <= 100 ? 1 : 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, by < 0 ? value - 1 : value))) - 1);
  const stride = value >= 100 && reach > 1 ? reach * 5 : reach;
  const next = by > 0 ? Math.floor(value / stride + 1) * stride : Math.ceil(value / stride - 1) * stride;
  return within(next, low, high, value);
}
