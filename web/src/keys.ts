// The seats that this browser holds: their tokens are its only keys, kept in localStorage.
import type { Opened } from "./protocol";

export interface Key {
  table: string;
  token: string;
  seat?: number;
  links?: { seat: number; path: string }[];
  watch?: string;
  /** Out of the list of tables; the key and what was won with it are kept. */
  hidden?: boolean;
}

const STORE = "ludex.tables";

/** So many can be asked for at once. */
export const MOST = 500;

export function keys(): Key[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(read) ? (read as Key[]) : [];
  } catch {
    return [];
  }
}

function write(all: Key[]): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(all.slice(0, MOST)));
  } catch {
    // A browser that stores nothing still plays: the token is in the address.
  }
}

const same = (a: Key, b: Key): boolean => a.table === b.table && a.token === b.token;

export function keep(key: Key): void {
  const old = keys().find((k) => same(k, key));
  write([{ ...old, ...key }, ...keys().filter((k) => !same(k, key))]);
}

export function keepOpened(opened: Opened): string {
  const { table, token, seat, links, watch } = opened;
  keep({ table, token, seat, links, watch });
  return `/t/${table}#${token}`;
}

export const keyOf = (table: string, token: string): Key | undefined =>
  keys().find((k) => k.table === table && k.token === token);

/** The key to a seat of a table. */
export const keyTo = (table: string, seat: number): Key | undefined =>
  keys().find((k) => k.table === table && k.seat === seat) ?? keys().find((k) => k.table === table);

export function hide(key: Key, hidden: boolean): void {
  write(keys().map((k) => (same(k, key) ? { ...k, hidden } : k)));
}
