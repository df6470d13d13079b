// Where a dragged piece lands: targets forgive, and a place where it may go beats one
// where it may not.
import type { Box } from "./layout";

export interface Landing {
  zone: string;
  legal: boolean;
}

const area = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** How far apart two boxes are; 0 when they touch. */
export const apart = (a: Box, b: Box): number =>
  Math.hypot(Math.max(0, a.x - (b.x + b.w), b.x - (a.x + a.w)), Math.max(0, a.y - (b.y + b.h), b.y - (a.y + a.h)));

const FORGIVEN = 0.6; // of the piece's width
const MEANT = 0.3; // of the piece's area, for a place where it may not go

export function landing(
  dragged: Box,
  pointer: { x: number; y: number },
  zones: ReadonlyMap<string, Box>,
  legal: ReadonlySet<string>,
  from: string,
): Landing | null {
  const at: Box = { x: pointer.x, y: pointer.y, w: 0, h: 0 };
  let best: { zone: string; worth: number } | null = null;
  for (const zone of legal) {
    const box = zones.get(zone);
    if (!box) continue;
    const covered = area(dragged, box) / (dragged.w * dragged.h);
    const far = Math.min(apart(dragged, box), apart(at, box));
    if (far > FORGIVEN * dragged.w) continue;
    const worth = covered + (apart(at, box) === 0 ? 1 : 0) - far / dragged.w;
    if (!best || worth > best.worth) best = { zone, worth };
  }
  const under = beneath(dragged, at, zones, from);
  if (best && (best.worth > 0.15 || under === null)) return { zone: best.zone, legal: true };
  return under === null ? null : { zone: under, legal: false };
}

function beneath(dragged: Box, at: Box, zones: ReadonlyMap<string, Box>, from: string): string | null {
  let best: { zone: string; worth: number } | null = null;
  for (const [zone, box] of zones) {
    if (zone === from) continue;
    const worth = area(dragged, box) / (dragged.w * dragged.h) + (apart(at, box) === 0 ? 0.5 : 0);
    if (worth > MEANT && (!best || worth > best.worth)) best = { zone, worth };
  }
  return best?.zone ?? null;
}

const NEAR = 0.2; // of a place: so far beside it a pointer still means it

/** The same on a map, where every place is as large: the pointer says which is meant. */
export function landingOnMap(
  pointer: { x: number; y: number },
  places: ReadonlyMap<string, Box>,
  legal: ReadonlySet<string>,
): Landing | null {
  const at: Box = { ...pointer, w: 0, h: 0 };
  const near = [...places].map(([zone, box]) => ({ zone, far: apart(at, box), size: box.w, legal: legal.has(zone) }));
  const under = near.find(({ far }) => far === 0);
  if (under) return { zone: under.zone, legal: under.legal };
  const [best] = near.filter(({ legal, far, size }) => legal && far < NEAR * size).sort((a, b) => a.far - b.far);
  return best ? { zone: best.zone, legal: true } : null;
}
