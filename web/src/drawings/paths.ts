// Paths put elsewhere: what has one colour is one path, however many parts it has. A table of cards
// has hundreds of parts, and each element costs time when the table is first drawn.

/** How many numbers each letter of a path takes. */
const NUMBERS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, A: 7, Z: 0 };

const short = (value: number): number => Math.round(value * 100) / 100;

type Step = [letter: string, numbers: number[]];
const taken = new Map<string, Step[]>();

/** A path taken apart; once, since the same few are put in many places. */
function steps(path: string): Step[] {
  const known = taken.get(path);
  if (known) return known;
  const found = [...path.matchAll(/([MLHVCSQAZ])([^MLHVCSQAZ]*)/g)].map(([, letter = "", rest = ""]): Step => [
    letter,
    (rest.match(/-?[\d.]+/g) ?? []).map(Number),
  ]);
  taken.set(path, found);
  return found;
}

/** A path of capital letters, scaled about the origin and moved; upside down where the scale is negative. */
export function put(path: string, x: number, y: number, scale = 1): string {
  let written = "";
  for (const [letter, numbers] of steps(path)) {
    const width = NUMBERS[letter] ?? 1;
    const moved = numbers.map((value, i) => {
      const at = i % width;
      // Of an arc the radii are only scaled, and how it is turned and drawn stays as it is.
      if (letter === "A" && at < 5) return at < 2 ? short(value * Math.abs(scale)) : value;
      const isAcross = letter === "H" || (letter !== "V" && at % 2 === (letter === "A" ? 1 : 0));
      return short((isAcross ? x : y) + scale * value);
    });
    written += letter + moved.join(" ");
  }
  return written;
}

/** On a card of 100 by 140: the path, and the same turned round. */
export const twice = (path: string): string => path + put(path, 100, 140, -1);
