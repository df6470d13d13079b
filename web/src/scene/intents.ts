// What a player wants, before the server has answered: shown at once, and understood anew when the
// table has become another one.
//
// A move is meant by its piece and its place. The event that it was when it was made may mean
// another card by the time it is sent ("the last of column 1").
import type { Gesture, Scene } from "../server/protocol";
import { carried, obvious, spotOf, turnsOf, ways, zoneOf, type Spot } from "./gestures";

export type Intent =
  | { kind: "act"; event: string; gesture: Gesture; spot: Spot | null }
  /** Dropped where it may go or not: what that means is known when the table is. */
  | { kind: "drop"; spot: Spot; zone: string }
  /** A double click. */
  | { kind: "obvious"; spot: Spot }
  | { kind: "undo" }
  | { kind: "redo" };

/** The table as it will be if everything goes well, and how many moves lie behind it. */
export interface Prediction {
  scene: Scene;
  length: number;
}

/** Where a piece is now, wherever it was. */
export function found(scene: Scene, spot: Spot): Spot {
  const there = spot.piece === null ? null : spotOf(scene, spot.piece);
  return there ?? spotOf(scene, spot.zone) ?? spot;
}

/** The gesture that an intent is at this table; several where there is a choice. */
export function matchingGestures(scene: Scene, intent: Intent): Gesture[] {
  if (intent.kind === "obvious") return [obvious(scene, found(scene, intent.spot))].filter((g) => g !== null);
  if (intent.kind === "drop") return ways(scene, found(scene, intent.spot), intent.zone);
  if (intent.kind !== "act") return [];
  const { gesture, event, spot } = intent;
  if (spot === null || gesture.drop === null) return scene.gestures.filter((g) => g.event === gesture.event);
  const open = ways(scene, found(scene, spot), gesture.drop);
  const same = open.filter((g) => g.event === event);
  if (same.length > 0) return same;
  const alike = open.filter((g) => g.choices.join() === gesture.choices.join());
  return alike.length === 1 ? alike : open;
}

/** The pieces of a drop where they are to lie; the table's own law is not known here. */
function moved(scene: Scene, spot: Spot, drop: string, turned: number | null): Scene {
  const at = found(scene, spot);
  const to = zoneOf(scene, drop);
  const pieces = carried(scene, at).map((piece) => (turned === null ? piece : { ...piece, turned }));
  if (!to || at.zone === drop || pieces.length === 0) return scene;
  const keys = new Set(pieces.map((piece) => piece.key));
  const zones = scene.zones.map((zone) => {
    if (zone.key === at.zone) return { ...zone, pieces: zone.pieces.filter((piece) => !keys.has(piece.key)) };
    if (zone.key !== drop) return zone;
    return { ...zone, pieces: zone.layout === "square" ? pieces : [...zone.pieces, ...pieces] };
  });
  // What is known to be possible stays so, except for what has just gone from there.
  const gestures = scene.gestures.filter((g) => g.pick !== at.zone && !keys.has(g.pick ?? ""));
  return { ...scene, zones, gestures };
}

/** What an intent makes of a table, as far as that can be told beforehand. */
export function predict(now: Prediction, intent: Intent, seen: ReadonlyMap<number, Scene>): Prediction {
  const { scene, length } = now;
  if (intent.kind === "undo" || intent.kind === "redo") {
    const there = Math.max(0, length + (intent.kind === "undo" ? -1 : 1));
    return { scene: seen.get(there) ?? scene, length: there };
  }
  const after = length + 1;
  if (intent.kind === "drop") return { scene: moved(scene, intent.spot, intent.zone, null), length: after };
  if (intent.kind === "obvious") {
    const spot = found(scene, intent.spot);
    const gesture = obvious(scene, spot);
    return { scene: gesture?.drop ? moved(scene, spot, gesture.drop, null) : scene, length: after };
  }
  const { gesture, spot } = intent;
  if (spot === null || gesture.drop === null) return { scene, length: after };
  return { scene: moved(scene, spot, gesture.drop, turnsOf(gesture.choices[0])), length: after };
}
