// After a build: each file of the client packed as well as can be, beside it. The server could only
// do it less well, and would need a library for it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

const folder = new URL("../src/ludex/server/client/assets/", import.meta.url);
for (const name of readdirSync(folder)) writeFileSync(new URL(`${name}.br`, folder), brotliCompressSync(readFileSync(new URL(name, folder))));
