import { expect, test } from "vitest";
import { missingInvitations } from "../src/table/seats/invitations";
import { codeOf } from "../src/table/seats/qr";

const seat = (n: number, more: object) => ({ seat: n, who: "person", here: true, ...more });

test("an invitation is offered while its seat is open and it is still the last one", () => {
  const seats = [seat(1, { open: false, tenure: 0 }), seat(2, { open: true, invited: true, tenure: 3 })];
  const message = { seat: 1, seats } as never;
  expect(missingInvitations(message, [{ seat: 2, path: "/t/a#join=b", tenure: 3 }])).toHaveLength(1);
  expect(missingInvitations(message, [{ seat: 2, path: "/t/a#join=b", tenure: 2 }])).toEqual([]);
  expect(missingInvitations({ seat: 0, seats } as never, [{ seat: 2, path: "/t/a#join=b", tenure: 3 }])).toEqual([]);
});

test("a link becomes a square code with a margin and three finders", async () => {
  const { size, path } = await codeOf("https://example.org/t/abc#join=def");
  expect(size).toBe(29 + 8);
  for (const corner of ["M4 4h", "M32 4h", "M4 32h"]) expect(path).toContain(corner);
  expect(path).not.toContain("M3 ");
});
