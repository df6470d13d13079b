// Texts in the player's language: `t` for the interface, `said` for what the games say.
import { settings } from "../settings.svelte";
import { en, type Texts } from "./en";
import { contracted, gamesPt } from "./games.pt";
import { translator } from "./patterns";
import { pt } from "./pt";

const interfaces: Record<string, Texts> = { en, pt };
const portuguese = translator(gamesPt, contracted);

export function t(key: keyof Texts, ...filling: (string | number)[]): string {
  const text = (interfaces[settings.language] ?? en)[key];
  return text.replace(/\{(\d)\}/g, (_, n: string) => String(filling[Number(n)] ?? ""));
}

export const said = (text: string): string =>
  settings.language === "pt" ? portuguese(text) : text;

/** A sentence begins with a capital letter; games write their words without. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A word to choose from; some mean something else than they do in a sentence. */
export function chosen(word: string): string {
  const marked = said(`choice:${word}`);
  return marked.startsWith("choice:") ? said(word) : marked;
}
