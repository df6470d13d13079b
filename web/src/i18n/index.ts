// Texts in the player's language: `t` for the interface, `said` for what the games say. Both are English
// templates, looked up in the server's catalogue of the language.
import type { Words } from "../server/protocol";
import { english, written, type Naming } from "./format";
import { interfaceWording, playing, wordingOf } from "./language.svelte";

export { codeOf } from "./format";
export { learn, listenTo, playing, speaking, whenLearnt } from "./language.svelte";

/** A text of the interface, with what fills its holes: `t("Seat {0}", 2)`. */
export function t(template: string, ...filling: (string | number)[]): string {
  const text = interfaceWording()?.[template] ?? template;
  return text.replace(/\{(\d)\}/g, (_, n: string) => String(filling[Number(n)] ?? ""));
}

/** What a game or the server says; as a whole in the player's language, or in English. */
export function said(words: Words, game = playing(), naming?: Naming): string {
  const wording = wordingOf(game);
  return (wording && written(words, wording, naming)) ?? english(words, naming);
}

/** A sentence begins with a capital letter; games write their words without. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
