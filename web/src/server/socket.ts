// One table's WebSocket: says hello, notices when nobody answers any more, and comes back
// with growing pauses after a loss. What was said too fast it says again by itself.
import { lineTo } from "./preconnect";
import type { FromServer, ToServer } from "./protocol";
import { Vocabulary } from "./vocabulary";

export type Link = "joining" | "open" | "lost";

export interface Wire {
  send(message: ToServer): boolean;
  close(): void;
}

/** The seat cannot be had, or no longer: dialling again would not help. */
const SHUT = [4401, 4403];
const PAUSES = [300, 700, 1500, 3000, 6000, 10000];
const PING_EVERY = 15_000;
/** Who says nothing for so long after being asked is gone. */
export const SILENCE = 8_000;
/** Messages are answered one after the other, and a hint may be thought about this long. */
const THOUGHT = 40_000;
const QUESTIONS: ToServer["type"][] = ["hint", "winnable", "explain"];
const ANSWERS: FromServer["type"][] = ["hint", "winnable", "explained", "withdrawn"];

export function join(
  table: string,
  token: string,
  heard: (message: FromServer, vocabulary: Vocabulary) => void,
  linked: (link: Link) => void,
  shut: (reason: string) => void = () => undefined,
  called: () => string = () => "",
): Wire {
  let socket: WebSocket | null = null;
  let closed = false;
  let tries = 0;
  let timer = 0;
  let deadline = 0;
  let isThinking = false;
  /** What was said last, by its type. */
  const said = new Map<string, ToServer>();
  /** What waits until the server will hear more of its type. */
  const held = new Map<string, ToServer[]>();

  function dial(): void {
    clearTimeout(timer);
    const { socket: mine, heard: before } = lineTo(table, token, called);
    const vocabulary = new Vocabulary();
    socket = mine;
    isThinking = false;
    expect();
    const hear = (data: unknown): void => {
      if (socket !== mine) return;
      const message = JSON.parse(String(data)) as FromServer;
      hasSpoken(message);
      if (message.type === "refusal" && message.wait && hold(mine, message.to ?? "", message.wait)) return;
      if (message.type === "table") {
        tries = 0;
        linked("open");
      }
      heard(message, vocabulary);
    };
    mine.onmessage = (event) => hear(event.data);
    // What came before anybody listened is heard as soon as whoever dials is ready for it.
    queueMicrotask(() => before.splice(0).forEach(hear));
    mine.onclose = (event) => {
      if (socket !== mine) return;
      if (SHUT.includes(event.code)) {
        close();
        shut(event.reason);
      } else lose();
    };
  }

  /** From now on there should be an answer. */
  function expect(): void {
    if (deadline === 0) deadline = window.setTimeout(lose, isThinking ? THOUGHT : SILENCE);
  }

  function hasSpoken({ type }: FromServer): void {
    clearTimeout(deadline);
    deadline = 0;
    if (type === "refusal" || ANSWERS.includes(type)) isThinking = false;
  }

  /** It came too fast: it is said again later, and what comes after it stays behind it. */
  function hold(line: WebSocket, type: string, seconds: number): boolean {
    const last = said.get(type);
    if (!last) return false;
    if (held.has(type)) return true;
    held.set(type, [last]);
    window.setTimeout(() => {
      if (socket !== line) return; // another line, on which nothing was too fast yet
      const waiting = held.get(type) ?? [];
      held.delete(type);
      waiting.forEach(send);
    }, seconds * 1000);
    return true;
  }

  /** The line is dead: its own end may never come, so it is not waited for. */
  function lose(): void {
    clearTimeout(deadline);
    deadline = 0;
    const dead = socket;
    socket = null;
    said.clear();
    held.clear();
    dead?.close();
    if (closed) return;
    linked("lost");
    const pause = PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 10_000;
    tries += 1;
    timer = window.setTimeout(dial, pause * (0.75 + Math.random() / 2));
  }

  function send(message: ToServer): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    const waiting = held.get(message.type);
    if (waiting) {
      waiting.push(message);
      return true;
    }
    said.set(message.type, message);
    if (QUESTIONS.includes(message.type)) isThinking = true;
    socket.send(JSON.stringify(message));
    expect();
    return true;
  }

  /** Is somebody there? Asked now and then, and whenever the network has changed. */
  function probe(): void {
    if (closed || send({ type: "ping" }) || socket !== null) return;
    tries = 0;
    dial();
  }

  const isBack = () => document.visibilityState === "visible" && probe();
  const pinging = window.setInterval(() => send({ type: "ping" }), PING_EVERY);
  // Without a network a server on this machine still answers: so it is asked, not given up.
  window.addEventListener("offline", probe);
  window.addEventListener("online", probe);
  document.addEventListener("visibilitychange", isBack);

  function close(): void {
    closed = true;
    clearTimeout(timer);
    clearInterval(pinging);
    window.removeEventListener("offline", probe);
    window.removeEventListener("online", probe);
    document.removeEventListener("visibilitychange", isBack);
    lose();
  }

  linked("joining");
  dial();
  return { send, close };
}
