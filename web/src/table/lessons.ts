// The picture of a lesson: how large it is, where its pieces lie, where its arrow goes.
import type { Lesson } from "../protocol";
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
  !isPlace(look) ? pieceSize(look, 1) : kind(look) === "square" || kind(look) === "place" ? { w: 1, h: 1 } : { w: 1, h: CARD_ASPECT };

export function pictured({ pieces }: Lesson): Picture {
  const placed = pieces.map(({ look, turned, x, y }) => ({ look, turned, x, y, isPlace: isPlace(look), ...sizeOf(look) }));
  const w = Math.max(1, ...placed.map((piece) => piece.x + piece.w));
  const h = Math.max(1, ...placed.map((piece) => piece.y + piece.h));
  return { w, h, pieces: placed };
}

/** A line from the middle of one piece to near the middle of the other, and its head. */
export function arrowOf(lesson: Lesson): { line: string; head: string } | null {
  const { pieces } = pictured(lesson);
  const [from, to] = (lesson.arrow ?? []).map((i) => pieces[i]);
  if (!from || !to) return null;
  const [x1, y1] = [from.x + from.w / 2, from.y + from.h / 2];
  const [x2, y2] = [to.x + to.w / 2, to.y + to.h / 2];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const at = (along: number, aside: number): string =>
    `${(x2 - dx * along - dy * aside).toFixed(3)} ${(y2 - dy * along + dx * aside).toFixed(3)}`;
  return { line: `M${x1} ${y1}L${at(0.28, 0)}`, head: `M${at(0, 0)}L${at(0.3, 0.18)}L${at(0.3, -0.18)}Z` };
}
