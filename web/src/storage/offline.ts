// Puzzles for when there is no connection: kept by the browser, and played by looking up where each
// move leads. What is legal was worked out by the rulebook; nothing here knows a rule.
import { settings } from "./settings.svelte";

export interface KeptPosition {
  /** By place: how the piece looks and what it is called. */
  pieces: Record<string, [look: string, label: string]>;
  moves: [from: string, to: string, next: number][];
  won: boolean | null;
}

export interface KeptPuzzle {
  id: string;
  positions: KeptPosition[];
}

export interface KeptPack {
  level: string;
  puzzles: KeptPuzzle[];
}

export interface OfflineData {
  game: string;
  title: string;
  places: { key: string; label: string; x: number; y: number; look: string }[];
  packs: KeptPack[];
  /** The puzzles of the next days, as they were kept when there was a connection. */
  days?: (KeptPuzzle & { date: string; level: string })[];
  /** The games whose rulebooks are here, and their deals of the next days. */
  deals?: { game: string; title: string; days: Record<string, number> }[];
}

/** Days begin for everybody at the same time, as they do on the server. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** What can be played: today's puzzle, if it is kept, and the levels. */
export function packsOf(data: OfflineData, date: string): (KeptPack & { date?: string })[] {
  const puzzle = data.days?.find((day) => day.date === date);
  return [...(puzzle ? [{ level: puzzle.level, date, puzzles: [puzzle] }] : []), ...data.packs];
}

/** Where a move leads, or null where there is no such move. */
export const after = (position: KeptPosition, from: string, to: string): number | null =>
  position.moves.find(([a, b]) => a === from && b === to)?.[2] ?? null;

export const targetsOf = (position: KeptPosition, from: string): string[] =>
  position.moves.filter(([a]) => a === from).map(([, to]) => to);

/** What is kept; null where nothing is. */
export async function fetchOffline(): Promise<OfflineData | null> {
  try {
    const answer = await fetch("/api/puzzles/offline");
    return answer.ok ? ((await answer.json()) as OfflineData) : null;
  } catch {
    return null;
  }
}

const isInstalled = (): boolean => matchMedia("(display-mode: standalone)").matches;

/** Keep what is wanted, and nothing where it is not wanted any more. */
export async function applyOfflineSetting(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const present = await navigator.serviceWorker.getRegistration();
  if (settings.offline || isInstalled()) {
    if (present?.active) present.active.postMessage("keep");
    else await navigator.serviceWorker.register("/sw.js");
    (await navigator.serviceWorker.ready).active?.postMessage("python");
  } else if (present) {
    await present.unregister();
    await Promise.all(["ludex-kept", "ludex-python"].map((name) => caches.delete(name)));
  }
}
