import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import type { OutputBundle, OutputChunk } from "rollup";
import type { Plugin } from "vite";

/** The pages by their files, and what each begins with. */
const PAGES = { "index.html": "lobby/Lobby.svelte", "table.html": "table/TablePage.svelte" };

/** What runs before anything else is here: it needs nothing of the rest. */
const FIRST = /\/src\/(main|server\/preconnect|storage\/(keys|offline_tables))\.ts$|vite\/preload-helper/;

/** What lobby and table have in common is one file, and not ten small ones. */
const COMMON =
  /\/src\/(start\.ts|sound\.ts|storage\/(packs|days)\.ts|drawings\/|lobby\/levels\.ts|table\/controls\/(Icon|Confirm)\.svelte|table\/play\/turnAlert\.svelte|table\/clock\/clock\.ts)/;

/** A chunk, what it needs, and so on: all that has to be there before it runs. */
function needed(bundle: OutputBundle, module: string): OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const first = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(`/src/${module}`)));
  const found = new Set(first ? [first] : []);
  for (const { imports } of found) for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
  if (found.size === 0) throw new Error(`no chunk begins with ${module}`);
  return [...found];
}

/** Each page names all that it begins with, so that it comes at once and not one after the other;
 * and all files are named for those who keep them for when there is no connection. */
function namedAhead(): Plugin {
  return {
    name: "named-ahead",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("there is no page");
      const plain = String(page.source);
      for (const [fileName, module] of Object.entries(PAGES)) {
        const chunks = [...needed(bundle, "start.ts"), ...needed(bundle, module)];
        const scripts = chunks.map((chunk) => `<link rel="modulepreload" crossorigin href="/${chunk.fileName}">`);
        const styles = chunks.flatMap((chunk) =>
          [...(chunk.viteMetadata?.importedCss ?? [])].map(
            (file) => `<link rel="stylesheet" crossorigin href="/${file}">`,
          ),
        );
        const head = [...new Set([...scripts, ...styles])].filter(
          (tag) => !plain.includes(/"\/assets[^"]+"/.exec(tag)?.[0] ?? tag),
        );
        const source = plain.replace("</head>", `${head.join("\n")}\n</head>`);
        if (fileName === page.fileName) page.source = source;
        else this.emitFile({ type: "asset", fileName, source });
      }
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith("assets/"))
        .map((name) => `/${name}`);
      this.emitFile({
        type: "asset",
        fileName: "kept.json",
        source: JSON.stringify(["/icon.svg", "/manifest.webmanifest", ...files.sort()]),
      });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), namedAhead()],
  build: {
    outDir: "../src/ludex/server/client",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: { manualChunks: (id) => (FIRST.test(id) ? "first" : COMMON.test(id) ? "start" : undefined) },
    },
    assetsInlineLimit: 0, // the page's policy allows no data: addresses
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  test: { include: ["tests/**/*.test.ts"] },
});
