// What stands beside the game, such as a resignation: where it is offered.
import { unformed } from "../../scene/forms";
import { buttons } from "../../scene/gestures";
import type { Gesture } from "../../server/protocol";
import type { Play } from "../play/play.svelte";

/** Below the table, or, where others play, in the menu: nothing there is given up by a slip. */
export function asidesAt(
  play: Play,
  all: Gesture[] = unformed(buttons(play.table.scene), play.table.scene.forms ?? []),
): { here: Gesture[]; menu: Gesture[] } {
  const asides = all.filter((g) => g.aside);
  return (play.table.message?.seats.length ?? 1) > 1 ? { here: [], menu: asides } : { here: asides, menu: [] };
}

/** Is there any button below the table? At the end of a game its news has the one that goes on. */
export function isPressable(play: Play): boolean {
  const onward = play.table.isEndSeen ? null : onwardFrom(play);
  const { menu } = asidesAt(play);
  return buttons(play.table.scene).some((g) => g !== onward && !menu.includes(g));
}

/** What goes on after a game that is not the last of its match. */
export const onwardFrom = (play: Play): Gesture | null =>
  (play.table.message?.outcome && play.table.isSeated && buttons(play.table.scene).find((g) => g.prominent)) || null;
