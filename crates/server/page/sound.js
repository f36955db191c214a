// Short wooden sounds, made on the spot. They are silent if the user wants that.

import { settings } from "./settings.js";

/** @typedef {"move" | "capture" | "start" | "end" | "low" | "phrase"} Sound */

/** @type {{ audio: AudioContext, out: GainNode, noise: AudioBuffer } | null} */
let player = null;

/** The player, once the user has touched the page: browsers allow no sound before that. */
function open() {
  if (player) return player;
  const audio = new AudioContext();
  const out = audio.createGain();
  out.connect(audio.destination);
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * 0.05), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return (player = { audio, out, noise });
}

/** @param {Sound} kind */
export function playSound(kind) {
  if (!settings.sound || settings.volume <= 0 || typeof AudioContext !== "function") return;
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  const { audio, out } = open();
  if (audio.state === "suspended") void audio.resume();
  // Loudness is heard on a logarithmic scale.
  out.gain.value = settings.volume ** 2;
  const now = audio.currentTime + 0.005;
  if (kind === "move") knock(now, 1, 0.9);
  else if (kind === "capture") {
    knock(now, 0.8, 1);
    knock(now + 0.055, 1.25, 0.7);
  } else if (kind === "start") [0, 0.11].forEach((after, place) => knock(now + after, 1 + place * 0.35, 0.8));
  else if (kind === "end") [392, 523.25, 659.25].forEach((pitch, place) => chime(now + place * 0.13, pitch, 0.9));
  else if (kind === "low") [0, 0.16].forEach((after) => chime(now + after, 880, 0.25));
  else chime(now, 587.33, 0.2);
}

/**
 * A piece that is set down on wood: a click, and the board that rings for a moment.
 * @param {number} at
 * @param {number} size above 1 for a smaller, higher piece
 * @param {number} loudness
 */
function knock(at, size, loudness) {
  const { audio, out, noise } = open();
  const click = audio.createBufferSource();
  click.buffer = noise;
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = 1900 * size;
  band.Q.value = 1.1;
  click.connect(band).connect(faded(at, 0.5 * loudness, 0.03)).connect(out);
  click.start(at);
  // Small pieces never sound exactly alike.
  const tune = 1 + (Math.random() - 0.5) * 0.06;
  for (const [pitch, share, length] of /** @type {[number, number, number][]} */ ([[196, 0.7, 0.11], [415, 0.35, 0.07], [890, 0.16, 0.04]])) {
    const tone = audio.createOscillator();
    tone.frequency.value = pitch * size * tune;
    tone.connect(faded(at, share * loudness, length)).connect(out);
    tone.start(at);
    tone.stop(at + length + 0.05);
  }
}

/**
 * A soft bell.
 * @param {number} at
 * @param {number} pitch
 * @param {number} length in seconds
 */
function chime(at, pitch, length) {
  const { audio, out } = open();
  for (const [times, share] of /** @type {[number, number][]} */ ([[1, 0.3], [2.76, 0.07], [5.4, 0.03]])) {
    const tone = audio.createOscillator();
    tone.frequency.value = pitch * times;
    tone.connect(faded(at, share, length / Math.sqrt(times))).connect(out);
    tone.start(at);
    tone.stop(at + length + 0.05);
  }
}

/**
 * A loudness that starts at once and fades away.
 * @param {number} at
 * @param {number} loudness
 * @param {number} length in seconds
 */
function faded(at, loudness, length) {
  const gain = open().audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loudness, at + 0.002);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  return gain;
}
