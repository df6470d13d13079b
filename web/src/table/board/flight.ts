// What changes its place is seen to go there, also when another element draws it from now on:
// a tile that leaves the hand for the map, chips that a player puts down.
import type { Box } from "../../scene/layout";
import { apart } from "../../scene/landing";
import { isStill } from "../../storage/settings.svelte";
import { boxOf } from "./boxes";
import { putDown } from "../input/lift";

interface Seen {
  element: HTMLElement;
  box: Box;
}

export type Positions = Map<string, Seen>;

interface Journey {
  element: HTMLElement;
  from: Box;
  to: Box;
  delay: number;
}

const DURATION = 240;
const APART = 60; // between two cards that are dealt

const drawn = (root: ParentNode): HTMLElement[] => [...root.querySelectorAll<HTMLElement>("[data-id]")];

/** Where every piece is on the screen, by who it is. */
export const positionsOf = (root: ParentNode): Positions =>
  new Map(drawn(root).map((element) => [element.dataset.id ?? "", { element, box: boxOf(element) }]));

/** Show how the pieces came from where they were to where they are now. */
export function fly(root: HTMLElement, before: Positions): void {
  if (before.size === 0) return;
  for (const element of root.querySelectorAll<HTMLElement>("[data-id].dropped")) {
    glide(element, before.get(element.dataset.id ?? "")?.box ?? boxOf(element));
  }
  if (isStill()) return;
  // All places are looked up before anything is changed: a page that is asked in between lays itself
  // out anew every time.
  for (const journey of journeys(root, before)) travel(root, journey);
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

function journeys(root: HTMLElement, before: Positions): Journey[] {
  const pieces = drawn(root);
  const isNew = (element: HTMLElement): boolean => before.get(element.dataset.id ?? "")?.element !== element;
  const coming = pieces.filter(isNew);
  if (coming.length === 0) return [];
  const seats = [...root.querySelectorAll(".zone.seat")].map(boxOf);
  const paid = spent(pieces, before);
  const pack = boxOf(root.querySelector(".ground") ?? root);
  let dealt = 0;
  return coming.flatMap((element): Journey[] => {
    const was = before.get(element.dataset.id ?? "");
    const to = boxOf(element);
    if (was) return [{ element, from: was.box, to, delay: 0 }];
    if (element.classList.contains("amount")) {
      const from = paid ?? brought(seats, to);
      return from ? [{ element, from, to, delay: 0 }] : [];
    }
    if (seats.length === 0 || !element.classList.contains("paper")) return [];
    // Cards come from the pack, which the dealer holds at the far side of the table, one by one.
    const from = { ...to, x: pack.x + (pack.w - to.w) / 2, y: pack.y - to.h / 3 };
    return [{ element, from, to, delay: APART * dealt++ }];
  });
}

/** Where chips lay that are gone: what is won comes from there. */
function spent(pieces: readonly HTMLElement[], before: Positions): Box | null {
  const now = new Set(pieces.map((element) => element.dataset.id));
  for (const [id, { element, box }] of before) if (!now.has(id) && element.classList.contains("amount")) return box;
  return null;
}

/** Chips come from the seat in front of which they lie. */
function brought(seats: readonly Box[], to: Box): Box | null {
  const [seat] = [...seats].sort((a, b) => apart(a, to) - apart(b, to));
  return seat ? { ...to, x: seat.x + (seat.w - to.w) / 2, y: seat.y + (seat.h - to.h) / 2 } : null;
}

/** A picture of the element goes from a box to the element's own. The browser moves it by itself,
 * without the page: what is clicked meanwhile is answered at once. */
function travel(root: HTMLElement, { element, from, to, delay }: Journey): void {
  const picture = element.cloneNode(true) as HTMLElement;
  for (const name of picture.getAttributeNames()) if (name !== "class") picture.removeAttribute(name);
  picture.setAttribute("aria-hidden", "true");
  picture.classList.add("travelling");
  picture.style.width = `${to.w}px`;
  picture.style.height = `${to.h}px`;
  const at = (box: Box): string => `translate(${box.x}px, ${box.y}px) scale(${box.w / to.w}, ${box.h / to.h})`;
  root.append(picture);
  element.style.visibility = "hidden";
  const flight = picture.animate([{ transform: at(from) }, { transform: at(to) }], {
    duration: DURATION,
    delay,
    easing: "ease-out",
    fill: "both",
  });
  flight.onfinish = flight.oncancel = () => {
    picture.remove();
    element.style.visibility = "";
  };
}
