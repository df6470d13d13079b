// How large the pieces of each kind are, in units of one piece of their region.
import type { Zone } from "../server/protocol";
import { kind, kindOf } from "./kinds";

export interface Size {
  w: number;
  h: number;
}

/** A zone, and what only the page knows of it. */
export interface ShownZone extends Zone {
  /** Is it the seat of whoever looks on? */
  own?: boolean;
  /** How much larger than usual its pieces are, where there is room to spare. */
  scale?: number;
}

export const CARD_ASPECT = 1.4;

/** How tall the pictures are that a game has drawn, in widths of each, by the looks that they are for. */
export type Aspects = Readonly<Record<string, number>>;

const CARD_PLACES = new Set([
  "cell", "foundation", "column", "house", "reserve", "hand", "waste", "turned", "seat", "box",
]); // prettier-ignore

/** Is it how an empty place looks, and no piece? */
export const isPlace = (look: string): boolean =>
  CARD_PLACES.has(kind(look)) || ["square", "place"].includes(kind(look));

/** Are these zones for cards, which are taller than wide? */
const isCardTable = (zones: readonly Zone[]): boolean =>
  zones.some((zone) => CARD_PLACES.has(kind(zone.look)) || zone.pieces.some((p) => kindOf(p.look).isCard));

const drawn = (look: string, own: Aspects): number | undefined => own[look] ?? own[kind(look)];

/** How tall a place of a table is, in widths of it: as tall as what lies there. */
export function aspectOf(zones: readonly Zone[], own: Aspects): number {
  const looks = zones.flatMap((zone) => [zone.look, ...zone.pieces.map((piece) => piece.look)]);
  return Math.max(isCardTable(zones) ? CARD_ASPECT : 1, ...looks.map((look) => drawn(look, own) ?? 1));
}

/** Is this zone a field of a board, which touches its neighbours? */
export const isSquare = (zone: Zone): boolean => kind(zone.look) === "square";

/** The size of a piece, in units of the width of one place. */
export function pieceSize(look: string, aspect: number, own: Aspects): Size {
  const tall = drawn(look, own);
  if (tall !== undefined) return { w: 1, h: tall };
  switch (kind(look)) {
    case "card":
      return { w: 1, h: CARD_ASPECT };
    case "chips":
      return { w: 1.2, h: 0.6 };
    case "meeple":
      return look.split(":").length > 2 ? { w: 1, h: 1 } : { w: 0.5, h: 0.5 };
    default:
      return { w: 1, h: aspect };
  }
}

/** Places that a game turns on, and that are looked at first: their cards are larger. */
const PROMINENT = new Set(["reserve", "turned"]);

/** How much larger than usual the pieces of a zone are: what is drawn beside many others, most of all,
 *  and the hand that one holds oneself. */
export function scaleOf(zone: ShownZone): number {
  if (zone.scale) return zone.scale;
  if (zone.look === "place:drawn") return 1.5;
  if (zone.own) return 1.35;
  return PROMINENT.has(zone.look) ? 1.2 : 1;
}

/** The size of an empty place. */
export function placeSize(zone: ShownZone, aspect: number, own: Aspects): Size {
  const { w, h } = usualSize(zone, aspect, own);
  return { w: w * scaleOf(zone), h: h * scaleOf(zone) };
}

function usualSize(zone: Zone, aspect: number, own: Aspects): Size {
  const top = zone.pieces.at(-1);
  if (top) return pieceSize(top.look, aspect, own);
  const tall = drawn(zone.look, own);
  if (tall !== undefined) return { w: 1, h: tall };
  if (zone.look === "" && zone.layout === "pile" && aspect > 1) return { w: 1.2, h: 0.6 };
  if (zone.look === "" && zone.layout === "row" && aspect === 1) return { w: 0.5, h: 0.5 };
  return { w: 1, h: aspect };
}
