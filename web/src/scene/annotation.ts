// Where a few words can stand so that they cover as little as possible.
import type { Box, Plan } from "./layout";

const GAP = 8;

const shared = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** The place beside a spot, within a frame, that covers the least of what is needed. */
export function placeBeside(spot: Box, size: { w: number; h: number }, frame: Box, needed: readonly Box[]): Box {
  const middle = { x: spot.x + (spot.w - size.w) / 2, y: spot.y + (spot.h - size.h) / 2 };
  const places = [
    { x: middle.x, y: spot.y + spot.h + GAP },
    { x: middle.x, y: spot.y - size.h - GAP },
    { x: spot.x + spot.w + GAP, y: middle.y },
    { x: spot.x - size.w - GAP, y: middle.y },
    { x: middle.x, y: frame.y + frame.h - size.h - GAP },
    { x: middle.x, y: frame.y + GAP },
  ];
  const inside = places.map(({ x, y }) => ({
    x: Math.min(Math.max(x, frame.x + GAP), Math.max(frame.x + GAP, frame.x + frame.w - size.w - GAP)),
    y: Math.min(Math.max(y, frame.y + GAP), Math.max(frame.y + GAP, frame.y + frame.h - size.h - GAP)),
    ...size,
  }));
  const covered = (box: Box): number => needed.reduce((sum, one) => sum + shared(box, one), 2 * shared(box, spot));
  return inside.reduce((best, box) => (covered(box) < covered(best) - 1 ? box : best));
}

const APART = 18; // from a place that a pile may be thicker than

/** The room to the right of a zone, as far as the next one in its row, from the middle of its height. */
export function roomBeside(zone: string, { zones, width }: Plan): { x: number; y: number; w: number } | null {
  const box = zones.get(zone);
  if (!box) return null;
  const x = box.x + box.w + APART;
  const y = box.y + box.h / 2;
  const next = [...zones.values()].filter((other) => other.x >= x && other.y < y && y < other.y + other.h);
  return { x, y, w: Math.min(width, ...next.map((other) => other.x)) - APART - x };
}
