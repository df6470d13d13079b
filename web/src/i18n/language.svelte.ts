// The language of the page: its own texts are a part of the client that comes when it is spoken,
// and what the games say is the server's catalogue, fetched once.
import { settings } from "../storage/settings.svelte";
import type { Texts } from "./en";
import { joinedUp, type Wording } from "./format";

interface Catalogue {
  language: string;
  contractions: [string, string][];
  general: Record<string, string>;
  games: Record<string, Record<string, string>>;
}

let catalogue = $state.raw<Catalogue | null>(null);
let asked = "";
let learning: Promise<void> = Promise.resolve();

const OTHERS: Record<string, () => Promise<Texts>> = { pt: async () => (await import("./pt")).pt };

let own = $state.raw<{ language: string; texts: Texts } | null>(null);

/** The texts of the page in the player's language; null where they are English, or not here yet. */
export const textsOf = (): Texts | null => (own?.language === settings.language ? own.texts : null);

/** The page's own texts are here. */
export async function speaking(): Promise<void> {
  const { language } = settings;
  if (own?.language === language) return;
  try {
    const texts = await OTHERS[language]?.();
    if (texts) own = { language, texts };
  } catch {
    // English, then: without a connection nothing more comes
  }
}

/** Fetch what the language needs; until it is there, games speak English. */
export function learn(): void {
  const { language } = settings;
  void speaking();
  if (language === "en" || language === asked) return;
  asked = language;
  learning = fetched(language);
}

/** What is said once, and never written anew, is said when the language is here, or does not come. */
export function whenLearnt(say: () => void): void {
  if (settings.language === "en" || catalogue?.language === settings.language) say();
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
  if (settings.language === "en" || catalogue?.language !== settings.language) return null;
  const { general } = catalogue;
  const own = catalogue.games[game];
  return (template) => own?.[template] ?? general[template];
}

/** `de a reserva` is written `da reserva`. */
export const contracted = (text: string): string =>
  (catalogue?.contractions ?? []).reduce((done, [apart, together]) => joinedUp(done, apart, together), text);

let game = $state("");

/** What is said on this page is said by this game, unless another is named. */
export function listenTo(name: string): void {
  game = name;
}

export const playing = (): string => game;
