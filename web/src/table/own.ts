// Players by name: whoever looks is told apart from the others.
import { said, t } from "../i18n";
import type { TableMessage, Words } from "../protocol";

type Seated = Pick<TableMessage, "seat" | "seats" | "game"> | null;

/** Words in which the player's own seat is marked: "player 2 (you): 199". */
export function own(words: Words, message: Seated): string {
  if (!message?.seat || message.seats.length < 2) return said(words);
  return said(words, undefined, (name, seat) => (seat === message.seat ? `${name} (${t("you")})` : name));
}

/** The same where there is little room: "you: 199", and of another "3: 199". */
export const briefly = (words: Words, message: Seated): string =>
  said(words, undefined, (_, seat) => (seat === message?.seat ? t("you") : String(seat)));
