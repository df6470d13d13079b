// The shuffle as this browser checks it: by its own notes, and by its own SHA-256.
import { beforeEach, expect, test } from "vitest";
import type { Entry } from "../src/server/protocol";
import {
  checked,
  freshShare,
  journal,
  note,
  storedCommitment,
  sha256,
  shareHash,
  type Shuffled,
} from "../src/table/shuffle/commitment";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (k: string) => stored.get(k) ?? null,
      setItem: (k: string, v: string) => stored.set(k, v),
    },
  });
});

const secret = "5".repeat(64);
// printf "ludex secret 555…" | sha256sum
const commitment = "eed6bb31a304ff98024cd1f94798cf1b568a9a2727483beb8595b55d53f25164";
const share = "ab".repeat(32);
const file: Shuffled = {
  commitment,
  secret,
  lines: [
    { event: ":hash 11", seat: 1 },
    { event: ":hash 22", seat: 2 },
    { event: `:share ${share}`, seat: 1 },
    { event: "deal(617)", seat: 0 },
    { event: "check", seat: 1 },
    { event: "undo", seat: 1 },
    { event: "bet(2)", seat: 1 },
  ],
};
const entry = (event: string, i: number): Entry => ({ n: i + 1, seat: 1, event, words: "", told: [] });
const log = ["deal", "bet(2)"].map(entry);
const own = { commitment, inTime: true, share, hashes: { 1: "11", 2: "22" } };
const verdict = async (given: Shuffled, mine = own, seen = log) =>
  (await checked(given, mine, seen)).map((f) => `${f.text} ${f.holds}`);

test("SHA-256 is the usual one", async () => {
  expect(await sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("the hash of a share is that of its seat", async () => {
  // printf "ludex share 2:abab…" | sha256sum
  expect(await shareHash(2, share)).toBe(await sha256(`ludex share 2:${share}`));
  expect(await shareHash(1, share)).not.toBe(await shareHash(2, share));
});

test("a share is 256 bits, another one each time", () => {
  expect(freshShare()).toMatch(/^[0-9a-f]{64}$/);
  expect(freshShare()).not.toBe(freshShare());
});

test("what was noted first stays", () => {
  note("t", 1, { commitment: "one", inTime: true, share });
  expect(note("t", 1, { commitment: "two", inTime: false })).toEqual({ commitment: "one", inTime: true, share });
  expect(storedCommitment("t", 1)?.commitment).toBe("one");
  expect(storedCommitment("t", 2)).toBeUndefined();
});

test("what was taken back is no part of the journal", () => {
  const lines = ["a", "b", "undo", "undo", "redo", "c"].map((event) => ({ event, seat: 1 }));
  expect(journal(lines)).toEqual(["a", "c"]);
});

test("a true file holds in everything", async () => {
  expect(await verdict(file)).toEqual([
    "trustSecret true",
    "trustNoted true",
    "trustShare true",
    "trustHashes true",
    "trustLog true",
  ]);
});

test.each([
  ["another secret", { ...file, secret: "6".repeat(64) }, "trustSecret false"],
  ["another promise", { ...file, commitment: "0".repeat(64) }, "trustNoted false"],
  ["my share left out", { ...file, lines: file.lines.slice(3) }, "trustShare false"],
  ["another event", { ...file, lines: [...file.lines.slice(0, 6), { event: "bet(3)", seat: 1 }] }, "trustLog false"],
  ["another hash", { ...file, lines: [{ event: ":hash 33", seat: 1 }, ...file.lines.slice(1)] }, "trustHashes false"],
  ["a hash more", { ...file, lines: [{ event: ":hash 33", seat: 3 }, ...file.lines] }, "trustHashes false"],
  ["a hash left out", { ...file, lines: file.lines.slice(1) }, "trustHashes false"],
  ["an event more", { ...file, lines: [...file.lines, { event: "check", seat: 2 }] }, "trustLog false"],
])("%s is found", async (_, given, finding) => {
  expect(await verdict(given)).toContain(finding);
});

test("who came after the deal, or noted nothing, is told so", async () => {
  expect(await verdict(file, { ...own, inTime: false })).toContain("trustLate true");
  expect((await checked(file, undefined, log)).map((f) => f.text)).toContain("trustUnnoted");
});
