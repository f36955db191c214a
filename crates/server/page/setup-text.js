// The setup of a game in a few words: its options and its clock.

/** @typedef {import("./types").GameInfo} GameInfo */

/**
 * The options that differ from their defaults.
 * @param {GameInfo} info
 * @param {Record<string, unknown>} options
 * @returns {string}
 */
export function optionsText(info, options) {
  const differs = info.options.filter(({ name, default: usual }) => name in options && String(options[name]) !== String(usual));
  return differs.map((option) => {
    const value = String(options[option.name]);
    const shown = option.kind === "choice" ? option.labels[option.choices.indexOf(value)] ?? value : value;
    return `${option.label}: ${shown}`;
  }).join(", ");
}

/** @param {string | null | undefined} clock such as "5+3" or "86400/turn" @returns {string} */
export function clockLabel(clock) {
  if (!clock) return "No clock";
  return clock.split(",").map((part) => {
    const turn = /^(\d+(?:\.\d+)?)\/turn$/.exec(part);
    return turn ? `${duration(Number(turn[1]))} per move` : part;
  }).join(", ");
}

/** @param {number} seconds */
function duration(seconds) {
  const [size, unit] = /** @type {[number, string]} */ ([[86_400, "day"], [3_600, "hour"], [60, "minute"], [1, "second"]].find(([size]) => seconds >= Number(size) && seconds % Number(size) === 0) ?? [1, "second"]);
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
