// Texts in the player's language: `t` for the interface, `textOf` for texts of games. Both look English
// templates up in the server's catalogue of the language.
import type { Words } from "../server/protocol";
import { english, render, type Naming } from "./format";
import { interfaceWording, currentGame, wordingOf } from "./language.svelte";

export { codeOf } from "./format";
export { loadLanguage, setGame, currentGame, languageLoaded, whenLoaded } from "./language.svelte";

/** A text of the interface with its values: `t("Seat {0}", 2)`. */
export function t(template: string, ...filling: (string | number)[]): string {
  const text = interfaceWording()?.[template] ?? template;
  return text.replace(/\{(\d)\}/g, (_, n: string) => String(filling[Number(n)] ?? ""));
}

/** Render a text of a game or of the server, in the player's language or in English. */
export function textOf(words: Words, game = currentGame(), naming?: Naming): string {
  const wording = wordingOf(game);
  return (wording && render(words, wording, naming)) ?? english(words, naming);
}

/** A sentence begins with a capital letter; games write their words without. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
