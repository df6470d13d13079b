// What lies beside an open map: what is drawn, large; what is left; and below them the players, each on a
// plate of one size, so that nothing moves when followers come and go.
import type { Plate } from "../server/protocol";
import type { Box, PieceBox, Plan } from "./layout";
import { scaleOf, type ShownZone } from "./sizes";

interface Room {
  width: number;
  height: number;
  /** Is it a column beside the map, rather than a strip below it? */
  isWide: boolean;
}

const CAPTION = 22;
const GAP = 8;
const PAD = 12;
const MANY = 5; // players for whom there is one column
const FEW = 3; // and on a phone on its side
const COLUMN = { drawn: 160, left: 76, plate: 82, follower: 32, name: 38 };
const STRIP = { drawn: 84, left: 56, plate: 58, follower: 23, name: 28 };
const LOW = 520; // a phone on its side
const NOTE = 96; // so wide is what stands beside the followers

/** Beside a map, and only there, every player's pieces lie on a plate. */
export const isPlated = (plates: readonly Plate[] | undefined): plates is Plate[] =>
  (plates ?? []).some(({ points }) => points);

/** Captions are where they tell something: not twice on plates, not below what is seen to be drawn, and at the
 *  end not below nothing. */
export function uncaptioned(zones: readonly ShownZone[], plates: readonly Plate[]): ShownZone[] {
  const isDrawn = zones.some((zone) => scaleOf(zone) > 1);
  const isTold = (zone: ShownZone): boolean =>
    scaleOf(zone) === 1 && !plates.some((plate) => plate.zone === zone.key) && (isDrawn || zone.pieces.length > 0);
  return zones.map(({ caption, ...zone }) => (caption !== undefined && isTold(zone) ? { ...zone, caption } : zone));
}

export function planBeside(
  zones: readonly ShownZone[],
  plates: readonly Plate[],
  { width, height, isWide }: Room,
): Plan {
  const isHigh = isWide && height > LOW;
  const sizes = isHigh ? COLUMN : STRIP;
  const found: Plan = {
    unit: sizes.drawn,
    width,
    height: 0,
    zones: new Map(),
    pieces: new Map(),
    isCrowded: false,
    isPinched: false,
    plates: new Map(),
  };
  const owned = new Map(plates.map((plate) => [plate.zone, plate]));
  const [drawn] = zones.filter((zone) => scaleOf(zone) > 1);
  const left = zones.filter((zone) => zone !== drawn && !owned.has(zone.key));
  if (drawn) lay(found, drawn, { x: 0, y: 0, w: sizes.drawn, h: sizes.drawn });
  remaining(found, left, {
    x: sizes.drawn + 2 * GAP,
    w: width - sizes.drawn - 2 * GAP,
    size: sizes.left,
    most: isHigh ? 2 : left.length,
  });
  const low = left.map((zone) => (found.zones.get(zone.key)?.y ?? 0) + (found.zones.get(zone.key)?.h ?? 0) + CAPTION);
  found.height = Math.max(sizes.drawn, ...low) + GAP;
  const columns = isWide && plates.length <= (isHigh ? MANY : FEW) ? 1 : 2;
  const w = (width - (columns - 1) * GAP) / columns;
  const { plate: h, follower, name } = isHigh && columns === 1 ? COLUMN : STRIP;
  plates.forEach((plate, i) => {
    const box = { x: (i % columns) * (w + GAP), y: found.height + Math.floor(i / columns) * (h + GAP), w, h };
    found.plates?.set(plate.zone, box);
    const zone = zones.find(({ key }) => key === plate.zone);
    if (zone) stand(found, zone, box, { w: follower, h: follower, x: box.x + PAD, y: box.y + name }, h < COLUMN.plate);
  });
  found.height += Math.ceil(plates.length / columns) * (h + GAP);
  return found;
}

function lay(plan: Plan, zone: ShownZone, box: Box): void {
  plan.zones.set(zone.key, box);
  zone.pieces.forEach((piece, i) =>
    plan.pieces.set(piece.key, { ...box, z: 1 + i, seen: i === zone.pieces.length - 1 }),
  );
}

/** What is left to be drawn, at the right, in rows of so many at most. */
function remaining(
  plan: Plan,
  left: readonly ShownZone[],
  room: { x: number; w: number; size: number; most: number },
): void {
  const columns = Math.max(1, Math.min(room.most, left.length));
  const size = Math.min(room.size, (room.w - (columns - 1) * GAP) / columns);
  const step = columns > 1 ? Math.min(size + 3 * GAP, (room.w - size) / (columns - 1)) : 0;
  left.forEach((zone, i) => {
    const row = Math.floor(i / columns);
    const high = left.length > columns ? size - CAPTION / 2 : size; // two rows, with their captions, beside what is drawn
    lay(plan, zone, {
      x: room.x + room.w - size - (columns - 1 - (i % columns)) * step,
      y: row * (high + CAPTION),
      w: high,
      h: high,
    });
  });
}

/** Followers at home, side by side on the plate of their player; on a small one in one place, and counted. */
function stand(plan: Plan, zone: ShownZone, plate: Box, at: Box, isSmall: boolean): void {
  plan.zones.set(zone.key, plate);
  const step = isSmall
    ? 0
    : Math.min(at.w + 2, (plate.w - 2 * PAD - NOTE - at.w) / Math.max(1, zone.pieces.length - 1));
  zone.pieces.forEach((piece, i) => {
    const box: PieceBox = { ...at, x: at.x + i * step, z: 1 + i, seen: true };
    plan.pieces.set(piece.key, box);
  });
}
