// Where the arrow of a lesson's picture goes.
import type { Picture } from "../../drawings/picture";
import type { Lesson } from "../../server/protocol";

/** A line from the middle of one piece to near the middle of the other, and its head. */
export function arrowOf({ pieces }: Picture, { arrow }: Lesson): { line: string; head: string } | null {
  const [from, to] = (arrow ?? []).map((i) => pieces[i]);
  if (!from || !to) return null;
  const [x1, y1] = [from.x + from.w / 2, from.y + from.h / 2];
  const [x2, y2] = [to.x + to.w / 2, to.y + to.h / 2];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const at = (along: number, aside: number): string =>
    `${(x2 - dx * along - dy * aside).toFixed(3)} ${(y2 - dy * along + dx * aside).toFixed(3)}`;
  return { line: `M${x1} ${y1}L${at(0.28, 0)}`, head: `M${at(0, 0)}L${at(0.3, 0.18)}L${at(0.3, -0.18)}Z` };
}
