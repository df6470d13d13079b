// Jack, queen and king: half a figure and the same turned round, layer upon layer.
import { twice } from "./paths";

type Layer = [kind: string, path: string];

const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`;

const ROBE: Layer[] = [
  ["robe", "M24 70V64C25 55 34 51 42 49L50 56L58 49C66 51 75 55 76 64V70Z"],
  ["trim", "M42 49L50 56L58 49L62 50.5L50 64L38 50.5Z"],
  ["gold", "M45 62L50 56L55 62L55 70H45Z"],
  ["dot", disc(50, 62, 1.6)],
  ["hem", "M29 70C29 63 31 58 35 55M71 70C71 63 69 58 65 55"],
];

const FACES: Record<string, Layer[]> = {
  K: [
    ["hair", "M37.5 33C36 42 37 50 41 53L50 57L59 53C63 50 64 42 62.5 33Z"],
    ["skin", "M41 33H59V41C59 46.5 55 49 50 49S41 46.5 41 41Z"],
    ["hair", "M42 41C44.5 43.6 47.5 42.6 50 42.6S55.5 43.6 58 41C58.6 48 55.5 53.5 50 53.5S41.4 48 42 41Z"],
    ["mouth", "M47 46.4H53"],
    ["gold", "M36.5 33L34 20.5L42 26.5L50 17L58 26.5L66 20.5L63.5 33Z"],
    ["band", "M36.5 29.8H63.5V33.6H36.5Z"],
    ["gold", disc(50, 17.5, 2.2)],
  ],
  Q: [
    ["hair", "M38 32C34 42 34 52 38 58L45 52H55L62 58C66 52 66 42 62 32C59 26 41 26 38 32Z"],
    [
      "skin",
      "M46.5 45H53.5V52L50 55.5L46.5 52ZM41.5 34C41.5 30 45 29 50 29S58.5 30 58.5 34V40C58.5 45.5 54.5 49 50 49S41.5 45.5 41.5 40Z",
    ],
    ["lips", "M47.4 44.4C49 43.6 51 43.6 52.6 44.4C51 46.2 49 46.2 47.4 44.4Z"],
    [
      "gold",
      "M40 30.5C38.5 26 37.5 23 37 20.5L43.5 25L46 18.5L50 24.5L54 18.5L56.5 25L63 20.5C62.5 23 61.5 26 60 30.5C54 28 46 28 40 30.5Z",
    ],
    ["dot", disc(50, 27, 1.4)],
    ["beads", "M44.5 52.5C47 55.4 53 55.4 55.5 52.5"],
  ],
  J: [
    ["hair", "M38.5 30C37.5 38 37.5 46 39.5 49.5L44 47H56L60.5 49.5C62.5 46 62.5 38 61.5 30Z"],
    ["skin", "M46.5 44H53.5V51.5L50 55L46.5 51.5ZM42 31H58V39.5C58 45 54.5 48.4 50 48.4S42 45 42 39.5Z"],
    ["mouth", "M47.4 44.4C49 45.3 51 45.3 52.6 44.4"],
    ["robe", "M36.5 32C36 25 42 20.5 50 20.5S64 25 63.5 32C55 29.4 45 29.4 36.5 32Z"],
    ["band", "M36.3 29.4C45 26.6 55 26.6 63.7 29.4L63.4 33C55 30.4 45 30.4 36.6 33Z"],
    ["feather", "M60 28C66 25 68.5 20 67.5 16.5C62 17.5 58 22 57.5 27.5Z"],
  ],
};

const EYES: Layer[] = [
  ["eye", disc(46.2, 37.4, 1.15) + disc(53.8, 37.4, 1.15)],
  ["nose", "M50 37.5L48.9 41.4H50.6"],
];

const figures = new Map<string, string>();

/** The whole figure, as the page's own language writes it: drawn at once, and written once for each rank. */
export function figureOf(rank: string): string {
  const known = figures.get(rank);
  if (known !== undefined) return known;
  const layers = [...ROBE, ...(FACES[rank] ?? []), ...EYES];
  const written = layers.map(([kind, path]) => `<path class="${kind}" d="${twice(path)}"/>`).join("");
  figures.set(rank, written);
  return written;
}
