// Helpers that build elements, dialogs, toasts and announcements.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Creates an element. Properties that start with "on" are listeners, names with a dash and `role`
 * are attributes, the others are properties of the element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name.includes("-") || name === "role" || name === "for" || name === "list") {
      element.setAttribute(name, String(value));
    } else /** @type {any} */ (element)[name] = value;
  }
  fill(element, children);
  return element;
}

/**
 * Replaces the children of an element. If the focused child is removed, the focus goes to a new child with the same
 * name, otherwise to the nearest focusable ancestor, otherwise to the board.
 * @param {Element} element
 * @param {Child[]} children
 */
export function fill(element, children) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const nodes = children.filter((child) => child !== null && child !== undefined && child !== false);
  element.replaceChildren(.../** @type {(Node | string)[]} */ (nodes.map((node) => (typeof node === "number" ? String(node) : node))));
  if (!(focused instanceof HTMLElement)) return;
  const name = (/** @type {Element} */ one) => one.tagName + (one.getAttribute("aria-label") ?? one.textContent);
  const same = focused.isConnected ? focused : [...element.querySelectorAll("button, a, input, select")].find((one) => name(one) === name(focused));
  const near = same ?? element.closest('[tabindex="-1"]:not(main)');
  if (near instanceof HTMLElement) near.focus({ preventScroll: true });
  else focusBoard();
}

/**
 * Shows or hides an element. If it contains the focus, hiding it moves the focus to the board.
 * @param {HTMLElement} element
 * @param {boolean} hidden
 */
export function hide(element, hidden) {
  const lost = hidden && element.contains(document.activeElement);
  element.hidden = hidden;
  if (lost) focusBoard();
}

/**
 * Enables or disables a button. If it is focused, disabling it moves the focus to the board.
 * @param {HTMLButtonElement} button
 * @param {boolean} disabled
 */
export function disable(button, disabled) {
  const lost = disabled && button === document.activeElement;
  button.disabled = disabled;
  if (lost) focusBoard();
}

/** Moves the focus to the board, if there is one. */
function focusBoard() {
  const cell = document.querySelector('.cell[tabindex="0"]');
  if (cell instanceof HTMLElement) cell.focus({ preventScroll: true });
}

/** @param {string} path @returns {string} the address of a file of the page */
export const asset = (path) => new URL(path, import.meta.url).href;

/** @param {string} path @returns {Promise<string>} the text of a file of the page */
export async function assetText(path) {
  const response = await fetch(asset(path));
  if (!response.ok) throw new Error(`The file ${path} could not be loaded.`);
  return response.text();
}

/**
 * Parses a picture.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const svg = document.importNode(parsed, true);
  if (!(svg instanceof SVGSVGElement)) throw new Error("This is a picture that cannot be displayed.");
  return svg;
}

/**
 * Creates an SVG element.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 */
export function drawn(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** @type {string[]} announcements that are spoken together */
let pending = [];

/**
 * Announces something to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const region = document.getElementById("announcer");
  if (!region || !text) return;
  if (!pending.length) {
    // Cleared first, so that the same text is announced again.
    region.textContent = "";
    setTimeout(() => {
      region.textContent = pending.map(sentence).join(" ");
      pending = [];
    }, 30);
  }
  pending.push(text);
}

/**
 * Shows a message for a few seconds and announces it.
 * @param {string} text
 */
export function toast(text) {
  const list = document.getElementById("toasts");
  if (!list) return;
  if ([...list.children].some((old) => old.textContent === text)) return;
  const note = h("div", { class: "toast" }, text);
  list.append(note);
  setTimeout(() => note.remove(), 6000);
}

/**
 * Runs something, and shows the reason if it fails.
 * @param {() => Promise<unknown>} work
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function attempt(work) {
  try {
    await work();
    return true;
  } catch (error) {
    if (/** @type {any} */ (error)?.name !== "AbortError") toast(reason(error));
    return false;
  }
}

/**
 * @param {unknown} error
 * @returns {string} why something failed, as a sentence
 */
export function reason(error) {
  return sentence(error instanceof Error ? error.message : String(error));
}

/** @param {string} text */
const capitalise = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * @param {string} text
 * @returns {string} the text with a capital letter and a full stop
 */
export function sentence(text) {
  // Names of squares stay lowercase.
  const start = /^[a-z]\d/.test(text) ? text : capitalise(text);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

/**
 * Opens a dialog, which is removed when it is closed.
 * @param {string} title
 * @param {...Child} children
 */
export function dialog(title, ...children) {
  const close = h("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => box.close() }, "✕");
  const heading = h("h2", { id: "dialog-title" }, title);
  const box = h("dialog", { "aria-labelledby": "dialog-title", onclose: () => box.remove() },
    h("div", { class: "dialog-top" }, heading, close), ...children);
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/**
 * Asks for confirmation.
 * @param {string} question
 * @param {string} yes
 * @param {"danger" | "primary"} look "danger" for what cannot be undone
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes, look = "danger") {
  return new Promise((resolve) => {
    let answer = false;
    const box = dialog(question, h("div", { class: "buttons" },
      h("button", { type: "button", class: look, onclick: () => { answer = true; box.close(); } }, yes),
      h("button", { type: "button", onclick: () => box.close() }, "Cancel")));
    box.addEventListener("close", () => resolve(answer));
  });
}

/**
 * @param {Event} event
 * @returns {HTMLElement | null} the square under an event
 */
export function squareOf(event) {
  const cell = event.target instanceof Element ? event.target.closest("[data-square]") : null;
  return cell instanceof HTMLElement ? cell : null;
}
