// The shapes of the tiles, their own north up, in hundredths of a tile.
export const CITY: Record<string, string> = {
  C: "M0 0H100V100H0Z",
  E: "M0 0H100C92 20 76 33 50 33S8 20 0 0Z",
  N: "M0 0H100C92 30 78 44 61 61S30 92 0 100Z",
};

export const YARD = "M24 76C24 50 34 30 50 26C68 30 78 50 77 76Z";

const WHOLE = "M0 0H100V100H0Z";

/** The outline of a part of a tile, which `evenodd` fills; null when the whole tile is meant. */
export function partOf(letter: string, part: string): string | null {
  if (part === "city") return CITY[letter] ?? null;
  if (part === "field") return WHOLE + (CITY[letter] ?? "");
  if (part === "cloister") return letter === "B" ? YARD : null;
  return null;
}
