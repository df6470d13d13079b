// Sounds made by the browser itself: no files. Off until the player wants them.
//
// A thing sounds as what it is made of: cards brush over cloth, wood knocks, tiles clack, chips clink.
import { kindOf, type Material } from "./scene/kinds";
import { settings } from "./storage/settings.svelte";

let audio: AudioContext | null = null;
let out: GainNode | null = null;

export type Sound = "pick" | "place" | "refuse" | "win" | "lose" | "undo" | "tick" | "turn";

/** What is heard first, where there are several. */
const LOUDEST: Material[] = ["chips", "tile", "wood", "card"];

/** What the pieces of a table are made of, in a word. */
export const madeOf = (looks: readonly string[]): Material => {
  const there = new Set(looks.map((look) => kindOf(look).material));
  return LOUDEST.find((material) => there.has(material)) ?? "card";
};

function tone(frequency: number, at: number, length: number, loud: number, type: OscillatorType): void {
  if (!audio || !out) return;
  const start = audio.currentTime + at;
  const wave = audio.createOscillator();
  const gain = audio.createGain();
  wave.type = type;
  wave.frequency.setValueAtTime(frequency, start);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  wave.connect(gain).connect(out);
  wave.start(start);
  wave.stop(start + length + 0.02);
}

/** A short rush of noise round a pitch; the sharper, the more it rings. */
function rush(at: number, length: number, loud: number, pitch: number, sharp = 1): void {
  if (!audio || !out) return;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = sharp;
  gain.gain.value = loud;
  source.buffer = buffer;
  source.connect(filter).connect(gain).connect(out);
  source.start(audio.currentTime + at);
}

const PLACED: Record<Material, () => void> = {
  card: () => {
    rush(0, 0.09, 0.5, 1500);
    tone(170, 0, 0.07, 0.12, "sine");
  },
  wood: () => {
    rush(0, 0.05, 0.9, 700, 3);
    tone(240, 0, 0.09, 0.22, "sine");
    tone(480, 0, 0.05, 0.06, "triangle");
  },
  tile: () => {
    rush(0, 0.04, 0.8, 1900, 4);
    rush(0.028, 0.06, 0.6, 1100, 3);
    tone(140, 0, 0.08, 0.16, "sine");
  },
  chips: () => [0, 0.045, 0.1].forEach((at, i) => {
    tone(3300 + 370 * i, at, 0.06, 0.05, "triangle");
    rush(at, 0.03, 0.25, 5200, 6);
  }),
}; // prettier-ignore

export function play(sound: Sound, material: Material = "card"): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  if (!out) {
    out = audio.createGain();
    out.connect(audio.destination);
  }
  out.gain.value = settings.volume;
  if (audio.state === "suspended") void audio.resume();
  switch (sound) {
    case "pick":
      if (material === "card") rush(0, 0.05, 0.25, 2600);
      else rush(0, 0.03, 0.25, material === "chips" ? 4800 : 1200, 3);
      break;
    case "place":
      PLACED[material]();
      break;
    case "undo":
      rush(0, 0.08, 0.3, 900);
      break;
    case "tick":
      [880, 880].forEach((f, i) => tone(f, i * 0.14, 0.09, 0.1, "sine"));
      break;
    case "turn":
      [659, 880].forEach((f, i) => tone(f, i * 0.12, 0.3, 0.09, "sine"));
      break;
    case "refuse":
      tone(170, 0, 0.12, 0.12, "triangle");
      tone(140, 0.09, 0.16, 0.12, "triangle");
      break;
    case "win":
      [523, 659, 784, 1047].forEach((f, i) => tone(f, i * 0.11, 0.4, 0.1, "triangle"));
      [1319, 1568].forEach((f, i) => tone(f, 0.44 + i * 0.08, 0.5, 0.04, "sine"));
      break;
    case "lose":
      [392, 330, 262].forEach((f, i) => tone(f, i * 0.16, 0.35, 0.08, "triangle"));
      break;
  }
}
