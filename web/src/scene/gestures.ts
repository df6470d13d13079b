// What can be done with a scene's things: which can be picked, where they can go, which
// event that makes. A gesture's pick is a piece or a zone (then its last piece is meant).
import { codeOf } from "../i18n/format";
import type { Gesture, Piece, Scene, Words, Zone } from "../server/protocol";
import { kind } from "./kinds";

/** A thing that was pointed at: a zone, and a piece of it where there is one. */
export interface Spot {
  zone: string;
  piece: string | null;
}

export const zoneOf = (scene: Scene, key: string): Zone | undefined => scene.zones.find((zone) => zone.key === key);

/** The piece or the last piece of the zone that a key names, with its zone. */
export function spotOf(scene: Scene, key: string): Spot | null {
  for (const zone of scene.zones) {
    if (zone.key === key) return { zone: key, piece: zone.pieces.at(-1)?.key ?? null };
    if (zone.pieces.some((p) => p.key === key)) return { zone: zone.key, piece: key };
  }
  return null;
}

const isLast = (zone: Zone, piece: string | null): boolean =>
  zone.pieces.length === 0 || zone.pieces.at(-1)?.key === piece;

/** The gestures that begin by picking this. */
export function picks(scene: Scene, spot: Spot): Gesture[] {
  const zone = zoneOf(scene, spot.zone);
  if (!zone) return [];
  const whole = spot.piece === null || isLast(zone, spot.piece) || zone.layout === "pile" || zone.layout === "square";
  return scene.gestures.filter((g) => g.pick !== null && (g.pick === spot.piece || (whole && g.pick === zone.key)));
}

export const isPickable = (scene: Scene, spot: Spot): boolean => picks(scene, spot).length > 0;

/** Zones where what was picked can be dropped. */
export const targets = (scene: Scene, spot: Spot): Set<string> =>
  new Set(picks(scene, spot).flatMap((g) => (g.drop === null ? [] : [g.drop])));

/** The gestures of picking this and dropping it there. */
export const ways = (scene: Scene, spot: Spot, drop: string): Gesture[] =>
  picks(scene, spot).filter((g) => g.drop === drop);

/** Gestures that a pick alone completes. */
export const immediate = (scene: Scene, spot: Spot): Gesture[] => picks(scene, spot).filter((g) => g.drop === null);

/** Buttons: gestures that need no place. */
export const buttons = (scene: Scene): Gesture[] => scene.gestures.filter((g) => g.pick === null);

/** The pieces that come along when one is picked: in a fan, those that lie on it. */
export function carried(scene: Scene, spot: Spot): Piece[] {
  const zone = zoneOf(scene, spot.zone);
  if (!zone || zone.pieces.length === 0) return [];
  const at = zone.pieces.findIndex((p) => p.key === spot.piece);
  if (at < 0) return [];
  if (zone.layout === "fan_down" || zone.layout === "fan_right") return zone.pieces.slice(at);
  return zone.pieces.slice(at, at + 1);
}

/** What a double click means: home if it can, else onto something, else anywhere. */
export function obvious(scene: Scene, spot: Spot): Gesture | null {
  const found = picks(scene, spot).filter((g) => g.choices.length === 0 && g.amount === null);
  const worth = (g: Gesture): number => {
    const zone = g.drop === null ? undefined : zoneOf(scene, g.drop);
    if (!zone) return 3;
    if (kind(zone.look) === "foundation") return 0;
    return zone.pieces.length > 0 ? 1 : 2;
  };
  return found.sort((a, b) => worth(a) - worth(b))[0] ?? null;
}

/** For each place in `choices`, the words there are, in the order in which they come. */
export function choiceLists(gestures: readonly Gesture[]): Words[][] {
  const length = Math.max(0, ...gestures.map((g) => g.choices.length));
  return Array.from({ length }, (_, i) => [
    ...new Set(gestures.map((g) => g.choices[i]).filter((c): c is Words => c !== undefined)),
  ]);
}

const FACINGS = ["north", "east", "south", "west"];

/** Quarter turns of a facing, or null when the word is none. */
export function turnsOf(word: Words | undefined): number | null {
  const at = word === undefined ? -1 : FACINGS.indexOf(codeOf(word));
  return at < 0 ? null : at;
}

export interface Preview {
  zone: string;
  piece: Piece;
  turned: number;
}

/** What would come to lie in a zone, where only one thing can: as it would lie first. */
export function previewed(scene: Scene, zone: string | null): Preview | null {
  const found = zone === null ? [] : scene.gestures.filter((g) => g.drop === zone);
  const [first] = found;
  if (!first?.pick || found.some((g) => g.pick !== first.pick)) return null;
  const spot = spotOf(scene, first.pick);
  const piece = zoneOf(scene, spot?.zone ?? "")?.pieces.find((p) => p.key === spot?.piece);
  return piece && zone !== null ? { zone, piece, turned: turnsOf(first.choices[0]) ?? piece.turned } : null;
}
