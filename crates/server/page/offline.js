// The static site works offline: a service worker stores its files and says when there is a new version.

import { api, hasServer } from "./api.js";
import { h } from "./dom.js";

/** Offers a new version. @param {ServiceWorker} waiting */
function offer(waiting) {
  if (document.querySelector(".update")) return;
  const update = h("button", { type: "button", class: "primary", onclick: () => waiting.postMessage("update") }, "Update");
  document.querySelector("header.top")?.after(h("div", { class: "banner update", role: "status" }, "Update available.", update));
}

/** Stores the page for use without a connection. */
export async function workOffline() {
  if (hasServer || !("serviceWorker" in navigator)) return;
  const isUpdate = !!navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener("controllerchange", () => isUpdate && location.reload());
  try {
    const registration = await navigator.serviceWorker.register(api.address("sw.js"));
    if (registration.waiting) offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const found = registration.installing;
      found?.addEventListener("statechange", () => found.state === "installed" && navigator.serviceWorker.controller && offer(found));
    });
  } catch (error) {
    console.warn(error);
  }
}
