// Looking at a card that lies below others: with the right button, or by a long press.
import type { Scene } from "../../server/protocol";

const LONG = 450;
const SLACK = 8;

/** Where something can be looked at. */
export interface Peeking {
  readonly scene: Scene;
  peeked: string | null;
}

/** Is a piece only seen in part, because others of its fan lie on it? */
export function isCovered(scene: Scene, key: string): boolean {
  const zone = scene.zones.find(({ pieces }) => pieces.some((piece) => piece.key === key));
  return zone !== undefined && zone.layout.startsWith("fan") && zone.pieces.at(-1)?.key !== key;
}

export function peeking(root: HTMLElement, table: Peeking): () => void {
  let timer = 0;
  let from = { x: 0, y: 0 };

  function look(key: string): void {
    if (isCovered(table.scene, key)) table.peeked = key;
  }

  function down(event: PointerEvent): void {
    clearTimeout(timer);
    const key = (event.target as Element).closest<HTMLElement>(".piece")?.dataset.key;
    if (!key) return;
    from = { x: event.clientX, y: event.clientY };
    if (event.button === 2) look(key);
    else if (event.pointerType === "touch") timer = window.setTimeout(() => look(key), LONG);
  }

  function move(event: PointerEvent): void {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLACK) clearTimeout(timer);
  }

  function up(): void {
    clearTimeout(timer);
    // Whoever only looked has pressed nothing: the drag hears of the release first.
    if (table.peeked !== null) setTimeout(() => (table.peeked = null));
  }

  const menu = (event: Event): void => {
    if ((event.target as Element).closest(".piece")) event.preventDefault();
  };
  root.addEventListener("pointerdown", down);
  root.addEventListener("contextmenu", menu);
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", up);
  window.addEventListener("blur", up);
  return () => {
    clearTimeout(timer);
    root.removeEventListener("pointerdown", down);
    root.removeEventListener("contextmenu", menu);
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", up);
    window.removeEventListener("blur", up);
  };
}
