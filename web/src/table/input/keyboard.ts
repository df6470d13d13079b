// Every key of the table page, and what it does.
import { t } from "../../i18n";
import { settings } from "../../storage/settings.svelte";
import type { Focus } from "./focus.svelte";
import { isArrow, neighbour } from "./navigate";
import type { Play } from "../play/play.svelte";

/** What keys do beside the table. */
export interface Page {
  toggleLog(): void;
  askWhy(): void;
  help(): void;
  zoomBy(factor: number): void;
}

const after = (spots: readonly HTMLElement[], from: HTMLElement | null): HTMLElement | undefined =>
  spots[((from ? spots.indexOf(from) : -1) + 1) % Math.max(1, spots.length)];

function targets(play: Play, focus: Focus): HTMLElement[] {
  return [...play.hand.targets].flatMap((key) => {
    const piece = play.table.scene.zones.find((zone) => zone.key === key)?.pieces.at(-1);
    const element = focus.find(`z:${key}`) ?? (piece ? focus.find(`p:${piece.key}`) : null);
    return element ? [element] : [];
  });
}

function press(play: Play, spot: HTMLElement): void {
  const chosen = play.hand.choice?.zone === spot.dataset.zone ? play.hand.chosenGesture : null;
  if (chosen) play.moves.act(chosen);
  else play.hand.press({ zone: spot.dataset.zone ?? "", piece: spot.dataset.piece || null });
}

function escape(play: Play): void {
  if (play.hand.picked) play.speech.announce(t("Put back."));
  play.hand.letGo();
  play.speech.hush();
}

export function onkey(event: KeyboardEvent, play: Play, focus: Focus, page: Page): void {
  const target = event.target as HTMLElement;
  if (target.closest("dialog, input:not([type=range]), select, textarea")) return;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && /^[zy]$/i.test(event.key)) {
    event.key.toLowerCase() === "y" || event.shiftKey ? play.moves.redo() : play.moves.undo();
    return event.preventDefault();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input")) return;
  if (event.key.length === 1 && event.key !== " " && !settings.letters) return;
  const { root } = focus;
  const spot = target.dataset.spot !== undefined && root?.contains(target) ? target : null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key; // whatever CapsLock says
  if (isArrow(key) && root && (spot || target === document.body || target === focus.heading)) {
    const to = spot ? neighbour(root, spot, key) : focus.first;
    to?.focus();
  } else if ((key === "Enter" || key === " ") && spot) press(play, spot);
  else if (key === "Escape") escape(play);
  else if (key === "t") after(targets(play, focus), spot)?.focus();
  else if (key === "p") after(focus.loose, spot)?.focus();
  else if (key === "r") play.hand.choice ? play.hand.turn() : play.hand.rotate();
  else if (key === "c") play.hand.turn(1);
  else if (key === "u") event.shiftKey ? play.moves.redo() : play.moves.undo();
  else if (key === "h") play.moves.nextHint();
  else if (key === "l") page.toggleLog();
  else if (key === "w" && play.table.isSeated) page.askWhy();
  else if (key === "+" || key === "-") page.zoomBy(key === "+" ? 1.25 : 0.8);
  else if (key === "?") page.help();
  else return;
  event.preventDefault();
}
