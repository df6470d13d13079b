// The language of the page: a catalogue of the server, from English template to template, fetchCatalogue once.
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
let requested = "";
let loading: Promise<void> = Promise.resolve();

const current = (): Catalogue | null => (catalogue?.language === settings.language ? catalogue : null);

/** The texts of the interface in the player's language; null for English and before they arrive. */
export const interfaceWording = (): Record<string, string> | null => current()?.interface ?? null;

/** Fetch the catalogue of the language; the page is in English until it arrives. */
export function loadLanguage(): void {
  const { language } = settings;
  if (language === "en" || language === requested) return;
  requested = language;
  loading = fetchCatalogue(language);
}

/** Wait until the catalogue has been loaded, or cannot be. */
export function languageLoaded(): Promise<void> {
  loadLanguage();
  return loading;
}

/** Run a function when the catalogue has been loaded, or cannot be. */
export function whenLoaded(run: () => void): void {
  if (settings.language === "en" || current()) run();
  else void loading.then(run);
}

async function fetchCatalogue(language: string): Promise<void> {
  try {
    const response = await fetch(`/api/languages/${language}`);
    if (!response.ok) throw new Error(response.statusText);
    catalogue = (await response.json()) as Catalogue;
  } catch {
    requested = ""; // the next page tries again
  }
}

/** The translations of a game's texts; null for English. */
export function wordingOf(game: string): Wording | null {
  const words = current();
  if (!words) return null;
  const own = words.games[game];
  const { contractions } = words;
  return Object.assign((template: string) => own?.[template] ?? words.general[template], { contractions });
}

let game = $state("");

/** Set the game whose catalogue renders the texts of this page. */
export function setGame(name: string): void {
  game = name;
}

export const currentGame = (): string => game;
