// Sounds, made here and not loaded: a card, chips, and your turn. Off unless switched on.

let context = null;

const VOICES = { turn: [[660, 0, 0.12], [880, 0.12, 0.18]], win: [[523, 0, 0.1], [659, 0.1, 0.1], [784, 0.2, 0.2]], card: [[180, 0, 0.03]], chips: [[1900, 0, 0.02], [2300, 0.04, 0.02]] };

/** True if sounds are switched on. */
export const audible = () => document.documentElement.dataset.sound === "on";

/** Plays a sound by its name. */
export function sound(name) {
  if (!audible() || document.hidden) return;
  context ??= new AudioContext();
  for (const [pitch, start, length] of VOICES[name] ?? []) {
    const tone = context.createOscillator(), volume = context.createGain();
    const at = context.currentTime + start;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.08, at);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}
