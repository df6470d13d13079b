// One table's WebSocket: says hello, comes back with growing pauses after a loss, and asks
// for no log entry twice.
import type { FromServer, ToServer } from "./protocol";

export type Link = "joining" | "open" | "lost";

export interface Wire {
  send(message: ToServer): boolean;
  close(): void;
}

const PAUSES = [300, 700, 1500, 3000, 6000, 10000];
const PING_EVERY = 25_000;

export function join(
  table: string,
  token: string,
  seen: () => number,
  heard: (message: FromServer) => void,
  linked: (link: Link) => void,
): Wire {
  let socket: WebSocket | null = null;
  let closed = false;
  let tries = 0;
  let timer = 0;

  function dial(): void {
    clearTimeout(timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = new WebSocket(`${scheme}://${location.host}/api/tables/${table}/socket`);
    socket = mine;
    mine.onopen = () => {
      mine.send(JSON.stringify({ type: "hello", token, seen: seen() } satisfies ToServer));
    };
    mine.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as FromServer;
      if (message.type === "table") {
        tries = 0;
        linked("open");
      }
      heard(message);
    };
    mine.onclose = () => {
      if (closed || socket !== mine) return;
      linked("lost");
      const pause = PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 10_000;
      tries += 1;
      timer = window.setTimeout(dial, pause * (0.75 + Math.random() / 2));
    };
  }

  const again = () => {
    if (!closed && socket?.readyState !== WebSocket.OPEN) {
      tries = 0;
      dial();
    }
  };
  const pinging = window.setInterval(() => send({ type: "ping" }), PING_EVERY);
  window.addEventListener("online", again);

  function send(message: ToServer): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  linked("joining");
  dial();
  return {
    send,
    close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(pinging);
      window.removeEventListener("online", again);
      socket?.close();
    },
  };
}
