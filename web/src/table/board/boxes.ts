// Where elements are on the screen.
import type { Box } from "../../scene/layout";

export const boxOf = (element: Element): Box => {
  const { x, y, width: w, height: h } = element.getBoundingClientRect();
  return { x, y, w, h };
};

/** What two boxes have in common, or null. */
export function common(a: Box, b: Box): Box | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const w = Math.min(a.x + a.w, b.x + b.w) - x;
  const h = Math.min(a.y + a.h, b.y + b.h) - y;
  return w > 0 && h > 0 ? { x, y, w, h } : null;
}
