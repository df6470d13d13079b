// What this browser has storedCommitment of a table's shuffle, and its check when the match is over. The
// hash of the secret is storedCommitment when it is first seen: what the server says later is compared
// with it here, by the browser's own SHA-256.
import type { Entry } from "../../server/protocol";
import { read, write } from "../../storage/storage";

export interface StoredCommitment {
  commitment: string;
  /** Was it seen before the first deal? */
  inTime: boolean;
  share?: string;
  /** The hashes of all shares, as they were when this browser opened its own. */
  hashes?: Record<string, string>;
}

export interface Shuffled {
  commitment: string | null;
  secret: string | null;
  lines: { event: string; seat: number }[];
}

/** Something that was checked: a text of the interface, and whether it is so. */
export interface Finding {
  text:
    | "trustSecret"
    | "trustNoted"
    | "trustLate"
    | "trustUnnoted"
    | "trustShare"
    | "trustHashes"
    | "trustLog"
    | "trustNoHash";
  holds: boolean;
}

const STORE = "ludex.shuffles";
const MOST = 500;

const all = (): Record<string, StoredCommitment> => read<Record<string, StoredCommitment>>(STORE, {});

export const storedCommitment = (table: string, seat: number): StoredCommitment | undefined =>
  all()[`${table}/${seat}`];

/** What this page knows, also where the browser keeps nothing: a share has to be opened as it was promised. */
const here = new Map<string, StoredCommitment>();

/** Note what is seen for the first time; what was storedCommitment before stays. */
export function note(table: string, seat: number, seen: StoredCommitment): StoredCommitment {
  const known = all();
  const key = `${table}/${seat}`;
  const kept = { ...seen, ...here.get(key), ...known[key] };
  here.set(key, kept);
  const entries = Object.entries({ ...known, [key]: kept });
  write(STORE, Object.fromEntries(entries.slice(-MOST))); // where nothing is kept, less is compared
  return kept;
}

const hex = (bytes: Uint8Array): string => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");

/** 256 bits that nobody else knows. */
export const freshShare = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

export async function sha256(text: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

/** What is said of a share before any is opened; null where this page can compute no hash. */
export const shareHash = async (seat: number, share: string): Promise<string | null> =>
  globalThis.crypto?.subtle ? sha256(`ludex share ${seat}:${share}`) : null;

/** The events that count at the end: what was taken back is gone. */
export function journal(lines: Shuffled["lines"]): string[] {
  const played: string[] = [];
  let undone: string[] = [];
  for (const { event } of lines) {
    if (event.startsWith(":")) continue;
    if (event === "undo") undone.push(played.pop() ?? "");
    else if (event === "redo") played.push(undone.pop() ?? "");
    else {
      played.push(event);
      undone = [];
    }
  }
  return played;
}

/** Is this the log that was seen here, from the first entry that was? Of a hidden deal only the name was. */
function isSeen(lines: Shuffled["lines"], log: Entry[]): boolean {
  const played = journal(lines);
  return (
    played.length === (log.at(-1)?.n ?? 0) &&
    log.every(({ event, n }) => {
      const there = played[n - 1] ?? "";
      return there === event || (!event.includes("(") && there.startsWith(`${event}(`));
    })
  );
}

export async function checked(file: Shuffled, own: StoredCommitment | undefined, log: Entry[]): Promise<Finding[]> {
  const found: Finding[] = [];
  if (!globalThis.crypto?.subtle) found.push({ text: "trustNoHash", holds: false });
  else if (file.secret !== null) {
    const holds = (await sha256(`ludex secret ${file.secret}`)) === file.commitment;
    found.push({ text: "trustSecret", holds });
  }
  if (!own) found.push({ text: "trustUnnoted", holds: false });
  else found.push({ text: own.inTime ? "trustNoted" : "trustLate", holds: own.commitment === file.commitment });
  if (own?.share !== undefined) {
    const holds = file.lines.some(({ event }) => event === `:share ${own.share}`);
    found.push({ text: "trustShare", holds });
  }
  if (own?.hashes !== undefined) {
    const hashes = file.lines.filter(({ event }) => event.startsWith(":hash "));
    const same = hashes.every(({ event, seat }) => own.hashes?.[seat] === event.slice(6));
    found.push({ text: "trustHashes", holds: same && hashes.length === Object.keys(own.hashes).length });
  }
  found.push({ text: "trustLog", holds: isSeen(file.lines, log) });
  return found;
}
