// A line to the table that is opened before the program is there: it takes two round trips, and the
// program's way here is long. Whoever wants the line takes it over with what was heard on it.
import { doorOf } from "../storage/keys";
import { PocketLine, pocketOf } from "../storage/pocket";

export interface Line {
  socket: WebSocket;
  /** What came before anybody listened. */
  heard: string[];
}

let waiting: (Line & { table: string; token: string }) | null = null;

/** Call the table that the address names, if this browser holds a key to it. */
export function preconnect(): void {
  const table = /^\/t\/([^/]+)\/?$/.exec(location.pathname)?.[1];
  const door = table === undefined ? null : doorOf(table, location.hash.slice(1));
  if (table === undefined || !door || !("token" in door) || door.token === "") return;
  waiting = { ...called(table, door.token, nameOfPlayer()), table, token: door.token };
}

/** The line to this table, if it was called ahead and is still good; else a new one. */
export function lineTo(table: string, token: string, name: () => string): Line {
  const early = waiting;
  waiting = null;
  if (early && early.table === table && early.token === token && early.socket.readyState <= WebSocket.OPEN)
    return early;
  early?.socket.close();
  return called(table, token, name());
}

function called(table: string, token: string, name: string): Line {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const pocket = pocketOf(table);
  const socket = pocket
    ? (new PocketLine(pocket) as unknown as WebSocket)
    : new WebSocket(`${scheme}://${location.host}/api/tables/${table}/socket`);
  const line: Line = { socket, heard: [] };
  socket.onopen = () =>
    socket.send(JSON.stringify({ type: "hello", token, sentences: true, ...(name ? { name } : {}) }));
  socket.onmessage = (event) => line.heard.push(String(event.data));
  return line;
}

/** What the player is called is looked up without the program that keeps it. */
function nameOfPlayer(): string {
  try {
    const { name } = JSON.parse(localStorage.getItem("ludex.settings") ?? "{}") as { name?: unknown };
    return typeof name === "string" ? name : "";
  } catch {
    return "";
  }
}
