// The seat of whoever looks is told from the others.
import { said, t } from "../i18n";
import type { TableMessage } from "../protocol";

/** A text in which the player's own seat is marked: "player 2 (you): 199". */
export function own(text: string, message: Pick<TableMessage, "seat" | "seats"> | null): string {
  if (!message?.seat || message.seats.length < 2) return text;
  const name = said(`player ${message.seat}`);
  return text.replace(new RegExp(`\\b${name}(?!\\d)`, "i"), (found) => `${found} (${t("you")})`);
}
