// @ts-check
// Keeps the page for when there is no network: all of its files are stored when it is first opened.

// scripts/package-web.sh puts the sum and the names of the files into these two, and knows its folders by the first.
const VERSION = "tengen-VERSION";
const FILES = ["./", "FILES"];
const OWN = "tengen-";
/** The address of this copy of the page: a host may have others, and all of them see the same stores. @type {string} */
const SCOPE = /** @type {any} */ (globalThis).registration.scope;
const STORE = `${VERSION} ${SCOPE}`;
/** Past what the browser keeps by itself, which may be of another version. @param {string} file */
const fresh = (file) => new Request(file, { cache: "reload" });

// It does not skip waiting: while pages of an older version are open, that one goes on serving them.
addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(STORE).then((cache) => cache.addAll(FILES.map(fresh))));
});
/** Whether it is the store of an older version of this copy. Other copies and other programs keep theirs. @param {string} name */
const isOlder = async (name) => name.startsWith(OWN) && name !== STORE && Boolean(await caches.match(SCOPE, { cacheName: name, ignoreVary: true }));
addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.map(async (name) => (await isOlder(name)) && caches.delete(name))))
    // The page that was opened first has no worker yet.
    .then(() => /** @type {any} */ (globalThis).clients.claim()));
});
addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  // The page has a second name. Some hosts redirect it, and what came by a redirection may not answer who goes to a page.
  const wanted = request.url.split(/[?#]/)[0] === `${SCOPE}index.html` ? SCOPE : request;
  // What is kept answers every browser and every way to ask, though a host may say that its answers vary by them.
  event.respondWith(caches.match(wanted, { ignoreSearch: true, ignoreVary: true, cacheName: STORE }).then((kept) => kept ?? fetch(request)));
});
