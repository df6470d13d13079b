// Words about players, in which each has a name: whoever looks is told apart from the others.
import { textOf, sentence, t } from "../../i18n";
import { subjectOf } from "../../i18n/format";
import type { TableMessage, Words } from "../../server/protocol";
import { nameOf } from "./names";

type Seated = Pick<TableMessage, "seat" | "seats"> | null;

/** A sentence about somebody: "Greedy wins", and about oneself "You win". */
export function phrase(words: Words, message: Seated): string {
  if (!message || message.seats.length < 2) return textOf(words);
  const name = (player: string, seat: number): string =>
    seat === message.seat ? `${player} (${t("you")})` : nameOf(seat, message);
  const text = textOf(words, undefined, { name, reader: message.seat });
  return subjectOf(words) === message.seat ? sentence(text) : text;
}

/** A sentence about what a seat did, in two parts: who did it, and the rest, which begins with a space or a colon. */
export function parted(words: Words, seat: number, message: Seated): [who: string, rest: string] {
  const who = nameOf(seat, message);
  if (subjectOf(words) !== seat) return [who, `: ${phrase(words, message)}`];
  return [who, textOf(words, undefined, { name: (_, other) => (other === seat ? "" : nameOf(other, message)) })];
}

/** A few words with a name before them: "You: 199". */
export function withNames(words: Words, message: Seated): string {
  if (!message || message.seats.length < 2) return textOf(words);
  return textOf(words, undefined, { name: (_, seat) => nameOf(seat, message) });
}

const SHORT = 7;

/** Where there is little room the first word of a name, "Dolores" or "Maximil…", with the seat where two have the same. */
export function withShortNames(words: Words, message: Seated): string {
  const first = (seat: number): string => {
    const [name = ""] = nameOf(seat, message).split(" ");
    return name.length > SHORT + 1 ? `${name.slice(0, SHORT)}…` : name;
  };
  const isShared = (seat: number): boolean =>
    (message?.seats ?? []).some((other) => other.seat !== seat && first(other.seat) === first(seat));
  return textOf(words, undefined, { name: (_, seat) => (isShared(seat) ? String(seat) : first(seat)) });
}

/** The same where there is even less: "you: 199", and of another "3: 199". */
export const withNumbers = (words: Words, message: Seated): string =>
  textOf(words, undefined, { name: (_, seat) => (seat === message?.seat ? t("you") : String(seat)) });
