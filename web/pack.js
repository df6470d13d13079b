// After a build: Python, which runs rulebooks without a server, is laid beside the client; and each
// file is packed as well as can be. The server could only do it less well, and would need a library.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const client = new URL("../src/ludex/server/client/", import.meta.url);
const pyodide = new URL("node_modules/pyodide/", import.meta.url);
const PYTHON = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];

const { version } = JSON.parse(readFileSync(new URL("package.json", pyodide), "utf8"));
const python = `python/pyodide-${version}/`;
mkdirSync(new URL(python, client), { recursive: true });
for (const name of PYTHON) copyFileSync(new URL(name, pyodide), new URL(python + name, client));
// Whoever keeps the client for when there is no connection keeps these, too, once for a version.
writeFileSync(new URL("python/kept.json", client), JSON.stringify(PYTHON.map((name) => `/${python}${name}`)));

/** What is many megabytes is packed a little less well, and in seconds. */
function packed(folder, quality) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  for (const name of readdirSync(folder))
    writeFileSync(new URL(`${name}.br`, folder), brotliCompressSync(readFileSync(new URL(name, folder)), { params }));
}

packed(new URL("assets/", client), 11);
packed(new URL(python, client), 9);
