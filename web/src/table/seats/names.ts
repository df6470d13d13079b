// What the players are called: you, bots by their names, friends by the names that they chose.
import { textOf, sentence, t } from "../../i18n";
import type { Seat, TableMessage } from "../../server/protocol";

type Seated = Pick<TableMessage, "seat" | "seats"> | null;

const bot = (who: string): string => {
  const [name = "", level] = who.slice("bot:".length).split(":");
  return level ? `${sentence(textOf(name))} (${level})` : sentence(textOf(name));
};

/** A bot or a friend by name, with the number of the seat where two have the same. */
function fullName(seat: Seat, seats: readonly Seat[]): string {
  const plain = (one: Seat): string => (one.who === "person" ? (one.name ?? "") : bot(one.who));
  const name = plain(seat);
  if (name === "") return sentence(t("player {0}", seat.seat));
  return seats.some((other) => other !== seat && plain(other) === name) ? `${name} ${seat.seat}` : name;
}

/** The name of a seat, as whoever looks would say it. */
export function nameOf(number: number, message: Seated): string {
  if (message?.seat === number) return sentence(t("you"));
  const seat = message?.seats.find((one) => one.seat === number);
  return seat && message ? fullName(seat, message.seats) : sentence(t("player {0}", number));
}
