// Where everything lies, in pixels: the largest pieces with which a table fits its room.
//
// A scene's places are units of one piece. A unit is at least one piece wide; where there
// is room to spare, places move apart before anything else, so that the same ring of seats
// fills a wide screen and a tall one. Fans take the room up to their neighbour and are
// pressed together when they are long.
import { captionHeight, gauged, spanOf, type Gauge } from "./gauge";
import { grown, growthOf, isFilled, type Growth } from "./growth";
import { aspectOf, isSquare, pieceSize, placeSize, scaleOf, type Aspects, type ShownZone } from "./sizes";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface PieceBox extends Box {
  z: number;
  /** Is it seen at all? Only the upper ones of a pile are. */
  seen: boolean;
}

export interface Plan {
  unit: number;
  width: number;
  height: number;
  zones: Map<string, Box>;
  pieces: Map<string, PieceBox>;
  /** Do captions lie over their neighbours, because there is no room? */
  isCrowded: boolean;
  /** Would shorter captions leave room for larger pieces? */
  isPinched: boolean;
  /** Beside a map: where the plates of the players lie, by their zones. */
  plates?: Map<string, Box>;
}

export interface Room {
  width: number;
  height: number;
  /** Pieces grow no wider than this. */
  largest?: number;
  smallest?: number;
  /** Lies the table at the upper edge rather than in the middle? */
  top?: boolean;
  /** Are the indices of the cards large? Then more of each is to be seen in a fan. */
  large?: boolean;
  /** How much larger than usual the letters on the plates of seats are. */
  letters?: number;
  /** Rows lie as close as they can, because the table scrolls. */
  tight?: boolean;
  /** The shapes of what the game has drawn itself. */
  aspects?: Aspects;
}

/** Narrower cards than this have a large index, to be read at all. */
export const LARGE = 58;
const LEAST_TOUCHED = 30;
const COMFORTABLE = 36;
const READABLE = 44; // beside a map, where small things stand
const COMFORTABLE_BESIDE = 52;
const FRAME = 10; // round a board
const BELOW = 0.4; // between it and what lies below it
const GAP = 0.12;
const GAP_NARROW = 0.06; // between columns on a phone, where every card is to be touched
const STEP_DOWN = 0.27; // of a card's height
const LEAST_DOWN = 0.15;
const STEP_RIGHT = 0.3;
const STEP_DOWN_LARGE = 0.4; // when the index is large
const STEP_DOWN_NARROW = 0.78; // on a phone, which is tall: cards are easier to tell and to touch
const LEAST_DOWN_LARGE = 0.22;
const LEAST_RIGHT = 0.24;
const APART = 4; // below a place, before its caption
const WORTH = 0.75; // so much smaller may pieces be for captions that cover nothing
const ASIDE = 0.3; // between a fan and what it leads to
const MUCH = 1.12; // so much larger pieces are worth shorter captions
const LONGEST = 12; // so many cards lie as far apart as fewer do
const LARGEST_SQUARE = 240;
const LARGEST_CARD = 200;
const SEEN_OF_A_PILE = 3;

interface Spread {
  unit: number;
  sx: number;
  sy: number;
  aspect: number;
  own: Aspects;
  gap: number;
  large: boolean;
}

/** The least room that a zone's pieces need, in pixels. */
function least({ size, steps, layout, span, scale }: Gauge, { unit, large }: Spread): { w: number; h: number } {
  let w = size.w * unit;
  let h = size.h * unit;
  if (layout === "fan_down") h += (large || unit < LARGE ? LEAST_DOWN_LARGE : LEAST_DOWN) * h * steps;
  if (layout === "fan_right") w += LEAST_RIGHT * w * steps;
  if (layout === "row") w = Math.max(w, span * scale * unit);
  return { w, h };
}

const overlap = (a: Box, b: Box, gap: number): boolean =>
  a.x < b.x + b.w + gap && b.x < a.x + a.w + gap && a.y < b.y + b.h + APART / 2 && b.y < a.y + a.h + APART / 2;

/** Where the zones lie: what is planned wider than one piece keeps its middle. */
function placed(zones: readonly Gauge[], spread: Spread): Box[] {
  return zones.map((zone) => {
    const { w, h } = least(zone, spread);
    const larger = (1 - 1 / zone.scale) / 2; // what is larger keeps its middle
    const x = zone.span > 1 ? (zone.x + zone.span / 2) * spread.sx - w / 2 : zone.x * spread.sx - larger * w;
    return { x, y: zone.y * spread.sy - larger * h, w, h };
  });
}

/** The zones' boxes and those of their captions. */
function covered(zones: readonly Gauge[], spread: Spread, captions: boolean): Box[] {
  const boxes = placed(zones, spread);
  if (!captions) return boxes;
  zones.forEach(({ caption, isCentred }, i) => {
    const box = boxes[i];
    if (!box || !caption) return;
    boxes.push({
      x: isCentred ? box.x + (box.w - caption.w) / 2 : box.x,
      y: box.y + box.h + APART,
      w: caption.w,
      h: caption.h - APART,
    });
  });
  return boxes;
}

function extent(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, w, h } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + w);
    bottom = Math.max(bottom, y + h);
  }
  return { x: left, y: top, w: right - left, h: bottom - top };
}

/** Everything about a table that does not change with the size that is tried. */
interface Table {
  zones: readonly Gauge[];
  aspect: number;
  own: Aspects;
  isBoard: boolean;
  /** Are there columns? */
  isDown: boolean;
  most: { x: number; y: number };
  range: { x: number; y: number };
}

function tableOf(zones: readonly ShownZone[], { letters = 1, aspects = {} }: Room): Table {
  const isBoard = zones.some(isSquare);
  const own = isBoard ? {} : aspects; // what lies on a square is as large as the square
  const aspect = aspectOf(zones, own);
  const down = zones.some((z) => z.layout === "fan_down");
  const right = zones.some((z) => z.layout === "fan_right");
  return {
    zones: gauged(zones, aspect, own, letters),
    aspect,
    own,
    isBoard,
    isDown: down,
    most: {
      x: down ? 1.3 : right ? 1.4 : aspect > 1 ? 1.9 : 1,
      y: down ? 1 : right ? 1.4 : aspect > 1 ? 1.9 : 1.2,
    },
    range: { x: range(zones.map((z) => z.x)), y: range(zones.map((z) => z.y)) },
  };
}

/** Places as far apart as the room allows, between one unit and `most` units. */
function spreadFor({ zones, aspect, own, isBoard, isDown, most, range }: Table, unit: number, room: Room): Spread {
  const gap = isBoard ? 0 : (isDown && unit < LARGE ? GAP_NARROW : GAP) * unit;
  const spread: Spread = {
    unit,
    sx: unit + gap,
    sy: unit * aspect + (aspect > 1 ? gap / 2 : gap),
    aspect,
    own,
    gap,
    large: room.large ?? false,
  };
  if (isBoard) return spread;
  const grow = (have: number, needed: number, span: number): number =>
    span > 0 ? Math.max(1, (have - needed + span) / span) : 1;
  for (let i = 0; i < 3; i++) {
    const is = extent(covered(zones, spread, true));
    spread.sx = Math.min(spread.sx * grow(room.width, is.w, range.x * spread.sx), (unit + gap) * most.x);
    spread.sy = Math.min(
      spread.sy * grow(room.tight ? 0 : room.height, is.h, range.y * spread.sy),
      unit * aspect * most.y + gap,
    );
  }
  return spread;
}

const range = (values: number[]): number => Math.max(...values) - Math.min(...values);

function fits({ zones }: Table, spread: Spread, room: Room, captions: boolean): boolean {
  const all = extent(covered(zones, spread, true));
  if (all.w > room.width + 0.5 || all.h > room.height + 0.5) return false;
  const boxes = covered(zones, spread, captions);
  const gap = spread.gap / 3;
  for (let i = 0; i < boxes.length; i++)
    for (let j = i + 1; j < boxes.length; j++) {
      const a = boxes[i];
      const b = boxes[j];
      if (a && b && spread.gap > 0 && overlap(a, b, gap)) return false;
    }
  return true;
}

/** The plan of a table with the largest pieces that fit the room. */
export function plan(zones: readonly ShownZone[], room: Room): Plan {
  const empty: Plan = {
    unit: 1,
    width: 0,
    height: 0,
    zones: new Map(),
    pieces: new Map(),
    isCrowded: false,
    isPinched: false,
  };
  if (zones.length === 0 || room.width <= 0) return empty;
  if (zones.some(isSquare)) {
    room = { ...room, width: room.width - 2 * FRAME, height: room.height - 2 * FRAME };
    if (room.height > room.width) zones = below(zones);
  }
  const largest = room.largest ?? (zones.some(isSquare) ? LARGEST_SQUARE : LARGEST_CARD);
  const smallest = room.smallest ?? 18;
  const found = fitting(zones, room, largest, smallest);
  // Cards too small to be touched help nobody: then the table is taller, and scrolls.
  const [enough, comfortable] = room.top ? [READABLE, COMFORTABLE_BESIDE] : [LEAST_TOUCHED, COMFORTABLE];
  if (found.unit >= enough || zones.some(isSquare)) return found;
  const tall = { ...room, height: room.height * 4, top: true, tight: true };
  const taller = fitting(zones, tall, Math.min(comfortable, largest), smallest);
  return taller.unit > found.unit ? taller : found;
}

/** In a tall room what lies beside a board lies below it, in rows as wide as the board at most. */
function below(zones: readonly ShownZone[]): readonly ShownZone[] {
  const squares = zones.filter(isSquare);
  const [left, right] = [Math.min(...squares.map((z) => z.x)), Math.max(...squares.map((z) => z.x)) + 1];
  const end = Math.max(...squares.map((z) => z.y)) + 1;
  const others = zones.filter((z) => !isSquare(z) && (z.x >= right || z.x < left));
  const rows = Math.ceil(others.length / (right - left));
  const each = Math.ceil(others.length / Math.max(1, rows));
  const from = left + (right - left - each) / 2;
  const at = new Map(others.map((z, i) => [z.key, { x: from + (i % each), y: end + BELOW + Math.floor(i / each) }]));
  return zones.map((z) => ({ ...z, ...at.get(z.key) }));
}

function fitting(zones: readonly ShownZone[], room: Room, largest: number, smallest: number): Plan {
  const { loose, clear, growth } = sized(tableOf(zones, room), zones, room, largest, smallest);
  const larger = grown(zones, growth);
  const table = tableOf(larger, room);
  const found = filled(larger, table, spreadFor(table, clear ?? loose, room), room);
  return { ...found, isCrowded: clear === null, isPinched: clear !== null && clear < loose / MUCH };
}

interface Sized {
  /** The widest pieces that fit, when captions may cover something. */
  loose: number;
  /** And when they may not. */
  clear: number | null;
  /** So much larger is what is looked at first. */
  growth: Growth;
}

const REMEMBERED = 8;
const sizes = new Map<string, Sized>();

/** Found once for a table: most moves change nothing that sizes depend on. */
function sized(table: Table, zones: readonly ShownZone[], room: Room, largest: number, smallest: number): Sized {
  const key = JSON.stringify([table, room, largest, smallest]);
  const known = sizes.get(key);
  if (known) return known;
  const loose = widest(table, room, largest, smallest, false) ?? smallest;
  const least = loose < LEAST_TOUCHED ? WORTH * loose : Math.max(WORTH * loose, LEAST_TOUCHED);
  const clear = widest(table, room, loose, least, true);
  const growth = growthOf(zones, clear ?? loose, (larger) => {
    const tried = tableOf(larger, room);
    return fits(tried, spreadFor(tried, clear ?? loose, room), room, true);
  });
  const found = { loose, clear, growth };
  const [oldest] = sizes.keys();
  if (oldest !== undefined && sizes.size >= REMEMBERED) sizes.delete(oldest);
  sizes.set(key, found);
  return found;
}

/** The widest pieces that fit. What fits is not always smaller than what does not, because
 * captions do not shrink: so all are tried. */
function widest(table: Table, room: Room, largest: number, smallest: number, captions: boolean): number | null {
  for (let unit = largest; unit > smallest; unit *= 0.97)
    if (fits(table, spreadFor(table, unit, room), room, captions)) return unit;
  return null;
}

function filled(zones: readonly ShownZone[], table: Table, spread: Spread, room: Room): Plan {
  const tight = placed(table.zones, spread);
  const all = extent(covered(table.zones, spread, true));
  const growing = zones.some((zone) => zone.layout === "fan_down");
  const framed = zones.some(isSquare) ? FRAME : 0;
  const shift = framed + Math.max(0, (room.width - all.w) / 2) - all.x;
  // A board in a tall room lies at its upper edge: what is said and pressed has the room below.
  const isHigh = framed > 0 && room.height > room.width;
  const sink = growing || room.top ? 0 : isHigh ? framed : framed + Math.max(0, (room.height - all.h) / 2);
  const found: Plan = {
    unit: spread.unit,
    width: Math.max(room.width, all.w) + 2 * framed,
    height: all.h,
    zones: new Map(),
    pieces: new Map(),
    isCrowded: false,
    isPinched: false,
  };
  let z = 1;
  zones.forEach((zone, i) => {
    const at = tight[i];
    if (!at) return;
    const x = at.x + shift;
    const y = at.y - all.y + sink;
    const end = room.width - shift;
    const right = reach(tight, i, "x", end, spread);
    const free = {
      w: right - at.x,
      h: reach(tight, i, "y", Math.max(room.height, all.h) + all.y, spread) - at.y,
    };
    const box = lay(zone, { x, y, w: at.w, h: at.h }, free, spread, z, found.pieces, right < end);
    z += zone.pieces.length + 1;
    found.zones.set(zone.key, box);
    found.height = Math.max(found.height, box.y + box.h + captionHeight(zone, room.letters));
  });
  return found;
}

/** How far a zone may stretch to the right or down before it meets another. */
function reach(boxes: readonly Box[], i: number, axis: "x" | "y", end: number, spread: Spread): number {
  // prettier-ignore
  const me = boxes[i];
  if (!me) return end;
  const [size, other, otherSize] = axis === "x" ? (["w", "y", "h"] as const) : (["h", "x", "w"] as const);
  let limit = end;
  boxes.forEach((b, j) => {
    if (j === i || b[axis] < me[axis] + me[size] * 0.5) return;
    const beside = b[other] < me[other] + me[otherSize] && me[other] < b[other] + b[otherSize];
    if (beside) limit = Math.min(limit, b[axis] - spread.gap);
  });
  return limit;
}

function lay(
  zone: ShownZone,
  at: Box,
  free: { w: number; h: number },
  spread: Spread,
  z: number,
  into: Map<string, PieceBox>,
  isHemmed: boolean,
): Box {
  // prettier-ignore
  const { unit, aspect, own } = spread;
  const place = placeSize(zone, aspect, own);
  const w = place.w * unit;
  const h = place.h * unit;
  const n = zone.pieces.length;
  let dx = 0;
  let dy = 0;
  if (n > 1 && zone.layout === "fan_down") {
    const usual = spread.large ? STEP_DOWN_LARGE : STEP_DOWN;
    const roomy = Math.min(STEP_DOWN_NARROW * h, (free.h - h) / (LONGEST - 1));
    dy = Math.min(unit < LARGE ? Math.max(STEP_DOWN_LARGE * h, roomy) : usual * h, (free.h - h) / (n - 1));
  }
  if (n > 1 && zone.layout === "fan_right") dx = Math.min(STEP_RIGHT * w, (free.w - w) / (n - 1));
  if (n > 1 && zone.layout === "row") {
    const within = spanOf(zone) > 1 ? at.w : free.w;
    dx = Math.min(w * 1.06, (within - w) / (n - 1));
  }
  dx = Math.max(dx, 0);
  dy = Math.max(dy, 0);
  const more = Math.max(0, n - 1);
  const used = w + dx * more;
  // A fan with a neighbour on its right ends there, so that both sides of a table are alike.
  const isLed = isHemmed && zone.layout === "fan_right";
  const from =
    spanOf(zone) > 1
      ? at.x + (at.w - (isFilled(zone) ? w + dx * (Math.floor(spanOf(zone)) - 1) : used)) / 2
      : isLed
        ? at.x + Math.max(0, free.w - used - ASIDE * unit)
        : at.x;
  zone.pieces.forEach((piece, i) => {
    const size = pieceSize(piece.look, aspect, own);
    into.set(piece.key, {
      x: from + dx * i,
      y: at.y + dy * i,
      w: size.w * unit * scaleOf(zone),
      h: size.h * unit * scaleOf(zone),
      z: z + i,
      seen: dx > 0 || dy > 0 || zone.layout === "square" || i >= n - SEEN_OF_A_PILE,
    });
  });
  return { x: from, y: at.y, w: used, h: h + dy * more };
}

/** What stands on something of a map is above all that is drawn on the land. */
export const STANDING = 410;

/** The plan of an open map: every place one unit, wherever it lies. */
export function planMap(zones: readonly ShownZone[], unit: number): Plan {
  const found: Plan = {
    unit,
    width: 0,
    height: 0,
    zones: new Map(),
    pieces: new Map(),
    isCrowded: false,
    isPinched: false,
  };
  for (const zone of zones) {
    const box = { x: zone.x * unit, y: zone.y * unit, w: unit, h: unit };
    found.zones.set(zone.key, box);
    zone.pieces.forEach((piece, i) =>
      found.pieces.set(piece.key, { ...box, z: i === 0 ? 1 : STANDING + i, seen: true }),
    );
  }
  return found;
}

/** The rectangle that holds every zone, in units. */
export function bounds(zones: readonly ShownZone[]): Box {
  if (zones.length === 0) return { x: 0, y: 0, w: 1, h: 1 };
  return extent(zones.map((zone) => ({ x: zone.x, y: zone.y, w: 1, h: 1 })));
}
