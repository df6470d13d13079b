// The tables of this browser: which to go on with first, which are the rest, which are put away.
import { keyTo, type Key } from "../storage/keys";
import { dateOf } from "../dates";
import type { Filling, MyTable, Words } from "../server/protocol";

export interface Row {
  table: MyTable;
  key: Key | undefined;
  /** Is it the turn of whoever holds this seat? */
  isMyTurn: boolean;
  /** Whose turn it is, counted from 1; 0 where that is not told. */
  turn: number;
}

/** Whose turn a status tells of. */
export function turnIn(status: Words | Filling | undefined): number {
  if (typeof status !== "object") return 0;
  const player = status.values["player"];
  if (status.code === "to_move" && typeof player === "object") return Number(player.values["number"]);
  for (const value of Object.values(status.values)) {
    const found = turnIn(value);
    if (found) return found;
  }
  return 0;
}

/** Which table it is, of a game: alone by its deal, with others it is known by who plays. */
export const dealOf = (table: MyTable): Words =>
  (table.seats?.length ?? 1) > 1 ? "" : (table.said?.deal ?? table.deal ?? "");

const PICTURED = 4;

/** The newest first, of one second those named first: with pictures those that wait for me, then
 *  those that wait for others. */
export function arranged(tables: MyTable[], key = keyTo): { first: Row[]; rest: Row[]; archived: Row[] } {
  const rows = tables.map((table): Row => {
    const turn = table.over ? 0 : turnIn(table.said?.status);
    return { table, key: key(table.table, table.seat), turn, isMyTurn: turn === table.seat };
  });
  const newest = rows.sort((a, b) => dateOf(b.table.updated).getTime() - dateOf(a.table.updated).getTime());
  const listed = newest.filter((row) => !row.key?.hidden);
  const running = listed.filter((row) => !row.table.over).sort((a, b) => Number(b.isMyTurn) - Number(a.isMyTurn));
  const first = running.slice(0, PICTURED);
  return {
    first,
    rest: [...running.slice(PICTURED), ...listed.filter((row) => row.table.over)],
    archived: newest.filter((row) => row.key?.hidden),
  };
}

/** The last games of one kind that are over, the oldest first: was each won? */
export const recentResults = (tables: MyTable[], game: string, most: number): boolean[] =>
  tables
    .filter((table) => table.over && table.game === game)
    .sort((a, b) => dateOf(a.updated).getTime() - dateOf(b.updated).getTime())
    .slice(-most)
    .map((table) => table.winners.includes(table.seat));
