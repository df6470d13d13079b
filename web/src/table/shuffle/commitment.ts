// What this browser has noted of a table's shuffle, and its check when the match is over. The
// hash of the secret is noted when it is first seen: what the server says later is compared
// with it here, by the browser's own SHA-256.
import type { Entry } from "../../server/protocol";
import { read, write } from "../../storage/storage";

export interface Noted {
  commitment: string;
  /** Was it seen before the first deal? */
  inTime: boolean;
  share?: string;
}

export interface Shuffled {
  commitment: string | null;
  secret: string | null;
  lines: { event: string; seat: number }[];
}

/** Something that was checked: a text of the interface, and whether it is so. */
export interface Finding {
  text: "trustSecret" | "trustNoted" | "trustLate" | "trustUnnoted" | "trustShare" | "trustLog" | "trustNoHash";
  holds: boolean;
}

const STORE = "ludex.shuffles";
const MOST = 500;

const all = (): Record<string, Noted> => read<Record<string, Noted>>(STORE, {});

export const noted = (table: string, seat: number): Noted | undefined => all()[`${table}/${seat}`];

/** Note what is seen for the first time; what was noted before stays. */
export function note(table: string, seat: number, seen: Noted): Noted {
  const known = all();
  const kept = { ...seen, ...known[`${table}/${seat}`] };
  const entries = Object.entries({ ...known, [`${table}/${seat}`]: kept });
  write(STORE, Object.fromEntries(entries.slice(-MOST))); // where nothing is kept, less is compared
  return kept;
}

const hex = (bytes: Uint8Array): string => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");

/** 256 bits that nobody else knows. */
export const freshShare = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

export async function sha256(text: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

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

/** Is this the log that was seen here? Of a hidden deal only the name was. */
function isSeen(lines: Shuffled["lines"], log: Entry[]): boolean {
  const played = journal(lines);
  return (
    played.length === log.length &&
    log.every(
      ({ event }, i) => played[i] === event || (!event.includes("(") && (played[i] ?? "").startsWith(`${event}(`)),
    )
  );
}

export async function checked(file: Shuffled, own: Noted | undefined, log: Entry[]): Promise<Finding[]> {
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
  found.push({ text: "trustLog", holds: isSeen(file.lines, log) });
  return found;
}
