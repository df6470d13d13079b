// A line to the table that is opened before the program is there: it takes two round trips, and the
// program's way here is long. Whoever wants the line takes it over with what was messages on it.
import { doorOf } from "../storage/keys";
import { OfflineConnection, offlineTable } from "../storage/offline_tables";

export interface Line {
  socket: WebSocket;
  /** What came before anybody listened. */
  messages: string[];
}

let waiting: (Line & { table: string; token: string }) | null = null;

/** Call the table that the address names, if this browser holds a key to it. */
export function preconnect(): void {
  const table = /^\/t\/([^/]+)\/?$/.exec(location.pathname)?.[1];
  const door = table === undefined ? null : doorOf(table, location.hash.slice(1));
  if (table === undefined || !door || !("token" in door) || door.token === "") return;
  waiting = { ...connect(table, door.token, nameOfPlayer()), table, token: door.token };
}

/** The line to this table, if it was called ahead and is still good; else a new one. */
export function lineTo(table: string, token: string, name: () => string): Line {
  const early = waiting;
  waiting = null;
  if (early && early.table === table && early.token === token && early.socket.readyState <= WebSocket.OPEN)
    return early;
  early?.socket.close();
  return connect(table, token, name());
}

function connect(table: string, token: string, name: string): Line {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const offline = offlineTable(table);
  const socket = offline
    ? (new OfflineConnection(offline) as unknown as WebSocket)
    : new WebSocket(`${scheme}://${location.host}/api/tables/${table}/socket`);
  const line: Line = { socket, messages: [] };
  socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token, numbers: 2, ...(name ? { name } : {}) }));
  socket.onmessage = (event) => line.messages.push(String(event.data));
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
