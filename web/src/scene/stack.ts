// How thick a pile of cards is: the edges of those below are seen at the right and below.
import type { Zone } from "../server/protocol";
import { kindOf } from "./kinds";

const A_CARD = 0.0024; // of a card's width
const MOST = 0.09;

/** So many pixels does a pile stand out below its top card. */
export function thickness({ layout, pieces }: Pick<Zone, "layout" | "pieces">, unit: number): number {
  if (layout !== "pile" || pieces.length < 2 || !kindOf(pieces.at(-1)?.look ?? "").isCard) return 0;
  return Math.max(1, Math.round(Math.min((pieces.length - 1) * A_CARD, MOST) * unit));
}

/** The edges as shadows, one for every pixel, light and dark by turns as paper is. */
export const stacked = (zone: Pick<Zone, "layout" | "pieces">, unit: number): string | null => {
  const edges = Array.from(
    { length: thickness(zone, unit) },
    (_, i) => `${i + 1}px ${i + 1}px 0 ${i % 2 === 0 ? "#8d8a80" : "#f4f1e6"}`,
  );
  return edges.length > 0 ? edges.join(",") : null;
};
