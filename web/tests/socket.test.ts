// A line that is dead is noticed, and dialled again.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { join, SILENCE, type Link, type Wire } from "../src/server/socket";

class Line {
  static all: Line[] = [];
  static readonly OPEN = 1;
  readyState = 1;
  sent: { type: string }[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number; reason: string }) => void;
  constructor() {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }
  says(type: string, more: object = {}): void {
    this.onmessage?.({ data: JSON.stringify({ type, ...more }) });
  }
  close(): void {
    this.readyState = 2; // and its end never comes
  }
}

const SCENE = { zones: [], gestures: [], highlights: [], status: "" };
const TABLE = { log: [], deal: null, outcome: null, scene: SCENE };
let links: Link[] = [];
let heard: string[] = [];
let wire: Wire;
let listeners: Record<string, () => void> = {};

beforeEach(() => {
  vi.useFakeTimers();
  Line.all = [];
  links = [];
  listeners = {};
  const listen = (name: string, hear: () => void) => (listeners[name] = hear);
  const target = { addEventListener: listen, removeEventListener: () => undefined };
  vi.stubGlobal("window", { ...target, setTimeout, setInterval });
  vi.stubGlobal("document", { ...target, visibilityState: "visible" });
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("WebSocket", Line);
  heard = [];
  wire = join(
    "t",
    "k",
    (message) => heard.push(message.type),
    (link) => links.push(link),
  );
  first().onopen?.();
  first().says("table", TABLE);
});

afterEach(() => {
  wire.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const first = (): Line => Line.all[0] as Line;

test("a move that nobody answers means that the line is lost, and another is dialled", () => {
  wire.send({ type: "act", seq: 1, event: "fold" });
  vi.advanceTimersByTime(SILENCE - 1);
  expect(links.at(-1)).toBe("open");
  vi.advanceTimersByTime(1);
  expect(links.at(-1)).toBe("lost");
  vi.advanceTimersByTime(1000);
  expect(Line.all).toHaveLength(2);
});

test("so does a ping without an answer, while nothing is done", () => {
  vi.advanceTimersByTime(60_000);
  expect(links).toContain("lost");
});

test("who answers stays, also one who thinks for long", () => {
  wire.send({ type: "hint", seq: 1 });
  vi.advanceTimersByTime(30_000);
  first().says("hint");
  for (let i = 0; i < 100; i++) {
    vi.advanceTimersByTime(1000);
    if (first().sent.at(-1)?.type === "ping") first().says("pong");
  }
  expect(links).toEqual(["joining", "open"]);
});

test("without a network the server is asked at once", () => {
  const before = first().sent.length;
  listeners.offline?.();
  expect(first().sent.slice(before)).toEqual([{ type: "ping" }]);
  vi.advanceTimersByTime(SILENCE);
  expect(links.at(-1)).toBe("lost");
  listeners.online?.();
  expect(Line.all).toHaveLength(2);
});

test("what was too fast is said again after the pause, in order and without a word", () => {
  const [one, two] = [5, 6].map((at) => ({ type: "replay", at }) as const);
  const sent = () => first().sent.filter(({ type }) => type === "replay");
  wire.send(one!);
  first().says("refusal", { to: "replay", wait: 1 });
  expect(wire.send(two!)).toBe(true);
  vi.advanceTimersByTime(999);
  expect(sent()).toEqual([one]);
  vi.advanceTimersByTime(1);
  expect(sent()).toEqual([one, one, two]);
  expect(heard).toEqual(["table"]);
  first().says("refusal", { to: "replay", wait: null });
  expect(heard).toEqual(["table", "refusal"]);
});

test("what waits is not said on another line", () => {
  wire.send({ type: "undo", seq: 1 });
  first().says("refusal", { to: "undo", wait: 5 });
  first().onclose?.({ code: 1006, reason: "" });
  vi.advanceTimersByTime(20_000);
  expect(Line.all.length).toBeGreaterThan(1);
  expect(
    Line.all
      .slice(1)
      .flatMap(({ sent }) => sent)
      .map(({ type }) => type),
  ).not.toContain("undo");
});
