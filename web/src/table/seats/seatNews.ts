// What has happened to the seats of a table between two pictures of it, in sentences.
import { sentence, t } from "../../i18n";
import type { Seat } from "../../server/protocol";

export const player = (seat: number): string => t("player {0}", seat);

function changed({ seat, change }: Seat): string {
  switch (change) {
    case "claimed": return t("{0} has sat down.", player(seat)); // prettier-ignore
    case "left": return t("{0} has given up the seat; it is open.", player(seat)); // prettier-ignore
    case "voted": return t("{0} has been voted out; the seat is open.", player(seat)); // prettier-ignore
    case "away": return t("{0} has been away for too long; the seat is open.", player(seat)); // prettier-ignore
    case "invited": return t("There is a new invitation to seat {0}; earlier ones are void.", seat); // prettier-ignore
    case "revoked": return t("The invitation to seat {0} has been revoked.", seat); // prettier-ignore
    default: return ""; // prettier-ignore
  }
}

/** What was before of a seat that is still there. */
const before = (old: Seat[], { seat }: Seat): Seat | undefined => old.find((s) => s.seat === seat);

/** One sentence for each seat that has changed hands, or whose invitation has changed. */
export const seatNews = (old: Seat[], now: Seat[]): string[] =>
  now
    .filter((seat) => (before(old, seat)?.tenure ?? seat.tenure) !== seat.tenure)
    .map((seat) => sentence(changed(seat)))
    .filter((text) => text !== "");

/** One sentence for each of the others who sits out now, or is back. */
export const outNews = (old: Seat[], now: Seat[], mine: number, name: (seat: number) => string): string[] =>
  now
    .filter((seat) => seat.seat !== mine && before(old, seat)?.tenure === seat.tenure)
    .filter((seat) => (before(old, seat)?.out ?? false) !== (seat.out ?? false))
    .map((seat) => sentence(t(seat.out ? "{0} is sitting out." : "{0} is back.", name(seat.seat))));

/** One sentence for each new vote of another. */
export const voteNews = (old: Seat[], now: Seat[], mine: number): string[] =>
  now.flatMap((seat) => {
    const had = before(old, seat)?.votes ?? [];
    const votes = (seat.votes ?? []).filter((by) => by !== mine && !had.includes(by));
    return votes.map((by) => sentence(voteText(by, seat.seat, mine)));
  });

export const voteText = (by: number, seat: number, mine: number): string =>
  seat === mine ? t("{0} wants your seat released.", player(by)) : t("{0} wants seat {1} released.", player(by), seat);

/** How long somebody has to object to being voted out. */
export function releaseText(seat: number, mine: number, seconds: number): string {
  const left = Math.ceil(seconds);
  if (seat === mine)
    return left > 0
      ? t("You have been voted out. Your seat is released in {0} s, unless you play or object.", left)
      : t("You have been voted out. Your seat is released after this hand, unless you play or object.");
  return left > 0
    ? t(
        "{0} has been voted out. The seat is released in {1} s, unless the player plays or objects.",
        player(seat),
        left,
      )
    : t(
        "{0} has been voted out. The seat is released after this hand, unless the player plays or objects.",
        player(seat),
      );
}
