// Room to spare at a table of seats is for what is looked at first: the row that is filled in its
// middle, the hand that one holds oneself, and numbers of chips. Nothing else is smaller for it.
import { scaleOf, type ShownZone } from "./sizes";

/** Is it a row that is filled one after the other, as a board is? What lies there stays where it lies. */
export const isFilled = ({ layout, look, span = 1 }: ShownZone): boolean => layout === "row" && look === "" && span > 1;

const isOwn = (zone: ShownZone): boolean => zone.own ?? false;
const isChips = ({ layout, look }: ShownZone): boolean => layout === "pile" && look === "";

export interface Growth {
  row: number;
  own: number;
  chips: number;
}

const STEPS = [1.75, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1];
/** What may grow, in this order, and to how many pixels: larger is not easier to read. */
const PARTS = [
  ["chips", isChips, 64],
  ["row", isFilled, 112],
  ["own", isOwn, 112],
] as const;

/** The same zones with what is looked at first so much larger. */
export const grown = (zones: readonly ShownZone[], growth: Growth): readonly ShownZone[] =>
  zones.map((zone) => {
    const [part] = PARTS.find(([, isIt]) => isIt(zone)) ?? [];
    const factor = part ? growth[part] : 1;
    return factor === 1 ? zone : { ...zone, scale: scaleOf(zone) * factor };
  });

/** How much larger it can be, where all the others keep their size. */
export function growthOf(
  zones: readonly ShownZone[],
  unit: number,
  fits: (zones: readonly ShownZone[]) => boolean,
): Growth {
  const found: Growth = { row: 1, own: 1, chips: 1 };
  if (!zones.some(isOwn)) return found;
  for (const [part, isIt, largest] of PARTS) {
    const first = zones.find(isIt);
    if (!first) continue;
    const size = unit * scaleOf(first);
    found[part] =
      STEPS.find((factor) => size * factor <= largest && fits(grown(zones, { ...found, [part]: factor }))) ?? 1;
  }
  return found;
}
