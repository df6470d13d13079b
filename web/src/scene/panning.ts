// How far a map is moved in its window, all in the window's pixels.
import type { Box } from "./layout";

interface Window {
  width: number;
  height: number;
}

const MARGIN = 8;

/** The least shift along one axis after which from..to lies between low and high. */
const shift = (from: number, to: number, low: number, high: number): number =>
  from < low ? low - from : to > high ? Math.max(high - to, low - from) : 0;

/** How to pan so that a box is seen whole. */
export const inSight = (box: Box, { width, height }: Window): [number, number] => [
  shift(box.x, box.x + box.w, MARGIN, width - MARGIN),
  shift(box.y, box.y + box.h, MARGIN, height - MARGIN),
];

/** How to correct a pan after which less than `least` of the land would be seen. */
export const within = (land: Box, { width, height }: Window, least: number): [number, number] => [
  Math.max(0, least - (land.x + land.w)) + Math.min(0, width - least - land.x),
  Math.max(0, least - (land.y + land.h)) + Math.min(0, height - least - land.y),
];
