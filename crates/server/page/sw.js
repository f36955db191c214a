// The service worker of the static site: it stores all files of a version, so that the page works offline. A new version
// waits until the user asks for it. It also adds the headers that isolate the page from other sites, which not every host sends:
// only then do browsers let workers share memory.

const worker = /** @type {any} */ (self);
const CACHE = `strata-${"VERSION"}`;
/** @type {string[]} */
const FILES = ["FILES"];

/** The headers of the server. */
const ISOLATION = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Resource-Policy": "same-origin" };

/** The home page, and the page that serves all other addresses. */
const HOME = "./";
const OTHER = "settings/";

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([HOME, OTHER, "manifest.webmanifest", ...FILES])));
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

/** @param {Response} response */
function isolated(response) {
  const { body, status, statusText } = response;
  // Others have no body, or must not be read.
  if (!response.ok) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  return new Response(body, { status, statusText, headers });
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const { scope } = worker.registration;
  const isHome = new URL(request.url).pathname === new URL(scope).pathname;
  const wanted = request.mode === "navigate" ? new URL(isHome ? HOME : OTHER, scope).href : request;
  const answer = async () => (await (await caches.open(CACHE)).match(wanted, { ignoreVary: true })) ?? fetch(request);
  event.respondWith(answer().then(isolated));
});
