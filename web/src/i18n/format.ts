// Sentences as the server sends them, written in words. A language is a catalogue from template
// to template with the same holes; nothing that is English already is ever taken apart.
import type { Filling, Said, Words } from "../server/protocol";

/** The wording of a template, where a language has one. */
export interface Wording {
  (template: string): string | undefined;
  /** What grows together where two words meet: `de a` is written `da`. */
  contractions?: readonly (readonly [apart: string, together: string])[];
}

/** How players are called where there are better words than their numbers, and which of them reads. */
export interface Naming {
  name: (player: string, seat: number) => string;
  /** The seat of whoever reads; nobody's where all are spoken of in the third person. */
  reader?: number;
}

/** A hole may hold the words that go with the grammatical person: `{player:* wins|you win}`. */
type Part = { text: string } | { hole: string; forms?: string[] };

const known = new Map<string, Part[]>();

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
  let found = known.get(template);
  if (!found) {
    found = template
      .split(/(\{\{|\}\}|\{[^{}]*\})/)
      .filter((text) => text !== "")
      .map(partOf);
    known.set(template, found);
  }
  return found;
}

/** The holes of a template, each once, in their order: that of the values of a sentence. */
export const holes = (template: string): string[] => [
  ...new Set(parts(template).flatMap((part) => ("hole" in part ? [part.hole] : []))),
];

/** Is there anything to translate? Numbers, cards and places are the same everywhere. */
const hasWords = (template: string): boolean =>
  parts(template).some((part) => /[a-z]{2}/.test("text" in part ? part.text : (part.forms?.join() ?? "")));

/** The sentence in a wording, or null where that, or a sentence within it, has none. */
export function written(words: Words, wording: Wording, naming?: Naming): string | null {
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
        : ["", number(part.hole, filled(value, wording, naming), wording), ""];
      if (filling === null) return null;
      text = joined(text + before, filling, wording) + after;
    }
  }
  return naming && words.code === "player" ? naming.name(text, Number(values["number"])) : text;
}

/** A list of one is what is in it. */
const alone = (value: Filling | undefined): Filling | undefined =>
  isSaid(value) && value.template === "{p1}" ? alone(value.values["p1"]) : value;

/** The seat of a player, or of the first of several. */
const seatOf = (value: Filling | undefined): number =>
  !isSaid(value)
    ? 0
    : value.code === "player"
      ? Number(value.values["number"])
      : seatOf(Object.values(value.values)[0]);

/** The seat of the player with whom a sentence begins. */
export function subjectOf(words: Words): number {
  if (typeof words === "string") return 0;
  const [first] = parts(words.template);
  return first && "hole" in first ? seatOf(words.values[first.hole]) : 0;
}

/** Of several things the first. */
export function firstOf(words: Words): Words {
  const first = isSaid(words) && words.code === "list" ? words.values["p1"] : undefined;
  return first === undefined || typeof first === "number" ? words : first;
}

/** Is a player spoken of? */
export const mentions = (words: Filling, seat: number): boolean =>
  isSaid(words) &&
  (words.code === "player"
    ? Number(words.values["number"]) === seat
    : Object.values(words.values).some((value) => mentions(value, seat)));

/** Words about somebody, and what stands before and after them: of a player by number, to the reader, of a
 *  player by a proper name. */
function person(
  given: Filling | undefined,
  [other = "*", second = "", third = ""]: string[],
  wording: Wording,
  naming?: Naming,
): [before: string, about: string | null, after: string] {
  const value = alone(given);
  const isReader = naming?.reader !== undefined && seatOf(value) === naming.reader;
  if (isReader && second && isSaid(value) && value.code === "player") return ["", second, ""];
  // Among others the reader is called as alone: "Greedy and you".
  const among =
    naming && second && other === "*"
      ? {
          ...naming,
          name: (player: string, seat: number) => (seat === naming.reader ? second : naming.name(player, seat)),
        }
      : naming;
  const [before = "", after] = (naming && !isReader && third ? third : other).split("*");
  return after === undefined ? ["", before, ""] : [before, filled(value, wording, among), after];
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

export const isSaid = (words: unknown): words is Said =>
  typeof words === "object" && words !== null && "template" in words;

/** A text and what follows it; where they meet words may grow together, but not the end of a longer one. */
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

/** Is something said, by itself or within a sentence? */
export const says = (words: Filling, part: Words): boolean =>
  (typeof words !== "number" && english(words) === english(part)) ||
  (isSaid(words) && Object.values(words.values).some((value) => says(value, part)));
