// The open ground of a map whose places are named by two numbers: what a place would be called where
// there is none, so that the rules can say why nothing can be laid there.
import type { Zone } from "../server/protocol";
import type { Box } from "./layout";

export interface Ground {
  key: string;
  /** In units of one place. */
  x: number;
  y: number;
}

/** The two numbers by which a place of a map is called. */
export function numbersOf(key: string): [column: number, row: number] | null {
  const [, column, row] = /^(-?\d+),(-?\d+)$/.exec(key) ?? [];
  return column === undefined || row === undefined ? null : [Number(column), Number(row)];
}

type Place = Pick<Zone, "key" | "x" | "y">;

/** Do the numbers go the way of the places, or the other way? Nobody knows where all are in one line. */
function way(places: readonly { at: number; number: number }[]): number | null {
  const [first] = places;
  const other = first && places.find(({ at }) => at !== first.at);
  return first && other ? Math.sign((other.number - first.number) * (other.at - first.at)) : null;
}

/** The place at so many units from the map's beginning. */
export function groundAt(places: readonly Place[], x: number, y: number): Ground | null {
  const known = places.flatMap((place) => {
    const numbers = numbersOf(place.key);
    return numbers ? [{ ...place, numbers }] : [];
  });
  const [first] = known;
  const across = way(known.map((place) => ({ at: place.x, number: place.numbers[0] })));
  const down = way(known.map((place) => ({ at: place.y, number: place.numbers[1] })));
  if (!first || !across || !down) return null;
  const [dx, dy] = [Math.floor(x) - first.x, Math.floor(y) - first.y];
  return { key: `${first.numbers[0] + across * dx},${first.numbers[1] + down * dy}`, x: first.x + dx, y: first.y + dy };
}

/** The same by a point of the screen, where one of the places lies in this box. */
export const groundBelow = (
  places: readonly Place[],
  seen: Place,
  box: Box,
  point: { x: number; y: number },
): Ground | null => groundAt(places, seen.x + (point.x - box.x) / box.w, seen.y + (point.y - box.y) / box.h);

/** Does something lie at one of its sides? */
export const isBeside = ({ x, y }: Ground, zones: readonly Zone[]): boolean =>
  zones.some((zone) => zone.pieces.length > 0 && Math.abs(zone.x - x) + Math.abs(zone.y - y) === 1);
