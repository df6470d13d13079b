import { codeOf } from "../../i18n/format";
import type { Words } from "../../server/protocol";

// What an outcome's text adds to a title that has told who won: of "You win: every card is
// home", in whatever language, what follows the colon.
export const added = (words: Words, text: string): string =>
  ["won", "lost"].includes(codeOf(words)) ? text.replace(/^[^:]*:\s*/, "") : text;
