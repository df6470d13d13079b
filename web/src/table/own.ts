// Players by name: whoever looks is told apart from the others.
import { said, t } from "../i18n";
import type { TableMessage } from "../protocol";

type Seated = Pick<TableMessage, "seat" | "seats"> | null;

/** A player's name in a text, with its number: "player 2" of "player 2: 199". */
const named = (): RegExp => new RegExp(`\\b${said("player 1").replace(/ 1$/, "")} (\\d+)`, "gi");

/** A text in which the player's own seat is marked: "player 2 (you): 199". */
export function own(text: string, message: Seated): string {
  if (!message?.seat || message.seats.length < 2) return text;
  return text.replace(named(), (name, seat) => (Number(seat) === message.seat ? `${name} (${t("you")})` : name));
}

/** The same where there is little room: "you: 199", and of another "3: 199". */
export const briefly = (text: string, message: Seated): string =>
  text.replace(named(), (_, seat) => (Number(seat) === message?.seat ? t("you") : seat));
