import { isSentence } from "../../i18n/format";
import type { Words } from "../../server/protocol";

/** What an outcome adds to a title that has told who won: of "You win: every card is home" the reason. */
export function reasonOf(words: Words): Words {
  const why = isSentence(words) && ["won", "lost"].includes(words.code) ? words.values["why"] : undefined;
  return isSentence(why) ? why : words;
}
