// A claim is one claim, however often it has to be sent.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { claimed, secret } from "../src/server/claim";
import { addressOf, doorOf, keep, keys } from "../src/storage/keys";

const stored = new Map<string, string>();
let sent: { invitation: string; token: string }[] = [];
let answers: (() => Promise<Response>)[] = [];

const says = (status: number, body: unknown) => () => Promise.resolve(new Response(JSON.stringify(body), { status }));
const lost = () => Promise.reject(new TypeError("no network"));
const at = (): Promise<void> => Promise.resolve();

beforeEach(() => {
  stored.clear();
  sent = [];
  vi.stubGlobal("localStorage", {
    getItem: (k: string) => stored.get(k) ?? null,
    setItem: (k: string, v: string) => stored.set(k, v),
  });
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body) as (typeof sent)[0]);
    return answers.shift()?.();
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a secret is 192 random bits in letters that an address can have", () => {
  const many = Array.from({ length: 100 }, secret);
  expect(new Set(many).size).toBe(100);
  for (const one of many) expect(one).toMatch(/^[A-Za-z0-9_-]{32}$/);
});

test("the same secret is sent until there is an answer, and kept", async () => {
  answers = [lost, says(503, { error: "busy" }), says(429, { error: "slow" }), says(200, { seat: 2 })];
  const { key, isKept } = await claimed("t", "inv", at);
  expect(new Set(sent.map(({ token }) => token)).size).toBe(1);
  expect(isKept).toBe(true);
  expect(keys()).toEqual([{ table: "t", invitation: "inv", token: key.token, seat: 2 }]);
  expect(addressOf(key)).toBe("/t/t#2");
  expect(doorOf("t", "2")).toEqual({ token: key.token });
  expect(doorOf("t", "")).toEqual({ token: key.token });
});

test("who closed the page before the answer proposes the same again", async () => {
  answers = [lost];
  const never = (): Promise<never> => new Promise(() => undefined);
  void claimed("t", "inv", never);
  await vi.waitFor(() => expect(sent.length).toBe(1));
  answers = [says(200, { seat: 3 })];
  await claimed("t", "inv", at);
  expect(sent[1]).toEqual(sent[0]);
});

test("a seat that is taken leaves nothing behind, and is told", async () => {
  answers = [says(409, { error: "This seat is taken." })];
  await expect(claimed("t", "inv", at)).rejects.toThrow("This seat is taken.");
  expect(keys()).toEqual([]);
});

test("another tab of the same browser may have been faster", async () => {
  answers = [
    () => {
      keep({ table: "t", token: "other", seat: 2, invitation: "inv" });
      return says(409, { error: "This seat is taken." })();
    },
  ];
  const { key } = await claimed("t", "inv", at);
  expect(key.token).toBe("other");
});

test("an address is a seat of this browser's, a key, or an invitation", () => {
  keep({ table: "t", token: "pending", invitation: "inv" });
  expect(doorOf("t", "")).toEqual({ token: "" });
  expect(doorOf("t", "1")).toEqual({ token: "" });
  expect(doorOf("t", "join=inv")).toEqual({ invitation: "inv" });
  expect(doorOf("t", "a-long-token")).toEqual({ token: "a-long-token" });
});
