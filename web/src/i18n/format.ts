// Sentences as the server sends them, render in words. A language is a catalogue from template
// to template with the same holes; nothing that is English already is ever taken apart.
import type { Filling, Sentence, Words } from "../server/protocol";

/** The translation of a template, if the language has one. */
export interface Wording {
  (template: string): string | undefined;
  /** Contractions: `de a` is render `da`. */
  contractions?: readonly (readonly [apart: string, together: string])[];
}

/** The names of players, and the seat of the reader. */
export interface Naming {
  name: (player: string, seat: number) => string;
  /** The reader's seat; without it all players are in the third person. */
  reader?: number;
}

/** A hole may hold the words that go with the grammatical person: `{player:* wins|you win}`. */
type Part = { text: string } | { hole: string; forms?: string[] };

const cache = new Map<string, Part[]>();

function partOf(text: string): Part {
  if (text === "{{" || text === "}}") return { text: text.charAt(0) };
  if (!text.startsWith("{")) return { text };
  const hole = text.slice(1, -1);
  if (!hole.includes("|")) return { hole };
  const at = hole.indexOf(":");
  return { hole: hole.slice(0, at), forms: hole.slice(at + 1).split("|") };
}

/** A template in parts: `{{` is a brace, `{slot:board4}` a hole. */
function parts(template: string): Part[] {
  let found = cache.get(template);
  if (!found) {
    found = template
      .split(/(\{\{|\}\}|\{[^{}]*\})/)
      .filter((text) => text !== "")
      .map(partOf);
    cache.set(template, found);
  }
  return found;
}

/** The holes of a template, each once, in the order of a sentence's values. */
export const holes = (template: string): string[] => [
  ...new Set(parts(template).flatMap((part) => ("hole" in part ? [part.hole] : []))),
];

/** Does a template contain words? Numbers, cards and places need no translation. */
const hasWords = (template: string): boolean =>
  parts(template).some((part) => /[a-z]{2}/.test("text" in part ? part.text : (part.forms?.join() ?? "")));

/** Render a sentence in a language; null if the sentence or a part of it has no translation. */
export function render(words: Words, wording: Wording, naming?: Naming): string | null {
  const [template, values] = typeof words === "string" ? [words, {}] : [words.template, words.values];
  const other = wording(template) ?? (hasWords(template) ? null : template);
  if (other === null) return null;
  if (typeof words === "string") return other;
  let text = "";
  for (const part of parts(other)) {
    if ("text" in part) text += part.text;
    else {
      const value = values[part.hole];
      const [before, filling, after] = part.forms
        ? person(value, part.forms, wording, naming)
        : ["", number(part.hole, renderValue(value, wording, naming), wording), ""];
      if (filling === null) return null;
      text = joined(text + before, filling, wording) + after;
    }
  }
  return naming && words.code === "player" ? naming.name(text, Number(values["number"])) : text;
}

/** Replace a list of one item by the item. */
const alone = (value: Filling | undefined): Filling | undefined =>
  isSentence(value) && value.template === "{p1}" ? alone(value.values["p1"]) : value;

/** The seat of a player, or of the first of several. */
const seatOf = (value: Filling | undefined): number =>
  !isSentence(value)
    ? 0
    : value.code === "player"
      ? Number(value.values["number"])
      : seatOf(Object.values(value.values)[0]);

/** The seat of the player at the beginning of a sentence. */
export function subjectOf(words: Words): number {
  if (typeof words === "string") return 0;
  const [first] = parts(words.template);
  return first && "hole" in first ? seatOf(words.values[first.hole]) : 0;
}

/** The first item of a list. */
export function firstOf(words: Words): Words {
  const first = isSentence(words) && words.code === "list" ? words.values["p1"] : undefined;
  return first === undefined || typeof first === "number" ? words : first;
}

/** Does a sentence mention a player? */
export const mentions = (words: Filling, seat: number): boolean =>
  isSentence(words) &&
  (words.code === "player"
    ? Number(words.values["number"]) === seat
    : Object.values(words.values).some((value) => mentions(value, seat)));

/** Render the words for a player, with the text before and after them: for a player by number, for the
 *  reader, or for a player by name. */
function person(
  given: Filling | undefined,
  [other = "*", second = "", third = ""]: string[],
  wording: Wording,
  naming?: Naming,
): [before: string, about: string | null, after: string] {
  const value = alone(given);
  const isReader = naming?.reader !== undefined && seatOf(value) === naming.reader;
  if (isReader && second && isSentence(value) && value.code === "player") return ["", second, ""];
  // Among others the reader is called as alone: "Greedy and you".
  const among =
    naming && second && other === "*"
      ? {
          ...naming,
          name: (player: string, seat: number) => (seat === naming.reader ? second : naming.name(player, seat)),
        }
      : naming;
  const [before = "", after] = (naming && !isReader && third ? third : other).split("*");
  return after === undefined ? ["", before, ""] : [before, renderValue(value, wording, among), after];
}

const NUMBER = "1,000.5";

/** Format a number with the separators of the language, whose catalogue translates `NUMBER`. */
function number(hole: string, text: string | null, wording: Wording): string | null {
  const sample = wording(NUMBER);
  if (text === null || sample === undefined || !/:.*[,f]$/.test(hole)) return text;
  return text.replace(/[,.]/g, (sign) => sample.charAt(sign === "," ? 1 : 5));
}

function renderValue(value: Filling | undefined, wording: Wording, naming?: Naming): string | null {
  if (value === undefined) return "";
  if (typeof value === "number") return String(value);
  // A word without a translation is a name.
  if (typeof value === "string") return wording(value) ?? value;
  return render(value, wording, naming);
}

export const english = (words: Words, naming?: Naming): string =>
  typeof words === "string" ? words : (render(words, (template) => template, naming) ?? "");

/** The code of a sentence, which is the same in every language. */
export const codeOf = (words: Words): string => (typeof words === "string" ? words : words.code);

export const isSentence = (words: unknown): words is Sentence =>
  typeof words === "object" && words !== null && "template" in words;

/** Join two texts; at the joint, whole words may contract. */
export function joined(text: string, value: string, { contractions = [] }: Wording): string {
  for (const [apart, together] of contractions)
    for (let cut = 1; cut < apart.length; cut += 1) {
      const [before, after] = [apart.slice(0, cut), apart.slice(cut)];
      if (!value.startsWith(after) || !text.endsWith(before)) continue;
      const rest = text.slice(0, -cut);
      if (!/\p{L}$/u.test(rest)) [text, value] = [rest + together, value.slice(after.length)];
    }
  return text + value;
}

/** Does a sentence contain a text? */
export const contains = (words: Filling, part: Words): boolean =>
  (typeof words !== "number" && english(words) === english(part)) ||
  (isSentence(words) && Object.values(words.values).some((value) => contains(value, part)));
