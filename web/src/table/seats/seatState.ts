// What is written at a seat beside its name: what the player did last.
import type { Entry, TableMessage, Words, Zone } from "../../server/protocol";

/** The number of the seat whose place it is; 0 where it is nobody's. */
export const seatOf = ({ key }: Zone): number => Number(/^seat:([0-9]+)$/.exec(key)?.[1] ?? 0);

/** What each seat did last since chance acted: since the deal, or the last card of the board. */
export function lastActions(log: readonly Entry[]): Map<number, Words> {
  const done = new Map<number, Words>();
  for (const { seat, words } of log.slice(log.findLastIndex((entry) => entry.seat === 0) + 1)) done.set(seat, words);
  return done;
}

/** The seats whose holders do not play for a while, until the game is over. */
export const sittingOut = (message: TableMessage | null): Set<number> =>
  new Set(message === null || message.outcome ? [] : message.seats.filter((seat) => seat.out).map((seat) => seat.seat));
