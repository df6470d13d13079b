// Words about players, in which each has a name: whoever looks is told apart from the others.
import { said, t } from "../../i18n";
import { NAME, READER, turned, unarticled } from "../../i18n/you";
import { settings } from "../../storage/settings.svelte";
import type { TableMessage, Words } from "../../server/protocol";
import { nameOf } from "./names";

type Seated = Pick<TableMessage, "seat" | "seats"> | null;

/** A sentence about somebody: "Greedy wins", and about oneself "You win". */
export function own(words: Words, message: Seated): string {
  if (!message || message.seats.length < 2) return said(words);
  let reader = "";
  const text = unarticled(said(words, undefined, (name, seat) => {
    if (seat !== message.seat) return `${NAME}${nameOf(seat, message)}`;
    reader = name;
    return `${name}${READER}`;
  }));
  return reader === "" ? text : turned(text, reader, t("you"), settings.language);
}

/** A few words with a name before them: "You: 199". */
export function named(words: Words, message: Seated): string {
  if (!message || message.seats.length < 2) return said(words);
  return unarticled(said(words, undefined, (_, seat) => `${NAME}${nameOf(seat, message)}`));
}

const SHORT = 7;

/** Where there is little room the first word of a name, "Dolores" or "Maximil…", with the seat where two have the same. */
export function shortly(words: Words, message: Seated): string {
  const first = (seat: number): string => {
    const [name = ""] = nameOf(seat, message).split(" ");
    return name.length > SHORT + 1 ? `${name.slice(0, SHORT)}…` : name;
  };
  const isShared = (seat: number): boolean => (message?.seats ?? []).some((other) => other.seat !== seat && first(other.seat) === first(seat));
  return said(words, undefined, (_, seat) => (isShared(seat) ? String(seat) : first(seat)));
}

/** The same where there is even less: "you: 199", and of another "3: 199". */
export const briefly = (words: Words, message: Seated): string =>
  said(words, undefined, (_, seat) => (seat === message?.seat ? t("you") : String(seat)));
