import { afterEach, expect, test, vi } from "vitest";
import { read, write } from "../src/storage/storage";

afterEach(() => vi.unstubAllGlobals());

function kept(text: string | null): void {
  vi.stubGlobal("localStorage", { getItem: () => text });
}

test("what is kept is read again", () => {
  const all = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => all.get(name) ?? null,
    setItem: (name: string, text: string) => all.set(name, text),
  });
  expect(write("a", [1])).toBe(true);
  expect(read("a", [])).toEqual([1]);
});

test("what is missing, broken or of another kind is not read", () => {
  for (const text of [null, "{", "null", "7", "{}"]) {
    kept(text);
    expect(read("a", [])).toEqual([]);
  }
  kept("[]");
  expect(read("a", { b: 1 })).toEqual({ b: 1 });
});

test("a browser that keeps nothing says so and plays on", () => {
  const forbidden = (): never => {
    throw new Error("forbidden");
  };
  vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden });
  expect(read("a", [])).toEqual([]);
  expect(write("a", 1)).toBe(false);
});
