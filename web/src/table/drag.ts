// Pointers on the table: a press that does not move is a click, one that moves drags.
// Dragging only shifts the pieces' elements. What was dropped stays there until the answer has
// come, and then goes from there to where the next scene, or the old one, has it.
import { carried, type Spot } from "../scene/gestures";
import { landing } from "../scene/landing";
import type { Box } from "../scene/layout";
import { boxOf, common } from "./boxes";
import { lift, putDown } from "./lifting";
import type { Play } from "./play.svelte";

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

export function dragging(root: HTMLElement, play: Play): () => void {
  let start: { spot: Spot; x: number; y: number; pointer: number } | null = null;
  let moved: HTMLElement[] = [];
  let lead: Box | null = null;

  function down(event: PointerEvent): void {
    if (event.button !== 0 || start) return;
    const found = spotOfElement(event.target as Element);
    if (!found) {
      if (!(event.target as Element).closest("button, input, select, a, dialog")) play.hand.letGo();
      return;
    }
    start = { spot: found.spot, x: event.clientX, y: event.clientY, pointer: event.pointerId };
    lead = boxOf(found.element);
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", cancel);
  }

  function begin(): void {
    if (!start?.spot.piece || play.scene.gestures.every((g) => g.drop === null)) return;
    const pieces = carried(play.scene, start.spot);
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
      if (play.peeked === null && Math.hypot(dx, dy) < SLACK * 2) play.hand.press(spot);
      return;
    }
    const at = { x: event.clientX, y: event.clientY };
    const there = box ? { ...box, x: box.x + dx, y: box.y + dy } : null;
    const found = there ? landing(there, at, zoneBoxes(root), play.hand.targets, spot.zone) : null;
    if (found) play.hand.drop(spot, found.zone);
    else play.hand.letGo();
    const held = moved;
    moved = [];
    finish();
    settle(held, play);
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
  return () => {
    finish();
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
    if (play.waiting && performance.now() < until) requestAnimationFrame(look);
    else release(elements.filter((element) => element.classList.contains("dropped")));
  };
  look();
}
