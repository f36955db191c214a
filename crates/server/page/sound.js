// Two short sounds, which are off by default.

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let audio = null;

/** @param {"move" | "end"} kind */
export function playSound(kind) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const notes = kind === "move" ? [220] : [330, 440, 550];
  notes.forEach((pitch, index) => playNote(/** @type {AudioContext} */ (audio), pitch, index * 0.12));
}

/**
 * @param {AudioContext} audio
 * @param {number} pitch
 * @param {number} after seconds
 */
function playNote(audio, pitch, after) {
  const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
  const start = audio.currentTime + after;
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, start + 0.09);
  loudness.gain.setValueAtTime(0.25, start);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.12);
  tone.connect(loudness).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.13);
}
