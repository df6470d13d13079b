// Pointers on the table: a press that does not move is a click, one that moves drags.
// Dragging only shifts the pieces' elements. What was dropped stays there until the answer has
// come, and then goes from there to where the next scene, or the old one, has it.
import { carried, zoneOf, type Spot } from "../../scene/gestures";
import { groundBelow, type Ground } from "../../scene/ground";
import { landing, landingOnMap, type Landing } from "../../scene/landing";
import type { Box } from "../../scene/layout";
import { boxOf, common } from "../board/boxes";
import { lift, putDown } from "./lift";
import type { Play } from "../play/play.svelte";

const SLACK = 6;

const spotOfElement = (element: Element | null): { spot: Spot; element: HTMLElement } | null => {
  const found = element?.closest<HTMLElement>("[data-zone]");
  if (!found) return null;
  return { spot: { zone: found.dataset.zone ?? "", piece: found.dataset.piece || null }, element: found };
};

/** The boxes of all zones on the screen; of a map only what its window shows. */
function zoneBoxes(root: HTMLElement): Map<string, Box> {
  const boxes = new Map<string, Box>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-place]")) {
    const frame = element.closest(".map");
    const box = frame ? common(boxOf(element), boxOf(frame)) : boxOf(element);
    if (box) boxes.set(element.dataset.place ?? "", box);
  }
  return boxes;
}

/** The place of an open map under a point, where nothing can be laid. */
function groundUnder(root: HTMLElement, play: Play, at: { x: number; y: number }): Ground | null {
  const map = root.querySelector(".map");
  if (!map || !common(boxOf(map), { ...at, w: 1, h: 1 })) return null;
  const places = play.table.scene.zones.filter((zone) => zone.region === "map");
  const seen = places.find((zone) => map.querySelector(`[data-place="${CSS.escape(zone.key)}"]`));
  const element = seen && map.querySelector(`[data-place="${CSS.escape(seen.key)}"]`);
  return seen && element ? groundBelow(places, seen, boxOf(element), at) : null;
}

/** What a piece was dropped on: on a map by the pointer, as places there are smaller than what was drawn. */
function landed(
  root: HTMLElement,
  play: Play,
  dragged: Box,
  at: { x: number; y: number },
  from: string,
): Landing | null {
  const map = root.querySelector(".map");
  const boxes = zoneBoxes(root);
  if (!map || !common(boxOf(map), { ...at, w: 1, h: 1 })) return landing(dragged, at, boxes, play.hand.targets, from);
  const places = new Map([...boxes].filter(([key]) => zoneOf(play.table.scene, key)?.region === "map"));
  return landingOnMap(at, places, play.hand.targets);
}

/** Over a map a piece is as large as it would lie there, and stays under the pointer. */
function shrink(root: HTMLElement, element: HTMLElement, box: Box, at: { x: number; y: number }): void {
  const place = root.querySelector(".map [data-place]");
  if (!place) return;
  element.style.setProperty("--lifted", String(boxOf(place).w / box.w));
  element.style.setProperty("--grip", `${at.x - box.x}px ${at.y - box.y}px`);
}

export function dragging(root: HTMLElement, play: Play): () => void {
  let start: { spot: Spot; x: number; y: number; pointer: number } | null = null;
  let moved: HTMLElement[] = [];
  let lead: Box | null = null;
  /** Where open ground was pressed, and by which finger; none any more when the map is moved. */
  let pressed: { x: number; y: number; pointer: number } | null = null;

  function down(event: PointerEvent): void {
    if (event.button !== 0 || start) return;
    const found = spotOfElement(event.target as Element);
    if (!found) {
      const target = event.target as Element;
      if (target.closest("button, input, select, a, dialog")) return;
      if (target.closest(".map"))
        pressed = event.isPrimary ? { x: event.clientX, y: event.clientY, pointer: event.pointerId } : null;
      else play.hand.letGo();
      return;
    }
    start = { spot: found.spot, x: event.clientX, y: event.clientY, pointer: event.pointerId };
    lead = boxOf(found.element);
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", cancel);
  }

  /** A press on open ground; whoever moves the map keeps what is in the hand. */
  function tap(event: PointerEvent): void {
    const from = pressed;
    pressed = null;
    if (!from || from.pointer !== event.pointerId || event.type !== "pointerup") return;
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) >= SLACK) return;
    play.hand.pressGround(groundUnder(root, play, from));
  }

  function begin(): void {
    if (!start?.spot.piece || play.table.scene.gestures.every((g) => g.drop === null)) return;
    const pieces = carried(play.table.scene, start.spot);
    moved = pieces.flatMap((piece) => {
      const element = root.querySelector<HTMLElement>(`[data-key="${CSS.escape(piece.key)}"]`);
      return element ? [element] : [];
    });
    const [first] = moved;
    if (!first || first.closest(".map")) {
      moved = [];
      return;
    }
    lead = boxOf(first);
    play.hand.hold(start.spot);
    shrink(root, first, lead, start);
    moved.forEach(lift);
  }

  function move(event: PointerEvent): void {
    if (!start || event.pointerId !== start.pointer) return;
    const dx = event.clientX - start.x;
    const dy = event.clientY - start.y;
    if (moved.length === 0) {
      if (Math.hypot(dx, dy) < SLACK) return;
      begin();
    }
    for (const element of moved) element.style.translate = `${dx}px ${dy}px`;
    if (moved.length > 0) event.preventDefault();
  }

  function up(event: PointerEvent): void {
    if (!start || event.pointerId !== start.pointer) return;
    const { spot, x, y } = start;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    const box = lead;
    if (moved.length === 0) {
      finish();
      if (play.table.peeked !== null) return;
      if (Math.hypot(dx, dy) < SLACK * 2) play.hand.press(spot);
      else if (zoneOf(play.table.scene, spot.zone)?.region !== "map") play.hand.explain(spot); // else the map was moved
      return;
    }
    const at = { x: event.clientX, y: event.clientY };
    const there = box ? { ...box, x: box.x + dx, y: box.y + dy } : null;
    const found = there ? landed(root, play, there, at, spot.zone) : null;
    if (found) play.hand.drop(spot, found.zone);
    else play.hand.dropOnGround(spot, groundUnder(root, play, at));
    const dropped = moved;
    moved = [];
    finish();
    settle(dropped, play);
  }

  function cancel(): void {
    finish();
    play.hand.letGo();
  }

  function finish(): void {
    release(moved);
    moved = [];
    start = null;
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", cancel);
  }

  // The browser's own dragging of pictures and selected text would end ours.
  const ours = (event: Event): void => event.preventDefault();
  root.addEventListener("pointerdown", down);
  root.addEventListener("dragstart", ours);
  window.addEventListener("pointerup", tap);
  window.addEventListener("pointercancel", tap);
  return () => {
    finish();
    window.removeEventListener("pointerup", tap);
    window.removeEventListener("pointercancel", tap);
    root.removeEventListener("pointerdown", down);
    root.removeEventListener("dragstart", ours);
  };
}

function release(elements: readonly HTMLElement[]): void {
  for (const element of elements) {
    element.classList.remove("dragged");
    putDown(element);
  }
}

/** Pieces stay where they were dropped until a new scene takes them, or none will come. */
function settle(elements: readonly HTMLElement[], play: Play): void {
  for (const element of elements) element.classList.add("dropped");
  const until = performance.now() + 600;
  const look = () => {
    if (play.intents.busy && performance.now() < until) requestAnimationFrame(look);
    else release(elements.filter((element) => element.classList.contains("dropped")));
  };
  look();
}
