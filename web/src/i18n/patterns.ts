// Sentences with holes: `{0} onto {1}` matches `Q♣ onto K♦`, and what was in the holes is
// translated too and put into the other sentence. A hole takes what has a translation or needs
// none (`{0#}`: a number, `{0*}`: anything, as it is); so a sentence is translated as a whole
// or not at all.
export type Catalogue = readonly (readonly [pattern: string, translation: string])[];

interface Rule {
  test: RegExp;
  to: string;
  holes: { name: string; isRaw: boolean }[];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function rule([pattern, to]: readonly [string, string]): Rule {
  const holes: Rule["holes"] = [];
  const source = pattern
    .split(/(\{\d[#*]?\})/)
    .map((part, i) => {
      const hole = /^\{(\d)([#*]?)\}$/.exec(part);
      if (!hole) return escaped(part);
      holes.push({ name: hole[1] ?? "", isRaw: hole[2] !== "" });
      // What a sentence begins with may be a sentence itself: it takes all that it can.
      return hole[2] === "#" ? "(-?\\d+)" : i === 1 ? "(.+)" : "(.+?)";
    })
    .join("");
  return { test: new RegExp(`^${source}$`, "i"), to, holes };
}

const isUpper = (letter: string): boolean => letter !== letter.toLowerCase();

/** Begin as the original does: a sentence stays a sentence. */
function cased(like: string, text: string): string {
  const first = like[0] ?? "";
  const rest = like[1] ?? "";
  if (!isUpper(first) || isUpper(rest) || /^[^a-z]*$/i.test(first)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Numbers, cards, places and single letters are the same in every language. */
const isWordless = (text: string): boolean => !/[a-z]{2}/.test(text);

/** The translation of a text, or null when some part of it has none. */
export function dictionary(catalogue: Catalogue, smooth = (text: string): string => text): (text: string) => string | null {
  const words = new Map<string, string>();
  const rules: Rule[] = [];
  for (const entry of catalogue) {
    if (/\{\d[#*]?\}/.test(entry[0])) rules.push(rule(entry));
    else words.set(entry[0].toLowerCase(), entry[1]);
  }
  const known = new Map<string, string | null>();

  function look(text: string, depth: number): string | null {
    const word = words.get(text.toLowerCase());
    if (word !== undefined) return cased(text, word);
    if (isWordless(text)) return text;
    if (depth > 6) return null;
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const found = composed(text, depth);
    if (known.size > 5000) known.clear();
    known.set(text, found);
    return found;
  }

  function composed(text: string, depth: number): string | null {
    for (const { test, to, holes } of rules) {
      const match = test.exec(text);
      if (!match) continue;
      const filling = new Map(holes.map(({ name, isRaw }, i) => [name, isRaw ? (match[i + 1] ?? "") : look(match[i + 1] ?? "", depth + 1)]));
      if ([...filling.values()].includes(null)) continue;
      return cased(text, to.replace(/\{(\d)\}/g, (_, name: string) => filling.get(name) ?? ""));
    }
    return null;
  }

  return (text) => {
    const found = look(text, 0);
    return found === null ? null : smooth(found);
  };
}

/** The translation of a text, or the text itself when it has none. */
export function translator(catalogue: Catalogue, smooth?: (text: string) => string): (text: string) => string {
  const translated = dictionary(catalogue, smooth);
  return (text) => translated(text) ?? text;
}
