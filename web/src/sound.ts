// Sounds made by the browser itself: no files. Off until the player wants them.
import { settings } from "./settings.svelte";

let audio: AudioContext | null = null;

function tone(frequency: number, at: number, length: number, loud: number, type: OscillatorType): void {
  if (!audio) return;
  const start = audio.currentTime + at;
  const wave = audio.createOscillator();
  const gain = audio.createGain();
  wave.type = type;
  wave.frequency.setValueAtTime(frequency, start);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  wave.connect(gain).connect(audio.destination);
  wave.start(start);
  wave.stop(start + length + 0.02);
}

/** A short rush of noise: a card on cloth. */
function rush(length: number, loud: number, pitch: number): void {
  if (!audio) return;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++)
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = loud;
  source.buffer = buffer;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
}

export type Sound = "pick" | "place" | "refuse" | "win" | "lose" | "undo" | "tick";

export function play(sound: Sound): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  switch (sound) {
    case "pick":
      rush(0.05, 0.25, 2600);
      break;
    case "place":
      rush(0.09, 0.5, 1500);
      tone(170, 0, 0.07, 0.12, "sine");
      break;
    case "undo":
      rush(0.08, 0.3, 900);
      break;
    case "tick":
      [880, 880].forEach((f, i) => tone(f, i * 0.14, 0.09, 0.1, "sine"));
      break;
    case "refuse":
      tone(170, 0, 0.12, 0.12, "triangle");
      tone(140, 0.09, 0.16, 0.12, "triangle");
      break;
    case "win":
      [523, 659, 784, 1047].forEach((f, i) => tone(f, i * 0.11, 0.4, 0.1, "triangle"));
      break;
    case "lose":
      [392, 330, 262].forEach((f, i) => tone(f, i * 0.16, 0.35, 0.08, "triangle"));
      break;
  }
}
