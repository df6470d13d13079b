// The seats that this browser holds: their tokens are its only keys, kept in localStorage.
import type { Invitation, Opened } from "../server/protocol";
import { read, write as store } from "./storage";

export interface Key {
  table: string;
  token: string;
  /** Not yet known while a claim waits for its answer. */
  seat?: number;
  /** The invitation by which the seat was claimed. */
  invitation?: string;
  /** Invitations for others; of tables from before there were any, keys to their seats. */
  invitations?: Invitation[];
  links?: { seat: number; path: string }[];
  watch?: string;
  /** Out of the list of tables; the key and what was won with it are kept. */
  hidden?: boolean;
}

const STORE = "ludex.tables";

/** So many can be asked for at once. */
export const MOST = 500;

export const keys = (): Key[] => read<Key[]>(STORE, []);

/** A browser that stores nothing still plays: the token stays in the address. */
const write = (all: Key[]): boolean => store(STORE, all.slice(0, MOST));

const same = (a: Key, b: Key): boolean => a.table === b.table && a.token === b.token;

/** Remember a key, or more of it; false when nothing can be remembered here. */
export function keep(key: Key): boolean {
  const old = keys().find((k) => same(k, key));
  return write([{ ...old, ...key }, ...keys().filter((k) => !same(k, key))]);
}

export function forget(key: Key): void {
  write(keys().filter((k) => !same(k, key)));
}

/** The address of a seat that this browser holds: its number, and no secret, if possible. */
export const addressOf = ({ table, token, seat }: Key, isKept = true): string =>
  `/t/${table}#${isKept && seat !== undefined ? seat : token}`;

export function keepOpened(opened: Opened): string {
  const { table, token, seat, invitations, watch } = opened;
  return addressOf(opened, keep({ table, token, seat, invitations, watch }));
}

export const keyOf = (table: string, token: string): Key | undefined =>
  keys().find((k) => k.table === table && k.token === token);

/** The key to a seat of a table. */
export const keyTo = (table: string, seat: number): Key | undefined =>
  keys().find((k) => k.table === table && k.seat === seat) ?? keys().find((k) => k.table === table);

/** What an address opens: a seat by a key, or an invitation to claim one. */
export function doorOf(table: string, hash: string): { token: string } | { invitation: string } {
  if (hash.startsWith("join=")) return { invitation: hash.slice("join=".length) };
  if (hash !== "" && !/^\d{1,2}$/.test(hash)) return { token: hash };
  const stored = keys().filter((k) => k.table === table && k.seat !== undefined);
  const key = hash === "" ? stored[0] : stored.find((k) => k.seat === Number(hash));
  return { token: key?.token ?? "" };
}

export function hide(key: Key, hidden: boolean): void {
  write(keys().map((k) => (same(k, key) ? { ...k, hidden } : k)));
}
