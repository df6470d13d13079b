// The seats that this browser holds: their tokens are its only keys, kept in localStorage.
import type { Opened } from "./protocol";

export interface Key {
  table: string;
  token: string;
  seat?: number;
  links?: { seat: number; path: string }[];
  watch?: string;
}

const STORE = "ludex.tables";
const MOST = 200;

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

export function keep(key: Key): void {
  const old = keys().find((k) => k.table === key.table && k.token === key.token);
  const rest = keys().filter((k) => k !== old && !(k.table === key.table && k.token === key.token));
  write([{ ...old, ...key }, ...rest]);
}

export function keepOpened(opened: Opened): string {
  const { table, token, seat, links, watch } = opened;
  keep({ table, token, seat, links, watch });
  return `/t/${table}#${token}`;
}

export const keyOf = (table: string, token: string): Key | undefined =>
  keys().find((k) => k.table === table && k.token === token);

export const forget = (table: string): void =>
  write(keys().filter((k) => k.table !== table));
