// A picture of pieces and empty places: how large it is, and where they lie in it.
import type { ShownPiece } from "../server/protocol";
import { CARD_ASPECT, isPlace, kind, pieceSize, type Size } from "../scene/sizes";

export interface Placed extends Size {
  look: string;
  turned: number;
  isPlace: boolean;
  x: number;
  y: number;
}

export interface Picture extends Size {
  pieces: Placed[];
}

const sizeOf = (look: string): Size =>
  !isPlace(look)
    ? pieceSize(look, 1)
    : kind(look) === "square" || kind(look) === "place"
      ? { w: 1, h: 1 }
      : { w: 1, h: CARD_ASPECT };

export const placed = (pieces: readonly ShownPiece[]): Placed[] =>
  pieces.map(({ look, turned, x, y }) => ({ look, turned, x, y, isPlace: isPlace(look), ...sizeOf(look) }));

export function pictured(shown: readonly ShownPiece[]): Picture {
  const pieces = placed(shown);
  const w = Math.max(1, ...pieces.map((piece) => piece.x + piece.w));
  const h = Math.max(1, ...pieces.map((piece) => piece.y + piece.h));
  return { w, h, pieces };
}
