// Sentences about whoever reads them: "player 1 wins most" is told to player 1 as "You win most".
// Games write of players in the third person; only where the player is the subject, which is seen
// from the verb that follows, does the sentence turn to them.

/** Stands behind the name of the reader until it is known how the sentence goes on. */
export const READER = "\u2060";

/** Stands before a proper name, which has no article where "player 2" had one. */
export const NAME = "\u2063";
const WITHOUT: Record<string, string> = { do: "de ", ao: "a ", no: "em ", pelo: "por ", o: "" };

/** "a mão do Irina" is "a mão de Irina"; English has no article there. */
export const unarticled = (text: string): string =>
  text.replace(/(?<!\p{L})(do|ao|no|pelo|o) \u2063/giu, (_, article: string) => WITHOUT[article.toLowerCase()] ?? "").replaceAll(NAME, "");

const IRREGULAR: Record<string, string> = { is: "are", has: "have", was: "were", does: "do" };

/** An English verb in the third person as it goes with "you". */
const withYou = (verb: string): string =>
  IRREGULAR[verb] ??
  (verb.endsWith("ies") ? `${verb.slice(0, -3)}y` : /(ss|sh|ch|x)es$/.test(verb) ? verb.slice(0, -2) : verb.endsWith("s") ? verb.slice(0, -1) : verb);

/** "the reserve of player 1" is "your reserve"; what is done to player 1 is done to you. */
function possessed(text: string, name: string): string {
  return text
    .replace(new RegExp(`\\bthe (\\w+) of ${name}${READER}`, "gi"), (all: string, what: string) => (all.startsWith("T") ? `Your ${what}` : `your ${what}`))
    .replace(new RegExp(`^${name}${READER}(?= and )`, "i"), "You")
    .replace(new RegExp(`\\b(and|with|from|for|against|by|to) ${name}${READER}`, "gi"), "$1 you")
    .replace(new RegExp(`${name}${READER}(?= (may|can|must|will) )`, "gi"), "you");
}

/** The same: "a reserva de jogador 1" is "a sua reserva". */
const possessedPt = (text: string, name: string): string =>
  text.replace(new RegExp(`(?<!\\p{L})([ao]) (\\p{L}+) d[eo] ${name}${READER}`, "giu"), (_, article: string, what: string) =>
    `${article} ${article.toLowerCase() === "a" ? "sua" : "seu"} ${what}`);

/** The sentence turned to its reader, who is called `name` in it and elsewhere `name (you)`. */
export function turned(text: string, name: string, you: string, language: string): string {
  const subject = language === "pt" ? /(^|[:;,] )(?:o )?([^:;,\u2060]*)\u2060 (?!e |a )(\p{Ll}+)/giu : /(^|[:;,] )([^:;,\u2060]*)\u2060 ([a-z]*(?:[^s\W]s|ed))\b/gu;
  const isName = (words: string): boolean => words.toLowerCase() === name.toLowerCase();
  const told = text.replace(subject, (all: string, before: string, words: string, verb: string) => {
    if (!isName(words)) return all;
    if (language === "pt") return `${before}${verb}`; // the verb says enough
    return `${before}${before === "" ? "You" : "you"} ${withYou(verb)}`;
  });
  return (language === "pt" ? possessedPt(told, name) : possessed(told, name)).replaceAll(READER, ` (${you})`);
}
