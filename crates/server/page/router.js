// Shows the page of an address and follows links without reloading.

import { fill, h, reason } from "./dom.js";

/** @typedef {import("./types").Page} Page */

/** The pages whose address continues with a game. */
const PAGES_OF_GAMES = ["new", "learn", "analysis", "rules"];

const BASE = new URL(document.baseURI).pathname;

/** @typedef {(page: Page) => Promise<void>} Show */

/** @type {Record<string, Show>} the pages by the first part of their address */
let pages = {};

/** @type {Show} */
let showOther;

let current = new AbortController();

/** @param {string} path behind the base @returns {string[]} */
export function pathParts(path) {
  const read = (/** @type {string} */ part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      // The address is invalid, but can still be displayed.
      return part;
    }
  };
  return path.split("/").filter(Boolean).map(read);
}

/**
 * Makes the links of the header lead to a game.
 * @param {string} game its id, or nothing
 * @param {string} [analysed] the query that opens a game on the analysis board
 */
export function keepGame(game, analysed = "") {
  for (const link of document.querySelectorAll("header nav a[data-page]")) {
    const page = link.getAttribute("data-page") ?? "";
    link.setAttribute("href", game ? `${page}/${game}${page === "analysis" ? analysed : ""}` : page);
  }
}

/** @param {string} text */
export function title(text) {
  document.title = text ? `${text} · Strata` : "Strata";
}

/** @param {string} why @param {string[]} path */
function notFound(why, path) {
  title("Not found");
  return h("section", { class: "narrow" }, h("h1", {}, "Page not found"), h("p", {}, why),
    h("p", { class: "buttons" }, h("a", { href: "./", class: "button" }, "All games"),
      path[0] === "analysis" && path.length > 2 && h("a", { href: path.slice(0, 2).join("/"), class: "button" }, "Start position")));
}

async function render() {
  current.abort();
  current = new AbortController();
  const { signal } = current;
  const root = /** @type {HTMLElement} */ (document.getElementById("main"));
  document.querySelectorAll("dialog, .toast").forEach((box) => box.remove());
  const path = pathParts(location.pathname.slice(BASE.length));
  keepGame(PAGES_OF_GAMES.includes(path[0] ?? "") ? path[1] ?? "" : "");
  for (const link of document.querySelectorAll("header nav a")) {
    const here = link.getAttribute("href")?.replace("./", "").split("/")[0] === (path[0] ?? "");
    here ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  }
  fill(root, []);
  try {
    const show = pages[path[0] ?? ""];
    await (show ? show({ root, signal, parts: path.slice(1) }) : showOther({ root, signal, parts: path }));
  } catch (error) {
    if (signal.aborted) return;
    const status = /** @type {any} */ (error)?.status;
    if (status === 404 || status === 400 || status === 422) fill(root, [notFound(reason(error), path)]);
    else {
      fill(root, [h("section", { class: "narrow" }, h("h1", {}, "Something went wrong"), h("p", {}, reason(error)),
        h("p", {}, h("button", { type: "button", onclick: () => render() }, "Try again")))]);
    }
  }
}

/**
 * Goes to another page.
 * @param {string} path relative to the base
 */
export function go(path) {
  history.pushState(null, "", new URL(path, document.baseURI));
  scrollTo(0, 0);
  void render().then(() => document.getElementById("main")?.focus({ preventScroll: true }));
}

/**
 * Changes the address of the current page.
 * @param {string} path relative to the base
 */
export function rename(path) {
  history.replaceState(null, "", new URL(path, document.baseURI));
}

/** @param {MouseEvent} event */
function follow(event) {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.getAttribute("href")?.startsWith("#")) {
    // With a base element, the browser would go to the home page.
    event.preventDefault();
    document.getElementById(link.hash.slice(1))?.focus();
    return;
  }
  const path = link.pathname.slice(BASE.length);
  if (!link.pathname.startsWith(BASE) || path.startsWith("api/") || /\.\w+$/.test(path)) return;
  event.preventDefault();
  go(path + link.search);
}

/**
 * @param {Record<string, Show>} known the pages by the first part of their address
 * @param {Show} other the page of all other addresses
 */
export function start(known, other) {
  pages = known;
  showOther = other;
  document.addEventListener("click", follow);
  addEventListener("popstate", () => void render());
  void render();
}
