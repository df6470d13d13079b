// A picture of pieces and empty places: how large it is, and where they lie in it.
import type { ShownPiece } from "../server/protocol";
import { kind } from "../scene/kinds";
import { CARD_ASPECT, isPlace, pieceSize, type Aspects, type Size } from "../scene/sizes";

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

const sizeOf = (look: string, own: Aspects): Size =>
  !isPlace(look)
    ? pieceSize(look, 1, own)
    : kind(look) === "square" || kind(look) === "place"
      ? { w: 1, h: 1 }
      : { w: 1, h: CARD_ASPECT };

export const placed = (pieces: readonly ShownPiece[], own: Aspects): Placed[] =>
  pieces.map(({ look, turned, x, y }) => ({ look, turned, x, y, isPlace: isPlace(look), ...sizeOf(look, own) }));

export function pictured(shown: readonly ShownPiece[], own: Aspects): Picture {
  const pieces = placed(shown, own);
  const w = Math.max(1, ...pieces.map((piece) => piece.x + piece.w));
  const h = Math.max(1, ...pieces.map((piece) => piece.y + piece.h));
  return { w, h, pieces };
}
