// The language of the page: a catalogue of the server, from English template to template, fetched once.
import { settings } from "../storage/settings.svelte";
import type { Wording } from "./format";

interface Catalogue {
  language: string;
  contractions: [string, string][];
  interface: Record<string, string>;
  general: Record<string, string>;
  games: Record<string, Record<string, string>>;
}

let catalogue = $state.raw<Catalogue | null>(null);
let asked = "";
let learning: Promise<void> = Promise.resolve();

const known = (): Catalogue | null => (catalogue?.language === settings.language ? catalogue : null);

/** The texts of the page in the player's language; null where they are English, or not here yet. */
export const interfaceWording = (): Record<string, string> | null => known()?.interface ?? null;

/** Fetch what the language needs; until it is there, everything is English. */
export function learn(): void {
  const { language } = settings;
  if (language === "en" || language === asked) return;
  asked = language;
  learning = fetched(language);
}

/** The language is here, or does not come. */
export function speaking(): Promise<void> {
  learn();
  return learning;
}

/** What is said once, and never written anew, is said when the language is here, or does not come. */
export function whenLearnt(say: () => void): void {
  if (settings.language === "en" || known()) say();
  else void learning.then(say);
}

async function fetched(language: string): Promise<void> {
  try {
    const response = await fetch(`/api/languages/${language}`);
    if (!response.ok) throw new Error(response.statusText);
    catalogue = (await response.json()) as Catalogue;
  } catch {
    asked = ""; // English, then, and another try with the next page
  }
}

/** The wording of a game in the player's language, or null where that is English. */
export function wordingOf(game: string): Wording | null {
  const words = known();
  if (!words) return null;
  const own = words.games[game];
  const { contractions } = words;
  return Object.assign((template: string) => own?.[template] ?? words.general[template], { contractions });
}

let game = $state("");

/** What is said on this page is said by this game, unless another is named. */
export function listenTo(name: string): void {
  game = name;
}

export const playing = (): string => game;
