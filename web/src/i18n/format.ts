// Sentences as the server sends them, written in words. A language is a catalogue from template
// to template with the same holes; nothing that is English already is ever taken apart.
import type { Filling, Said, Words } from "../server/protocol";

/** The wording of a template, where a language has one. */
export type Wording = (template: string) => string | undefined;

/** How a player is called where there is a better word than the number: "you". */
export type Naming = (player: string, seat: number) => string;

type Part = { text: string } | { hole: string };

const known = new Map<string, Part[]>();

/** A template in parts: `{{` is a brace, `{slot:board4}` a hole. */
function parts(template: string): Part[] {
  let found = known.get(template);
  if (!found) {
    found = template
      .split(/(\{\{|\}\}|\{[^{}]*\})/)
      .filter((text) => text !== "")
      .map((text) => (text === "{{" || text === "}}" ? { text: text.charAt(0) } : text.startsWith("{") ? { hole: text.slice(1, -1) } : { text }));
    known.set(template, found);
  }
  return found;
}

/** The holes of a template, each once, in their order: that of the values of a sentence. */
export const holes = (template: string): string[] => [...new Set(parts(template).flatMap((part) => ("hole" in part ? [part.hole] : [])))];

/** Is there anything to translate? Numbers, cards and places are the same everywhere. */
const hasWords = (template: string): boolean => parts(template).some((part) => "text" in part && /[a-z]{2}/.test(part.text));

/** The sentence in a wording, or null where that, or a sentence within it, has none. */
export function written(words: Words, wording: Wording, naming?: Naming): string | null {
  const [template, values] = typeof words === "string" ? [words, {}] : [words.template, words.values];
  const other = wording(template) ?? (hasWords(template) ? null : template);
  if (other === null) return null;
  if (typeof words === "string") return other;
  let text = "";
  for (const part of parts(other)) {
    const filling = "hole" in part ? number(part.hole, filled(values[part.hole], wording, naming), wording) : part.text;
    if (filling === null) return null;
    text += filling;
  }
  return naming && words.code === "player" ? naming(text, Number(values["number"])) : text;
}

const NUMBER = "1,000.5";

/** What a hole says is a number has the points and commas of the language, whose catalogue writes `NUMBER`. */
function number(hole: string, text: string | null, wording: Wording): string | null {
  const sample = wording(NUMBER);
  if (text === null || sample === undefined || !/:.*[,f]$/.test(hole)) return text;
  return text.replace(/[,.]/g, (sign) => sample.charAt(sign === "," ? 1 : 5));
}

function filled(value: Filling | undefined, wording: Wording, naming?: Naming): string | null {
  if (value === undefined) return "";
  if (typeof value === "number") return String(value);
  // A word in a hole has a wording, or it is a name.
  if (typeof value === "string") return wording(value) ?? value;
  return written(value, wording, naming);
}

export const english = (words: Words, naming?: Naming): string =>
  typeof words === "string" ? words : (written(words, (template) => template, naming) ?? "");

/** What a sentence is about, by a name that no language changes. */
export const codeOf = (words: Words): string => (typeof words === "string" ? words : words.code);

export const isSaid = (words: unknown): words is Said => typeof words === "object" && words !== null && "template" in words;

/** Words that meet grow together, but not the end of a longer one: `tem o botão` stays. */
export const joinedUp = (text: string, apart: string, together: string): string =>
  text.replace(new RegExp(`(?<!\\p{L})${apart}`, "gu"), together);
