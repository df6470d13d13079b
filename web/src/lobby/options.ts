// Which options are in sight when a table begins, and which are folded away.
import type { GameOption } from "../protocol";

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
