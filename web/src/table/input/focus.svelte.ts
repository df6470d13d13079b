// The focus is never lost: what had it hands it on when it is gone, and one thing of the table
// is in the tab order, the one that had it last.
import { spotOf } from "../../scene/gestures";
import { things } from "./navigate";
import type { Play } from "../play/play.svelte";

const isNowhere = (): boolean => document.activeElement === document.body || document.activeElement === null;

export class Focus {
  /** The table, with everything on it that can be pointed at. */
  root = $state<HTMLElement>();
  heading = $state<HTMLElement>();
  #play: Play;
  #last: string | null = null;
  #had: HTMLElement | null = null;
  #wasActing = false;

  constructor(play: Play) {
    this.#play = play;
  }

  find(spot: string | null): HTMLElement | null {
    return spot === null ? null : (this.root?.querySelector<HTMLElement>(`[data-spot="${CSS.escape(spot)}"]`) ?? null);
  }

  /** Everything that could be picked up, in the order of the page. */
  get loose(): HTMLElement[] {
    return [...(this.root?.querySelectorAll<HTMLElement>(".loose[data-spot]") ?? [])];
  }

  get first(): HTMLElement | null {
    const { root } = this;
    if (!root) return null;
    const last = this.#last;
    const there = last?.startsWith("p:") ? spotOf(this.#play.table.scene, last.slice(2)) : null;
    const element = this.find(last) ?? (there ? this.find(`z:${there.zone}`) : null);
    return element ?? this.loose[0] ?? things(root)[0] ?? null;
  }

  rove(): void {
    if (!this.root) return;
    const stop = this.first;
    for (const thing of things(this.root)) {
      const order = thing === stop ? 0 : -1;
      // Only what changes is written: for what has the focus the browser styles the whole page at once.
      if (thing.tabIndex !== order) thing.tabIndex = order;
    }
  }

  /** Somebody who came from another page begins at the top of this one. */
  begin(): void {
    if (this.heading && isNowhere()) this.heading.focus({ preventScroll: true });
  }

  /** The table has changed: is the focus on something that is gone, or that cannot have it now? */
  settle(): void {
    const had = this.#had;
    const isTaken =
      had !== null && (!had.isConnected || had.matches(":disabled, :not([tabindex], button, input, select, a)"));
    if (isTaken && (isNowhere() || document.activeElement === had)) this.takeUp();
  }

  /** A button that is gone hands the focus to the next one, or to the table. */
  takeUp(): void {
    const next = this.#wasActing ? document.querySelector<HTMLElement>("footer button:not(:disabled)") : null;
    (next ?? this.first ?? this.heading)?.focus({ preventScroll: true });
  }

  /** What has the focus, and in which part of the page, before it is taken away. */
  note(event: FocusEvent): void {
    this.#had = event.target as HTMLElement;
    this.#wasActing = this.#had.closest("footer") !== null;
  }

  /** Something of the table has it. */
  arrive(event: FocusEvent): void {
    const { spot } = (event.target as HTMLElement).dataset;
    if (spot === undefined) return;
    this.#last = spot;
    this.rove();
  }
}
