// The language that the games speak here: its catalogue is the server's, fetched once.
import { settings } from "../settings.svelte";
import { joinedUp, type Wording } from "./format";

interface Catalogue {
  language: string;
  contractions: [string, string][];
  general: Record<string, string>;
  games: Record<string, Record<string, string>>;
}

let catalogue = $state.raw<Catalogue | null>(null);
let asked = "";

/** Fetch what the language needs; until it is there, games speak English. */
export async function learn(): Promise<void> {
  const { language } = settings;
  if (language === "en" || language === asked) return;
  asked = language;
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
