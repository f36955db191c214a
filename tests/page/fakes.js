// The parts of a browser that the modules under test need. Import this file before them.

class FakeElement extends EventTarget {
  textContent = "";
  hidden = false;
  /** @type {Set<string>} */
  classes = new Set();
  classList = {
    toggle: (/** @type {string} */ name, /** @type {boolean} */ on) => (on ? this.classes.add(name) : this.classes.delete(name)),
    contains: (/** @type {string} */ name) => this.classes.has(name),
  };
  /** @type {FakeElement[]} */
  children = [];
  contains() {
    return false;
  }
  setAttribute() {}
  remove() {}
  /** @param {FakeElement[]} added */
  append(...added) {
    this.children.push(...added);
  }
  /** @param {(FakeElement | string)[]} added */
  replaceChildren(...added) {
    this.textContent = added.join("");
  }
}

function fakeStorage() {
  /** @type {Map<string, string>} */
  const values = new Map();
  return {
    getItem: (/** @type {string} */ key) => values.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void values.set(key, value),
    removeItem: (/** @type {string} */ key) => void values.delete(key),
    key: (/** @type {number} */ index) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
  };
}

/** @type {FakeSocket[]} */
export const sockets = [];

export class FakeSocket {
  static OPEN = 1;
  readyState = 0;
  isClosed = false;
  /** @type {string[]} */
  sent = [];
  onopen = () => {};
  onclose = () => {};
  /** @type {(event: { data: string }) => void} */
  onmessage = () => {};
  /** @param {URL} url */
  constructor(url) {
    this.url = String(url);
    sockets.push(this);
  }
  /** @param {string} text */
  send(text) {
    this.sent.push(text);
  }
  close() {
    this.isClosed = true;
  }
  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }
  /** @param {unknown} message */
  receive(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const announcer = new FakeElement();
const toasts = new FakeElement();
/** The texts of all toasts so far. */
export const toastTexts = () => toasts.children.map(({ textContent }) => textContent);

const fakeDocument = Object.assign(new EventTarget(), {
  baseURI: "https://example.org/games/",
  visibilityState: "visible",
  activeElement: null,
  documentElement: { dataset: {}, toggleAttribute: () => {} },
  createElement: () => new FakeElement(),
  getElementById: (/** @type {string} */ id) => ({ announcer, toasts })[id] ?? null,
});
const events = new EventTarget();
Object.assign(globalThis, {
  document: fakeDocument,
  HTMLElement: FakeElement,
  WebSocket: FakeSocket,
  localStorage: fakeStorage(),
  sessionStorage: fakeStorage(),
  matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
  addEventListener: events.addEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
});

/** @returns {any} */
export const fakeElement = () => new FakeElement();
