// What belongs together where the player points: each set in a colour of its own.
import { means } from "../drawings/tiles";
import { codeOf } from "../i18n/format";
import type { Gain, Scene, Sight, Words } from "../server/protocol";

export interface LitPart {
  key: string;
  hue: number;
  /** What of the piece there is meant: the code of the set's name. */
  part: string;
  /** Which parts of that kind, as the piece's look has them: `c1.c7`; empty for the whole. */
  marks: string;
  /** Has it just brought something? */
  isNew?: boolean;
}

/** Where a hand points on the piece of a zone, in hundredths of it. */
export type Spot = [number, number];

export interface Highlighted {
  labels: Words[];
  lit: LitPart[];
}

export function highlighted(scene: Scene, pointed: string | null, spot: Spot | null = null): Highlighted {
  const sets =
    pointed === null ? [] : scene.highlights.filter(([, keys]) => keys.some((key) => zoneOf(key) === pointed));
  const meant = pointed === null || spot === null ? [] : sets.filter(([, keys]) => isUnder(scene, keys, pointed, spot));
  const shown = meant.length > 0 ? meant : sets;
  return {
    labels: shown.map(([label]) => label),
    lit: shown.flatMap(([label, keys], hue) => litOf(label, keys, hue)),
  };
}

const litOf = (what: Words, keys: readonly string[], hue: number): LitPart[] =>
  keys.map((key) => ({ key: zoneOf(key), hue, part: codeOf(what), marks: key.split("#")[1] ?? "" }));

/** The places that points come from; two who get the same have one feature in common. */
export function litByGains(gains: readonly Gain[]): LitPart[] {
  const features = new Map(gains.map((gain) => [gain.places.join(), gain]));
  return [...features.values()].flatMap(({ source, places }, hue) => litOf(source, places, hue));
}

/** What an entry of the log is about. */
export const litBySight = (sight: Sight | null | undefined): LitPart[] =>
  sight ? [...litOf("", sight.places, 0), ...litByGains(sight.gains)] : [];

const zoneOf = (key: string): string => key.split("#", 1)[0] ?? "";

/** Does a set mean the part of the tile at which a hand points? */
function isUnder(scene: Scene, keys: readonly string[], pointed: string, spot: Spot): boolean {
  const marks = keys.find((key) => zoneOf(key) === pointed)?.split("#")[1];
  const tile = scene.zones.find((zone) => zone.key === pointed)?.pieces[0];
  return marks !== undefined && tile !== undefined && means(tile.look, tile.turned, marks, spot);
}
