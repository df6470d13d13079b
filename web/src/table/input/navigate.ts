// Going from thing to thing with the arrow keys: the nearest in that direction.
const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export const isArrow = (key: string): boolean => key in WAYS;

/** What can be pointed at, as elements. */
export const things = (root: ParentNode): HTMLElement[] => [...root.querySelectorAll<HTMLElement>("[data-spot]")];

/** The part of a thing that is seen: of a fanned card its upper left corner. */
function middle(element: HTMLElement): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  const shown = Number(element.dataset.shown ?? 0);
  const down = element.dataset.fan === "fan_down" && shown > 0 ? shown : box.height;
  const right = element.dataset.fan === "fan_right" && shown > 0 ? shown : box.width;
  return { x: box.x + right / 2, y: box.y + down / 2 };
}

export function neighbour(root: ParentNode, from: HTMLElement, key: string): HTMLElement | null {
  const way = WAYS[key];
  if (!way) return null;
  const [dx, dy] = way;
  const here = middle(from);
  let best: { element: HTMLElement; worth: number } | null = null;
  for (const element of things(root)) {
    if (element === from) continue;
    const there = middle(element);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (along < 4 || aside > along * 4 + 60) continue;
    const worth = along + aside * 2.2;
    if (!best || worth < best.worth) best = { element, worth };
  }
  return best?.element ?? null;
}
