// What of a zone matters for how large everything may be, looked up once: many sizes are tried.
import { english } from "../i18n/format";
import { kind } from "./kinds";
import { placeSize, scaleOf, type Aspects, type Size, type ShownZone } from "./sizes";

export const CAPTION = 20;
const NOTES = 16; // a line below the caption
const SIGN = 22; // beside it

export interface Gauge {
  x: number;
  y: number;
  span: number;
  layout: ShownZone["layout"];
  /** Of the place, in units. */
  size: Size;
  scale: number;
  /** How many steps of a fan have to fit. */
  steps: number;
  caption: Size | null;
  /** Is the caption below the middle? Those of rows that begin at the left begin there, too. */
  isCentred: boolean;
}

export const spanOf = (zone: ShownZone): number => zone.span ?? 1;

const DIGITS = 4; // of a stack that comes and goes

/** About how wide a caption is written; on a seat's plate in steps and with room for a stack, so that
 * sizes do not jump with every bet. */
function captionWidth({ caption = "", look, signs }: ShownZone, letters: number): number {
  const text = english(caption);
  if (text === "") return 0;
  if (kind(look) !== "seat") return text.length * 6.6 + 4;
  const { length } = text.replace(/\d+$/, (stack) => stack.padStart(DIGITS));
  return (Math.ceil(length / 4) * 4 * 6.6 + 14 + (signs ? SIGN * Math.max(1, signs.length) : 0)) * letters;
}

export const captionHeight = (zone: ShownZone, letters = 1): number =>
  zone.caption ? (CAPTION + (zone.notes?.length ? NOTES : 0)) * (kind(zone.look) === "seat" ? letters : 1) : 0;

/** Fans are planned long enough, so that sizes do not jump with every card. */
function stepsOf({ layout, pieces }: ShownZone): number {
  if (layout === "fan_down") return Math.min(Math.max(pieces.length, 11), 18);
  return layout === "fan_right" ? Math.min(Math.max(pieces.length - 1, 6), 9) : 0;
}

/** `letters`: so much larger are those on the plates of seats. */
export const gauged = (zones: readonly ShownZone[], aspect: number, own: Aspects, letters = 1): Gauge[] =>
  zones.map((zone) => ({
    x: zone.x,
    y: zone.y,
    span: spanOf(zone),
    layout: zone.layout,
    size: placeSize(zone, aspect, own),
    scale: scaleOf(zone),
    steps: stepsOf(zone),
    caption: zone.caption ? { w: captionWidth(zone, letters), h: captionHeight(zone, letters) } : null,
    isCentred: zone.layout !== "row" || zone.look !== "",
  }));
