// What happens to seats is said once, to everybody at the table.
import { beforeEach, expect, test, vi } from "vitest";
import type { Seat, SeatChange } from "../src/server/protocol";

vi.mock("../src/i18n", () => {
  const t = (template: string, ...filling: unknown[]) =>
    template.replace(/\{(\d)\}/g, (_, n: string) => String(filling[Number(n)]));
  return { t, said: (text: string) => text, sentence: (text: string) => text.charAt(0).toUpperCase() + text.slice(1) };
});
const { seatNews, voteNews } = await import("../src/table/seats/seatNews");

let seats: Seat[] = [];
beforeEach(() => {
  seats = [1, 2, 3].map((seat) => ({
    seat,
    who: "person",
    here: true,
    open: false,
    tenure: 1,
    change: "claimed",
    votes: [],
  }));
});
const with2 = (changes: Partial<Seat>): Seat[] => seats.map((s) => (s.seat === 2 ? { ...s, ...changes } : s));

test.each<[SeatChange, string]>([
  ["claimed", "Player 2 has sat down."],
  ["left", "Player 2 has given up the seat; it is open."],
  ["voted", "Player 2 has been voted out; the seat is open."],
  ["away", "Player 2 has been away for too long; the seat is open."],
  ["invited", "There is a new invitation to seat 2; earlier ones are void."],
  ["revoked", "The invitation to seat 2 has been revoked."],
])("%s", (change, text) => {
  expect(seatNews(seats, with2({ tenure: 2, change }))).toEqual([text]);
});

test("what has not changed is no news, nor is a bot", () => {
  expect(seatNews(seats, with2({ here: false }))).toEqual([]);
  const bot = { seat: 4, who: "bot:random", here: true };
  expect(seatNews([...seats, bot], [...seats, bot])).toEqual([]);
});

test("a vote is told to the others and to whom it concerns, and not to its voter", () => {
  const now = with2({ votes: [1] });
  expect(voteNews(seats, now, 1)).toEqual([]);
  expect(voteNews(seats, now, 2)).toEqual(["Player 1 wants your seat released."]);
  expect(voteNews(seats, now, 3)).toEqual(["Player 1 wants seat 2 released."]);
  expect(voteNews(now, now, 3)).toEqual([]);
});
