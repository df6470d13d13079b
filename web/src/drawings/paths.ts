// Paths put elsewhere: what has one colour is one path, however many parts it has. A table of cards
// has hundreds of parts, and each element costs time when the table is first drawn.

/** How many numbers each letter of a path takes. */
const NUMBERS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, A: 7, Z: 0 };

const short = (value: number): number => Math.round(value * 100) / 100;

/** A path of capital letters, scaled about the origin and moved; upside down where the scale is negative. */
export function put(path: string, x: number, y: number, scale = 1): string {
  return path.replace(/([MLHVCSQAZ])([^MLHVCSQAZ]*)/g, (_, letter: string, rest: string) => {
    const width = NUMBERS[letter] ?? 0;
    const moved = (rest.match(/-?[\d.]+/g) ?? []).map(Number).map((value, i) => {
      const at = i % width;
      // Of an arc the radii are only scaled, and how it is turned and drawn stays as it is.
      if (letter === "A" && at < 5) return at < 2 ? short(value * Math.abs(scale)) : value;
      const isAcross = letter === "H" || (letter !== "V" && at % 2 === (letter === "A" ? 1 : 0));
      return short((isAcross ? x : y) + scale * value);
    });
    return letter + moved.join(" ");
  });
}

/** On a card of 100 by 140: the path, and the same turned round. */
export const twice = (path: string): string => path + put(path, 100, 140, -1);
