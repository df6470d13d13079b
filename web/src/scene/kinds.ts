// What pieces are like by the first word of their looks, besides how they are drawn. Looks are an
// open vocabulary: of a kind that is not named here nothing is known but its picture.

/** The part of a look that says what is drawn: `card` of `card:QS`. */
export const kind = (look: string): string => look.split(":", 1)[0] ?? "";

export type Material = "card" | "wood" | "tile" | "chips";

export interface Kind {
  material: Material;
  /** Paper, taller than wide, that lies in thick piles. */
  isCard?: boolean;
  /** Other pieces stand on it. */
  isLand?: boolean;
  /** Its look is a number that changes: it stays the same piece. */
  isAmount?: boolean;
  /** What lies in a row is told as a number, and not piece by piece. */
  isCounted?: boolean;
  /** So many words of its look stay when it goes from one place to another; all, where nothing is said. */
  lasting?: number;
}

const KINDS: Partial<Record<string, Kind>> = {
  card: { material: "card", isCard: true },
  chess: { material: "wood" },
  tile: { material: "tile", isLand: true, isCounted: true },
  meeple: { material: "wood", isCounted: true, lasting: 2 },
  chips: { material: "chips", isAmount: true, isCounted: true, lasting: 1 },
};

const OTHER: Kind = { material: "card" };

export const kindOf = (look: string): Kind => KINDS[kind(look)] ?? OTHER;

/** Does it lie with its back up? Games say so of any piece, as in `card:back`. */
export const isBack = (look: string): boolean => look.endsWith(":back");

/** What of a look stays the same wherever the piece goes. */
export const lasting = (look: string): string => look.split(":").slice(0, kindOf(look).lasting).join(":");
