// What is on a tile, as its look says it: `tile:cNW!.rES` is a city on two sides with a
// pennant, and a road. Shapes have the tile's own north up, in hundredths of a tile.

export interface Land {
  cities: { sides: string; pennant: boolean }[];
  /** The sides that each road leads to; one that leads to a single side ends on the tile. */
  roads: string[];
  cloister: boolean;
  gardens: [number, number][];
}

const SIDES = "NESW";
const MIDDLES: Record<string, [number, number]> = { N: [50, 0], E: [100, 50], S: [50, 100], W: [0, 50] };

/** The land of a look, or null for the back of a tile. */
export function landOf(look: string): Land | null {
  const words = look.split(":")[1] ?? "";
  if (words === "back") return null;
  const land: Land = { cities: [], roads: [], cloister: false, gardens: [] };
  for (const word of words.split(".")) {
    if (word === "m") land.cloister = true;
    else if (word.startsWith("c"))
      land.cities.push({ sides: word.slice(1).replace("!", ""), pennant: word.endsWith("!") });
    else if (word.startsWith("r")) land.roads.push(word.slice(1));
    else if (word.startsWith("g")) {
      const [x = 50, y = 50] = word.slice(1).split(",").map(Number);
      land.gardens.push([x, y]);
    }
  }
  return land;
}

export const hasCrossing = (land: Land): boolean => land.roads.length > 2;

export interface Shape {
  /** What it is before it is turned: one side, two, three or all of them. */
  form: "one" | "beside" | "across" | "three" | "all";
  quarters: number;
  path: string;
  wall: string;
}

const WHOLE = "M0 0H100V100H0Z";

/** The city on these sides; where there are roads it leaves them room. */
export function cityShape(sides: string, roads: boolean): Shape {
  const at = (side: string): number => SIDES.indexOf(side);
  const missing = [...SIDES].filter((side) => !sides.includes(side));
  if (sides.length === 1) {
    const [low, deep] = roads ? [18, 30] : [22, 34];
    const wall = `M100 0C94 ${low} 76 ${deep} 50 ${deep}S6 ${low} 0 0`;
    return { form: "one", quarters: at(sides), path: `M0 0H100${wall.slice(6)}Z`, wall };
  }
  if (sides.length === 2 && (at(sides[0] ?? "N") + at(sides[1] ?? "S")) % 2 === 0) {
    const walls = ["M0 0C8 20 26 30 50 30S92 20 100 0", "M100 100C92 80 74 70 50 70S8 80 0 100"];
    const path = `${walls[0]}V100${(walls[1] ?? "").slice(8)}Z`;
    return { form: "across", quarters: sides.includes("N") ? 1 : 0, path, wall: walls.join("") };
  }
  if (sides.length === 2) {
    const wall = roads ? "M100 0C86 20 68 34 50 50S20 86 0 100" : "M100 0C92 30 78 44 61 61S30 92 0 100";
    const quarters = { NW: 0, NE: 1, ES: 2, SW: 3 }[sides] ?? 0;
    return { form: "beside", quarters, path: `M0 0H100${wall.slice(6)}Z`, wall };
  }
  if (sides.length === 3) {
    const wall = "M100 100C92 78 74 63 50 63S8 78 0 100";
    return { form: "three", quarters: (at(missing[0] ?? "S") + 2) % 4, path: `M0 0H100V100${wall.slice(8)}Z`, wall };
  }
  return { form: "all", quarters: 0, path: WHOLE, wall: "" };
}

/** A road from side to side, or to the middle, where it ends. */
export function roadPath(sides: string): string {
  const [a, b] = [...sides].map((side) => MIDDLES[side] ?? [50, 50]);
  if (!a) return "";
  if (!b) return `M${a.join(" ")}L50 50`;
  return `M${a.join(" ")}Q50 50 ${b.join(" ")}`;
}

export const YARD = "M22 78C22 50 32 30 50 25C70 30 80 50 79 78Z";

// -- parts: what is outlined, and what lies under a point ------------------------------------

const turn = ([x, y]: [number, number], quarters: number): [number, number] => {
  for (let i = 0; i < ((quarters % 4) + 4) % 4; i++) [x, y] = [100 - y, x];
  return [x, y];
};

const arch = (x: number): number => 1 - ((x - 50) / 50) ** 2;

function isIn(shape: Shape, roads: boolean, point: [number, number]): boolean {
  const [x, y] = turn(point, -shape.quarters);
  switch (shape.form) {
    case "one":
      return y < (roads ? 30 : 34) * arch(x) ** 0.8;
    case "across":
      return y > 30 * arch(x) ** 0.8 && y < 100 - 30 * arch(x) ** 0.8;
    case "beside":
      return x + y < 100 + (roads ? 0 : 22) * (1 - ((x - y) / 100) ** 2);
    case "three":
      return y < 100 - 37 * arch(x) ** 0.8;
    default:
      return true;
  }
}

/** Points along a road, near enough to each other to be a line as wide as the road. */
function along(road: string): [number, number][] {
  const [a = [50, 50], b = [50, 50]] = [...road].map((side): [number, number] => MIDDLES[side] ?? [50, 50]);
  return Array.from({ length: 21 }, (_, i) => {
    const [t, s] = [i / 20, 1 - i / 20];
    return [s * s * a[0] + 2 * s * t * 50 + t * t * b[0], s * s * a[1] + 2 * s * t * 50 + t * t * b[1]];
  });
}

const isOn = (points: [number, number][], [x, y]: [number, number]): boolean =>
  points.some(([a, b]) => (x - a) ** 2 + (y - b) ** 2 <= 42);

const GRID = 80;

/** What each cell belongs to: `c0` the first city, `r1` the second road, `f…` a field; "" none. */
const known = new Map<string, string[]>();

function grid(look: string): string[] {
  const kept = known.get(look);
  if (kept) return kept;
  const land = landOf(look);
  const cells: string[] = new Array<string>(GRID * GRID).fill("f");
  if (land) {
    const roads = land.roads.map(along);
    const shapes = land.cities.map(({ sides }) => cityShape(sides, land.roads.length > 0));
    for (let i = 0; i < GRID * GRID; i++) {
      const point: [number, number] = [((i % GRID) + 0.5) * (100 / GRID), (Math.floor(i / GRID) + 0.5) * (100 / GRID)];
      const city = shapes.findIndex((shape) => isIn(shape, land.roads.length > 0, point));
      const road = roads.findIndex((points) => isOn(points, point));
      if (city >= 0) cells[i] = `c${city}`;
      else if (hasCrossing(land) && Math.hypot(point[0] - 50, point[1] - 50) < 9) cells[i] = "";
      else if (road >= 0) cells[i] = `r${road}`;
    }
  }
  let fields = 0;
  for (let i = 0; i < cells.length; i++) if (cells[i] === "f") flood(cells, i, `f${fields++}`);
  known.set(look, cells);
  return cells;
}

function flood(cells: string[], from: number, name: string): void {
  const edge = [from];
  for (let i = edge.pop(); i !== undefined; i = edge.pop()) {
    if (cells[i] !== "f") continue;
    cells[i] = name;
    if (i % GRID > 0) edge.push(i - 1);
    if (i % GRID < GRID - 1) edge.push(i + 1);
    if (i >= GRID) edge.push(i - GRID);
    if (i < GRID * (GRID - 1)) edge.push(i + GRID);
  }
}

const cellAt = (x: number, y: number): number =>
  Math.min(GRID - 1, Math.max(0, Math.floor((y * GRID) / 100))) * GRID +
  Math.min(GRID - 1, Math.max(0, Math.floor((x * GRID) / 100)));

/** The part with that mark, `f3`: its ground and its first port (three a side, clockwise). */
function marked(look: string, mark: string): string {
  const port = Number(mark.slice(1));
  const along = [22, 50, 78][port % 3] ?? 50;
  return grid(look)[cellAt(...turn([along, 0.5], Math.floor(port / 3)))] ?? "";
}

/** Does a mark of a tile mean what lies at this point of it, as the tile was turned? */
export function means(look: string, turned: number, marks: string, spot: [number, number]): boolean {
  const there = grid(look)[cellAt(...turn(spot, -turned))];
  return marks.split(".").some((mark) => marked(look, mark) === there);
}

export interface Outline {
  /** The land that belongs to it. */
  path: string;
  /** Where that ends on the tile; across the tile's own sides it may go on. */
  edge: string;
  /** How far it is turned beside the tile itself, in degrees. */
  rotate: number;
  isLine: boolean;
}

/** The outline of a part of a tile; null when the whole tile is meant. */
export function partOf(look: string, part: string, mark: string): Outline | null {
  const land = landOf(look);
  if (!land || part === "") return null;
  if (part === "cloister") return land.cloister ? { path: YARD, edge: YARD, rotate: 0, isLine: false } : null;
  const name = marked(look, mark);
  const index = Number(name.slice(1));
  const city = land.cities[index];
  const road = land.roads[index];
  if (name.startsWith("c") && city) {
    const { path, wall, quarters } = cityShape(city.sides, land.roads.length > 0);
    return { path, edge: wall, rotate: 90 * quarters, isLine: false };
  }
  if (name.startsWith("r") && road !== undefined) return { path: roadPath(road), edge: "", rotate: 0, isLine: true };
  if (name.startsWith("f")) return { path: area(look, name), edge: border(look, name), rotate: 0, isLine: false };
  return null;
}

/** The cells of a part, row by row. */
function area(look: string, name: string): string {
  const cells = grid(look);
  const step = 100 / GRID;
  let path = "";
  for (let row = 0; row < GRID; row++) {
    for (let column = 0; column < GRID; column++) {
      if (cells[row * GRID + column] !== name) continue;
      let end = column;
      while (end < GRID && cells[row * GRID + end] === name) end++;
      path += `M${column * step} ${row * step}H${end * step}V${(row + 1) * step}H${column * step}Z`;
      column = end;
    }
  }
  return path;
}

/** The lines between the cells of a part and those of others. */
function border(look: string, name: string): string {
  const cells = grid(look);
  const step = 100 / GRID;
  let path = "";
  for (let i = 0; i < cells.length; i++) {
    const [x, y] = [(i % GRID) * step, Math.floor(i / GRID) * step];
    const isMine = cells[i] === name;
    if (i % GRID > 0 && (cells[i - 1] === name) !== isMine) path += `M${x} ${y}v${step}`;
    if (i >= GRID && (cells[i - GRID] === name) !== isMine) path += `M${x} ${y}h${step}`;
  }
  return path;
}

const TREES: [number, number][] = [
  [13, 15], [87, 15], [13, 86], [87, 86], [50, 86], [27, 70], [74, 70], [88, 60], [12, 60], [30, 27], [70, 27], [64, 90],
]; // prettier-ignore

/** Where trees stand: in fields, clear of roads, walls and gardens, differently on each kind. */
export function trees(look: string): [number, number][] {
  const land = landOf(look);
  if (!land) return [];
  const cells = grid(look);
  const isClear = ([x, y]: [number, number]): boolean =>
    [
      [0, 0],
      [9, 0],
      [-9, 0],
      [0, 9],
      [0, -9],
    ].every(([dx = 0, dy = 0]) => (cells[cellAt(x + dx, y + dy)] ?? "").startsWith("f")) &&
    land.gardens.every(([gx, gy]) => Math.hypot(x - gx, y - gy) > 20) &&
    !(land.cloister && Math.hypot(x - 50, y - 52) < 34);
  const clear = TREES.filter(isClear);
  const first = look.length % 3;
  return clear.filter((_, i) => clear.length <= 4 || (i + first) % 3 !== 0).slice(0, 5);
}
