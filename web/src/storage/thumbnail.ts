// A table as it was left: enough of its scene to draw it small, kept by the browser for the lobby.
import type { Layout, Scene, Zone } from "../server/protocol";
import { read, write } from "./storage";

const STORE = "ludex.glance.";
const MOST = 12;

type Small = [
  key: string,
  x: number,
  y: number,
  layout: Layout,
  look: string,
  region: string,
  span: number,
  pieces: [string, number][],
];

interface StoredThumbnail {
  at: number;
  zones: Small[];
}

// An entry for every table: two that are left at once do not overwrite each other.
const nameOf = (table: string, seat: number): string => `${STORE}${table}.${seat}`;

/** Of a pile only what lies on top is ever seen. */
const visible = ({ layout, pieces }: Zone): Zone["pieces"] => (layout === "pile" ? pieces.slice(-1) : pieces);

export const small = (zones: readonly Zone[]): Small[] =>
  zones.map((zone) => [
    zone.key,
    zone.x,
    zone.y,
    zone.layout,
    zone.look,
    zone.region,
    zone.span ?? 1,
    visible(zone).map(({ look, turned }) => [look, turned]),
  ]);

export const large = (zones: readonly Small[]): Zone[] =>
  zones.map(([key, x, y, layout, look, region, span, pieces]) => ({
    key, x, y, layout, look, region, span, label: "",
    pieces: pieces.map(([look, turned], i) => ({ key: `${key}/${i}`, look, turned, label: "" })),
  })); // prettier-ignore

/** Remember how a table looks; the newest are stored, and none that is over: nobody continues it. */
export function storeThumbnail(table: string, seat: number, { zones }: Scene, isOver: boolean): void {
  if (zones.length === 0) return;
  try {
    if (isOver) return localStorage.removeItem(nameOf(table, seat));
    const stored: StoredThumbnail = { at: Date.now(), zones: small(zones) };
    write(nameOf(table, seat), stored);
    const names = Object.keys(localStorage).filter((name) => name.startsWith(STORE));
    const oldest = names
      .map((name) => ({ name, at: read<Partial<StoredThumbnail>>(name, {}).at ?? 0 }))
      .sort((a, b) => b.at - a.at);
    for (const { name } of oldest.slice(MOST)) localStorage.removeItem(name);
  } catch {
    // Not remembered, then: the lobby draws the game's emblem.
  }
}

export function thumbnailOf(table: string, seat: number): Zone[] | null {
  const { zones } = read<Partial<StoredThumbnail>>(nameOf(table, seat), {});
  return zones ? large(zones) : null;
}
