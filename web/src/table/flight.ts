// What changes its place is seen to go there, also when another element draws it from now on:
// a tile that leaves the hand for the map, chips that a player puts down.
import type { Box } from "../scene/layout";
import { apart } from "../scene/landing";
import { isStill } from "../settings.svelte";
import { boxOf } from "./boxes";
import { putDown } from "./lifting";

interface Seen {
  element: HTMLElement;
  box: Box;
}

export type Whereabouts = Map<string, Seen>;

const DURATION = 240;
const APART = 60; // between two cards that are dealt

const drawn = (root: ParentNode): HTMLElement[] => [...root.querySelectorAll<HTMLElement>("[data-id]")];

/** Where every piece is on the screen, by who it is. */
export const whereabouts = (root: ParentNode): Whereabouts =>
  new Map(drawn(root).map((element) => [element.dataset.id ?? "", { element, box: boxOf(element) }]));

/** Show how the pieces came from where they were to where they are now. */
export function fly(root: HTMLElement, before: Whereabouts): void {
  if (before.size === 0) return;
  const isDealt = root.querySelector(".zone.seat") !== null;
  const paid = spent(root, before);
  let dealt = 0;
  for (const element of drawn(root)) {
    const was = before.get(element.dataset.id ?? "");
    if (element.classList.contains("dropped")) glide(element, was?.box ?? boxOf(element));
    else if (isStill()) continue;
    else if (was && was.element !== element) travel(root, element, was.box);
    else if (!was && element.classList.contains("chips")) paid ? travel(root, element, paid) : bring(root, element);
    else if (!was && isDealt && element.classList.contains("card")) deal(root, element, dealt++);
  }
}

/** From where a hand let it go to its place. */
function glide(element: HTMLElement, from: Box): void {
  putDown(element);
  const to = boxOf(element); // while nothing is animated yet
  element.classList.remove("dragged");
  if (isStill()) return;
  const offset = `${from.x - to.x}px ${from.y - to.y}px`;
  element.animate([{ translate: offset }, { translate: "0 0" }], { duration: DURATION, easing: "ease-out" });
}

/** Where chips lay that are gone: what is won comes from there. */
function spent(root: HTMLElement, before: Whereabouts): Box | null {
  const now = new Set(drawn(root).map((element) => element.dataset.id));
  for (const [id, { element, box }] of before) if (!now.has(id) && element.classList.contains("chips")) return box;
  return null;
}

/** Cards come from the pack, which the dealer holds at the far side of the table, one by one. */
function deal(root: HTMLElement, card: HTMLElement, nth: number): void {
  const to = boxOf(card);
  const table = boxOf(root.querySelector(".ground") ?? root);
  travel(root, card, { ...to, x: table.x + (table.w - to.w) / 2, y: table.y - to.h / 3 }, nth * APART);
}

/** Chips come from the seat in front of which they lie. */
function bring(root: HTMLElement, chips: HTMLElement): void {
  const to = boxOf(chips);
  const seats = [...root.querySelectorAll(".zone.seat")].map(boxOf);
  const [seat] = seats.sort((a, b) => apart(a, to) - apart(b, to));
  if (seat) travel(root, chips, { ...to, x: seat.x + (seat.w - to.w) / 2, y: seat.y + (seat.h - to.h) / 2 });
}

/** A picture of the element goes from a box to wherever the element is, which may move too. */
function travel(root: HTMLElement, element: HTMLElement, from: Box, delay = 0): void {
  const picture = element.cloneNode(true) as HTMLElement;
  for (const name of picture.getAttributeNames()) if (name !== "class") picture.removeAttribute(name);
  picture.setAttribute("aria-hidden", "true");
  picture.classList.add("travelling");
  root.append(picture);
  element.style.visibility = "hidden";
  const start = performance.now() + delay;
  const step = (now: number): void => {
    const part = Math.min(1, Math.max(0, (now - start) / DURATION));
    if (part === 1 || !element.isConnected) {
      picture.remove();
      element.style.visibility = "";
      return;
    }
    const done = 1 - (1 - part) ** 3;
    const to = boxOf(element);
    const between = (a: number, b: number): string => `${a + (b - a) * done}px`;
    picture.style.transform = `translate(${between(from.x, to.x)}, ${between(from.y, to.y)})`;
    picture.style.width = between(from.w, to.w);
    picture.style.height = between(from.h, to.h);
    requestAnimationFrame(step);
  };
  step(performance.now());
}
