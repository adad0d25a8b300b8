// @ts-check
// Keeps the page for when there is no network: all of its files are stored when it is first opened.

// scripts/package-web.sh puts the sum and the names of the files into these two.
const VERSION = "tengen-VERSION";
const OWN = "tengen-";
const FILES = ["./", "FILES"];
/** Past what the browser keeps by itself, which may be of another version. @param {string} file */
const fresh = (file) => new Request(file, { cache: "reload" });

addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES.map(fresh))).then(() => /** @type {any} */ (globalThis).skipWaiting()));
});
addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(caches.keys()
    // Other programs of the same host keep theirs.
    .then((names) => Promise.all(names.filter((name) => name.startsWith(OWN) && name !== VERSION).map((name) => caches.delete(name))))
    .then(() => /** @type {any} */ (globalThis).clients.claim()));
});
addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
