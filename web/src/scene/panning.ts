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

/** A map in its window: so many pixels to a place, and where place (0, 0) lies. */
export interface View {
  unit: number;
  left: number;
  top: number;
}

const EDGE = 12;

/** Does a place lie under the controls in the upper right corner, where a finger would meet those? */
export const isCovered = (
  places: readonly { x: number; y: number }[],
  view: View,
  window: Window,
  controls: Window,
): boolean =>
  places.some(
    ({ x, y }) =>
      view.left + (x + 1) * view.unit > window.width - controls.width && view.top + y * view.unit < controls.height,
  );

/** All of the land as large as it can be, beside the controls in the corner where it would lie under them. */
export function fitted(
  places: readonly { x: number; y: number }[],
  land: Box,
  window: Window,
  controls: Window,
  largest: number,
): View {
  const inside = (width: number): View => {
    const unit = Math.min(largest, (width - 2 * EDGE) / land.w, (window.height - 2 * EDGE) / land.h);
    return {
      unit,
      left: width / 2 - (land.x + land.w / 2) * unit,
      top: window.height / 2 - (land.y + land.h / 2) * unit,
    };
  };
  const whole = inside(window.width);
  return isCovered(places, whole, window, controls) ? inside(window.width - controls.width + EDGE) : whole;
}
