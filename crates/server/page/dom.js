// Building the page, and telling people what happens.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Makes an element. Properties that start with "on" are listeners, names with a dash and `role`
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
 * Puts these children into an element in place of what was there. The focus stays with what looks the same, else it
 * goes to the nearest part of the page that can have it, and beside the board to the board.
 * @param {Element} element
 * @param {Child[]} children
 */
export function fill(element, children) {
  const held = element.contains(document.activeElement) ? document.activeElement : null;
  const nodes = children.filter((child) => child !== null && child !== undefined && child !== false);
  element.replaceChildren(.../** @type {(Node | string)[]} */ (nodes.map((node) => (typeof node === "number" ? String(node) : node))));
  if (!(held instanceof HTMLElement)) return;
  const name = (/** @type {Element} */ one) => one.tagName + (one.getAttribute("aria-label") ?? one.textContent);
  const same = held.isConnected ? held : [...element.querySelectorAll("button, a, input, select")].find((one) => name(one) === name(held));
  const near = same ?? element.closest('[tabindex="-1"]:not(main)');
  if (near instanceof HTMLElement) near.focus({ preventScroll: true });
  else focusBoard();
}

/**
 * Shows or hides an element; the focus goes to the board when it was inside.
 * @param {HTMLElement} element
 * @param {boolean} hidden
 */
export function hide(element, hidden) {
  const lost = hidden && element.contains(document.activeElement);
  element.hidden = hidden;
  if (lost) focusBoard();
}

/**
 * Lets a button be pressed or not; the focus goes to the board when it was there.
 * @param {HTMLButtonElement} button
 * @param {boolean} disabled
 */
export function disable(button, disabled) {
  const lost = disabled && button === document.activeElement;
  button.disabled = disabled;
  if (lost) focusBoard();
}

/** Where the keyboard goes when what it was at is gone. */
function focusBoard() {
  const cell = document.querySelector('.cell[tabindex="0"]');
  if (cell instanceof HTMLElement) cell.focus({ preventScroll: true });
}

/**
 * A picture that the server drew.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const svg = document.importNode(parsed, true);
  if (!(svg instanceof SVGSVGElement)) throw new Error("The server sent a picture that cannot be shown.");
  return svg;
}

/**
 * An element of a drawing made here.
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

/** @type {string[]} what is about to be said, all at once */
let unsaid = [];

/**
 * Says something to people who listen to the page.
 * @param {string} words
 */
export function announce(words) {
  const region = document.getElementById("announcer");
  if (!region || !words) return;
  if (!unsaid.length) {
    // Emptied first, so that the same words are said twice.
    region.textContent = "";
    setTimeout(() => {
      region.textContent = unsaid.map(sentence).join(" ");
      unsaid = [];
    }, 30);
  }
  unsaid.push(words);
}

/**
 * Shows a sentence for a while, and says it.
 * @param {string} words
 */
export function toast(words) {
  const place = document.getElementById("toasts");
  if (!place) return;
  if ([...place.children].some((old) => old.textContent === words)) return;
  const note = h("div", { class: "toast" }, words);
  place.append(note);
  setTimeout(() => note.remove(), 6000);
}

/**
 * Runs something that may fail and shows why it did.
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
  const words = error instanceof Error ? error.message : String(error);
  return sentence(words);
}

/** @param {string} words */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/**
 * @param {string} words
 * @returns {string} the words with a capital and a full stop
 */
export function sentence(words) {
  // The names of squares have no capitals.
  const start = /^[a-z]\d/.test(words) ? words : capital(words);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

/**
 * Opens a dialog and returns it; it is gone once closed.
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
 * Asks before something that cannot be undone.
 * @param {string} question
 * @param {string} yes
 * @param {"danger" | "primary"} look only what may hurt looks dangerous
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
 * @returns {HTMLElement | null} the square that it happened on
 */
export function squareOf(event) {
  const cell = event.target instanceof Element ? event.target.closest("[data-square]") : null;
  return cell instanceof HTMLElement ? cell : null;
}
