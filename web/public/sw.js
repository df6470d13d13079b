// Keeps the client and some puzzles, so that they are there without a connection. Registered only
// where that is wanted: by the switch in the settings, or in the installed app.
const KEPT = "ludex-kept";
const PUZZLES = "/api/puzzles/offline";
// What the games say in other languages than English.
const LANGUAGES = ["/api/languages/pt"];
// What runs rulebooks is large and seldom another: it is kept by itself, and fetched once.
const PYTHON = "ludex-python";
const BOOKS = ["/python/kept.json", "/python/table.js", "/python/rulebooks.zip"];

async function keep() {
  const cache = await caches.open(KEPT);
  const page = await fetch("/", { cache: "no-cache" });
  // Every part of the client, also those that a page asks for when they are wanted.
  const list = await fetch("/kept.json", { cache: "no-cache" });
  // A proxy that says "bad gateway" is no client; and the page is kept when all that it needs is.
  if (!page.ok || !list.ok) throw new Error(`no client: ${page.status} ${list.status}`);
  const files = await list.json();
  await cache.addAll([...files, PUZZLES, ...LANGUAGES]);
  await cache.put("/", page);
  await keepRules(cache);
  // What an older client needed is not needed any more.
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname.startsWith("/assets/") && !files.includes(pathname)) await cache.delete(url);
  }
}

/** The rules of what can be played without a connection. */
async function keepRules(cache) {
  const kept = await (await cache.match(PUZZLES)).json();
  for (const game of [kept.game, ...(kept.deals ?? []).map((of) => of.game)])
    for (const language of ["en", "pt"]) await cache.add(rulesOf(`/api/games/${game}/rules`, language));
}

const rulesOf = (path, language) => (language === "en" ? path : `${path}?language=${language}`);

/** Is it the rules of a game as they usually are? */
const isRules = ({ pathname, searchParams }) =>
  /^\/api\/games\/[\w-]+\/rules$/.test(pathname) && !searchParams.has("option");

async function keepPython() {
  const list = await fetch("/python/kept.json", { cache: "no-cache" });
  if (!list.ok) return; // a client without it
  const [cache, files] = [await caches.open(PYTHON), await list.json()];
  for (const file of files) if (!(await cache.match(file))) await cache.add(file);
  await cache.addAll(BOOKS.map((url) => new Request(url, { cache: "no-cache" })));
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (![...files, ...BOOKS].includes(pathname)) await cache.delete(url);
  }
}

self.addEventListener("install", (event) => event.waitUntil(keep().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
const wishes = { keep, python: keepPython };
self.addEventListener(
  "message",
  (event) => event.data in wishes && event.waitUntil(wishes[event.data]().catch(() => undefined)),
);

/** From the server; when it cannot be reached, what was kept. */
async function answered(request, kept) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await caches.match(kept);
    if (found) return found;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const { origin, pathname } = url;
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (!pathname.startsWith("/docs")) event.respondWith(answered(request, "/"));
  } else if ([PUZZLES, ...LANGUAGES].includes(pathname) || !pathname.startsWith("/api/"))
    event.respondWith(answered(request, pathname));
  else if (isRules(url))
    event.respondWith(answered(request, rulesOf(pathname, url.searchParams.get("language") ?? "en")));
});
