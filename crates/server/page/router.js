// Addresses and the pages behind them.

import { fill, h, reason } from "./dom.js";

/** @typedef {import("./types").Page} Page */

const BASE = new URL(document.baseURI).pathname;

/** @typedef {(page: Page) => Promise<void>} Show */

/** @type {Record<string, Show>} what each first part of an address shows */
let pages = {};

/** @type {Show} */
let showOther;

let leaving = new AbortController();

/** @returns {string[]} the parts of the address behind the base */
function parts() {
  const read = (/** @type {string} */ part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      // It leads nowhere, but can still be shown.
      return part;
    }
  };
  return location.pathname.slice(BASE.length).split("/").filter(Boolean).map(read);
}

/** @param {string} words what the page is about */
export function title(words) {
  document.title = words ? `${words} · Strata` : "Strata";
}

/** @param {string} why @param {string[]} path */
function lost(why, path) {
  title("Not found");
  return h("section", { class: "narrow" }, h("h1", {}, "Nothing here"), h("p", {}, why),
    h("p", { class: "buttons" }, h("a", { href: "./", class: "button" }, "To the games"),
      path[0] === "analysis" && path.length > 2 && h("a", { href: path.slice(0, 2).join("/"), class: "button" }, "To the first position")));
}

async function render() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const root = /** @type {HTMLElement} */ (document.getElementById("main"));
  document.querySelectorAll("dialog, .toast").forEach((box) => box.remove());
  const path = parts();
  for (const link of document.querySelectorAll("header nav a")) {
    const target = link.getAttribute("href") ?? "";
    const here = target.replace("./", "") === (path[0] ?? "");
    here ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  }
  fill(root, []);
  try {
    const show = pages[path[0] ?? ""];
    await (show ? show({ root, signal, parts: path.slice(1) }) : showOther({ root, signal, parts: path }));
  } catch (error) {
    if (signal.aborted) return;
    const status = /** @type {any} */ (error)?.status;
    if (status === 404 || status === 400 || status === 422) fill(root, [lost(reason(error), path)]);
    else {
      fill(root, [h("section", { class: "narrow" }, h("h1", {}, "That did not work"), h("p", {}, reason(error)),
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
 * Gives the page that is shown another address.
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
    // With a base, such an address would lead to the front page.
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
 * @param {Record<string, Show>} known what each first part of an address shows
 * @param {Show} other what all other addresses show
 */
export function start(known, other) {
  pages = known;
  showOther = other;
  document.addEventListener("click", follow);
  addEventListener("popstate", () => void render());
  void render();
}
