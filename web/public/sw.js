// Keeps the client and some puzzles, so that they are there without a connection. Registered only
// where that is wanted: by the switch in the settings, or in the installed app.
const KEPT = "ludex-kept";
const PUZZLES = "/api/puzzles/offline";

async function keep() {
  const cache = await caches.open(KEPT);
  const page = await fetch("/", { cache: "no-cache" });
  // Every part of the client, also those that a page asks for when they are wanted.
  const list = await fetch("/kept.json", { cache: "no-cache" });
  // A proxy that says "bad gateway" is no client; and the page is kept when all that it needs is.
  if (!page.ok || !list.ok) throw new Error(`no client: ${page.status} ${list.status}`);
  const files = await list.json();
  await cache.addAll([...files, PUZZLES]);
  await cache.put("/", page);
  // What an older client needed is not needed any more.
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname.startsWith("/assets/") && !files.includes(pathname)) await cache.delete(url);
  }
}

self.addEventListener("install", (event) => event.waitUntil(keep().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => event.data === "keep" && event.waitUntil(keep().catch(() => undefined)));

/** From the server; when it cannot be reached, what was kept. */
async function answered(request, kept) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await (await caches.open(KEPT)).match(kept);
    if (found) return found;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (!pathname.startsWith("/docs")) event.respondWith(answered(request, "/"));
  } else if (pathname === PUZZLES || !pathname.startsWith("/api/")) event.respondWith(answered(request, pathname));
});
