// What belongs together where the player points: each set in a colour of its own.
import { codeOf } from "../i18n/format";
import type { Scene, Words } from "../protocol";

export interface Lit {
  key: string;
  hue: number;
  /** What of the piece there is meant: the code of the set's name. */
  part: string;
}

export interface Highlighted {
  labels: Words[];
  lit: Lit[];
}

export function highlighted(scene: Scene, pointed: string | null): Highlighted {
  const sets = scene.highlights.filter(([, keys]) => pointed !== null && keys.includes(pointed));
  return {
    labels: sets.map(([label]) => label),
    lit: sets.flatMap(([label, keys], hue) => keys.map((key) => ({ key, hue, part: codeOf(label) }))),
  };
}
