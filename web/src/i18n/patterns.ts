// Sentences with holes: `{0} onto {1}` matches `Q♣ onto K♦`, and what was in the holes is
// translated too and put into the other sentence. Without a match the text stays as it is.
export type Catalogue = readonly (readonly [pattern: string, translation: string])[];

interface Rule {
  test: RegExp;
  to: string;
  holes: number[];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function rule([pattern, to]: readonly [string, string]): Rule {
  const holes: number[] = [];
  const source = pattern
    .split(/(\{\d(?:#)?\})/)
    .map((part, i) => {
      const hole = /^\{(\d)(#)?\}$/.exec(part);
      if (!hole) return escaped(part);
      holes.push(Number(hole[1]));
      // What a sentence begins with may be a sentence itself: it takes all that it can.
      return hole[2] ? "(-?\\d+)" : i === 1 ? "(.+)" : "(.+?)";
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

export function translator(catalogue: Catalogue, smooth = (text: string): string => text): (text: string) => string {
  const words = new Map<string, string>();
  const rules: Rule[] = [];
  for (const entry of catalogue) {
    if (/\{\d#?\}/.test(entry[0])) rules.push(rule(entry));
    else words.set(entry[0].toLowerCase(), entry[1]);
  }
  const known = new Map<string, string>();

  function translate(text: string, depth = 0): string {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const found = depth === 0 ? smooth(look(text, depth)) : look(text, depth);
    if (depth === 0 && known.size < 5000) known.set(text, found);
    return found;
  }

  function look(text: string, depth: number): string {
    const word = words.get(text.toLowerCase());
    if (word !== undefined) return cased(text, word);
    if (depth > 6) return text;
    for (const { test, to, holes } of rules) {
      const match = test.exec(text);
      if (!match) continue;
      const filled = to.replace(/\{(\d)\}/g, (_, n: string) => {
        const at = holes.indexOf(Number(n));
        return at < 0 ? "" : translate(match[at + 1] ?? "", depth + 1);
      });
      return cased(text, filled);
    }
    return text;
  }

  return (text) => translate(text);
}
