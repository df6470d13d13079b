// One table's WebSocket. It notices a dead connection, reconnects with growing pauses, and repeats
// the messages that the server's rate limit refused.
import { lineTo } from "./preconnect";
import type { FromServer, ToServer } from "./protocol";
import { Vocabulary } from "./vocabulary";

export type Link = "joining" | "open" | "lost";

export interface Wire {
  send(message: ToServer): boolean;
  close(): void;
}

/** Codes of a refused seat: a new connection would not help. */
const SHUT = [4401, 4403];
const PAUSES = [300, 700, 1500, 3000, 6000, 10000];
const PING_EVERY = 15_000;
/** Milliseconds without an answer after which the connection is dead. */
export const SILENCE = 8_000;
/** The same while the server thinks about a question: it answers in order. */
const THINKING = 40_000;
const QUESTIONS: ToServer["type"][] = ["hint", "winnable", "explain"];
const ANSWERS: FromServer["type"][] = ["hint", "winnable", "explained", "withdrawn"];

export function join(
  table: string,
  token: string,
  receive: (message: FromServer) => void,
  setLink: (link: Link) => void,
  reject: (reason: string) => void = () => undefined,
  playerName: () => string = () => "",
): Wire {
  let socket: WebSocket | null = null;
  let closed = false;
  let tries = 0;
  let timer = 0;
  let deadline = 0;
  let isThinking = false;
  /** The last message of each type. */
  const lastSent = new Map<string, ToServer>();
  /** Messages that wait for the rate limit, by type. */
  const delayed = new Map<string, ToServer[]>();

  function dial(): void {
    clearTimeout(timer);
    const { socket: mine, messages: early } = lineTo(table, token, playerName);
    const vocabulary = new Vocabulary();
    socket = mine;
    isThinking = false;
    expectAnswer();
    const hear = (data: unknown): void => {
      if (socket !== mine) return;
      const message = JSON.parse(String(data)) as FromServer;
      noteAnswer(message);
      if (message.type === "refusal" && message.wait && delay(mine, message.to ?? "", message.wait)) return;
      if (message.type === "table") {
        tries = 0;
        setLink("open");
      }
      receive(vocabulary.read(message));
    };
    mine.onmessage = (event) => hear(event.data);
    // Messages that arrived before the program was loaded.
    queueMicrotask(() => early.splice(0).forEach(hear));
    mine.onclose = (event) => {
      if (socket !== mine) return;
      if (SHUT.includes(event.code)) {
        close();
        reject(event.reason);
      } else lose();
    };
  }

  /** Wait for an answer. */
  function expectAnswer(): void {
    if (deadline === 0) deadline = window.setTimeout(lose, isThinking ? THINKING : SILENCE);
  }

  function noteAnswer({ type }: FromServer): void {
    clearTimeout(deadline);
    deadline = 0;
    if (type === "refusal" || ANSWERS.includes(type)) isThinking = false;
  }

  /** Send a refused message again later, and keep later messages of its type behind it. */
  function delay(line: WebSocket, type: string, seconds: number): boolean {
    const last = lastSent.get(type);
    if (!last) return false;
    if (delayed.has(type)) return true;
    delayed.set(type, [last]);
    window.setTimeout(() => {
      if (socket !== line) return; // a new connection has a new rate limit
      const waiting = delayed.get(type) ?? [];
      delayed.delete(type);
      waiting.forEach(send);
    }, seconds * 1000);
    return true;
  }

  /** Give up a dead connection without waiting for its end. */
  function lose(): void {
    clearTimeout(deadline);
    deadline = 0;
    const dead = socket;
    socket = null;
    lastSent.clear();
    delayed.clear();
    dead?.close();
    if (closed) return;
    setLink("lost");
    const pause = PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 10_000;
    tries += 1;
    timer = window.setTimeout(dial, pause * (0.75 + Math.random() / 2));
  }

  function send(message: ToServer): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    const waiting = delayed.get(message.type);
    if (waiting) {
      waiting.push(message);
      return true;
    }
    lastSent.set(message.type, message);
    if (QUESTIONS.includes(message.type)) isThinking = true;
    socket.send(JSON.stringify(message));
    expectAnswer();
    return true;
  }

  /** Check the connection: regularly, and after every change of the network. */
  function probe(): void {
    if (closed || send({ type: "ping" }) || socket !== null) return;
    tries = 0;
    dial();
  }

  const probeIfVisible = () => document.visibilityState === "visible" && probe();
  const pingTimer = window.setInterval(() => send({ type: "ping" }), PING_EVERY);
  // A server on this machine answers without a network, so the page asks it.
  window.addEventListener("offline", probe);
  window.addEventListener("online", probe);
  document.addEventListener("visibilitychange", probeIfVisible);

  function close(): void {
    closed = true;
    clearTimeout(timer);
    clearInterval(pingTimer);
    window.removeEventListener("offline", probe);
    window.removeEventListener("online", probe);
    document.removeEventListener("visibilitychange", probeIfVisible);
    lose();
  }

  setLink("joining");
  dial();
  return { send, close };
}
