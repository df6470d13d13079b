// Who imports whom: no module in a circle, and no folder one that stands above it.
import { expect, test } from "vitest";

const sources = import.meta.glob(["../src/**/*.ts", "../src/**/*.svelte"], {
  query: "?raw",
  import: "default",
  eager: true,
}) as Record<string, string>;
const nameOf = (path: string): string => path.replace("../src/", "");
const folderOf = (name: string): string => (name.includes("/") ? (name.split("/")[0] ?? "") : "page");

/** Only what is there at run time; of types everybody may speak. */
const IMPORT = /^\s*(?:import|export)\s+(?!type\b)(?:[^;"]*?\sfrom\s+)?"(\.[^"]*)"/gm;
const files = new Set(Object.keys(sources).map(nameOf));

function resolved(from: string, to: string): string[] {
  const path = new URL(to, `http://x/${from}`).pathname.slice(1).replace(/\/$/, "");
  return [path, `${path}.ts`, `${path}/index.ts`].filter((one) => files.has(one)).slice(0, 1);
}

const imports = new Map(
  Object.entries(sources).map(([path, source]) => {
    const name = nameOf(path);
    return [name, [...source.matchAll(IMPORT)].flatMap(([, to = ""]) => resolved(name, to))];
  }),
);

/** What each folder may use; `page` are the modules beside the folders. */
const BELOW: Record<string, string[]> = {
  storage: [],
  i18n: ["storage"],
  server: ["storage", "i18n"],
  scene: ["i18n", "drawings"],
  drawings: ["scene", "storage", "i18n"],
  table: ["server", "scene", "drawings", "storage", "i18n", "page"],
  lobby: ["table", "server", "scene", "drawings", "storage", "i18n", "page"],
  page: ["lobby", "table", "server", "scene", "drawings", "storage", "i18n"],
};
/** Modules beside the folders that anybody may use: they use nothing. */
const LEAVES = ["dates.ts", "idle.ts", "touch.ts"];

test("no folder uses one above it", () => {
  const wrong = [...imports].flatMap(([from, all]) =>
    all
      .filter((to) => folderOf(to) !== folderOf(from) && !LEAVES.includes(to))
      .filter((to) => !BELOW[folderOf(from)]?.includes(folderOf(to)))
      .map((to) => `${from} → ${to}`),
  );
  expect(wrong).toEqual([]);
  expect(LEAVES.flatMap((name) => imports.get(name) ?? [])).toEqual([]);
});

test("no module is in a circle", () => {
  const open = new Map(imports);
  // Take away what uses nothing that is left, until nothing more can go.
  for (let before = -1; before !== open.size;) {
    before = open.size;
    for (const [name, all] of open) if (!all.some((to) => open.has(to))) open.delete(name);
  }
  expect([...open.keys()]).toEqual([]);
  expect([...imports.values()].flat().length).toBeGreaterThan(500);
});
