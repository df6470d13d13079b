// Words about players, in which each has a name: whoever looks is told apart from the others.
import { said, t } from "../i18n";
import type { TableMessage, Words } from "../protocol";
import { nameOf } from "./names";

type Seated = Pick<TableMessage, "seat" | "seats"> | null;

/** A sentence about somebody: "Greedy wins", and of one's own seat "player 2 (you) wins". */
export function own(words: Words, message: Seated): string {
  if (!message || message.seats.length < 2) return said(words);
  return said(words, undefined, (name, seat) => (seat === message.seat ? `${name} (${t("you")})` : nameOf(seat, message)));
}

/** A few words with a name before them: "You: 199". */
export function named(words: Words, message: Seated): string {
  if (!message || message.seats.length < 2) return said(words);
  return said(words, undefined, (_, seat) => nameOf(seat, message));
}

/** The same where there is little room: "you: 199", and of another "3: 199". */
export const briefly = (words: Words, message: Seated): string =>
  said(words, undefined, (_, seat) => (seat === message?.seat ? t("you") : String(seat)));
