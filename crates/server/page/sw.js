// The service worker of the static site: it stores all files of a version, so that the page works offline. A new version
// waits until the user asks for it.

const worker = /** @type {any} */ (self);
const CACHE = `strata-${"VERSION"}`;
/** @type {string[]} */
const FILES = ["FILES"];

/** The page itself, which serves all addresses. */
const PAGE = "./";

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([PAGE, "manifest.webmanifest", ...FILES])));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name.startsWith("strata-") && name !== CACHE) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(clean());
});

worker.addEventListener("message", (/** @type {MessageEvent} */ event) => {
  if (event.data === "update") worker.skipWaiting();
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const wanted = request.mode === "navigate" ? new URL(PAGE, worker.registration.scope).href : request;
  const answer = async () => (await (await caches.open(CACHE)).match(wanted, { ignoreVary: true })) ?? fetch(request);
  event.respondWith(answer());
});
