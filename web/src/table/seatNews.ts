// What has happened to the seats of a table between two pictures of it, in sentences.
import { said, sentence, t } from "../i18n";
import type { Seat } from "../protocol";

export const player = (seat: number): string => said(`player ${seat}`);

function changed({ seat, change }: Seat): string {
  switch (change) {
    case "claimed": return t("seatClaimed", player(seat)); // prettier-ignore
    case "left": return t("seatLeft", player(seat)); // prettier-ignore
    case "voted": return t("seatVoted", player(seat)); // prettier-ignore
    case "away": return t("seatAway", player(seat)); // prettier-ignore
    case "invited": return t("seatInvited", seat); // prettier-ignore
    case "revoked": return t("seatRevoked", seat); // prettier-ignore
    default: return ""; // prettier-ignore
  }
}

/** One sentence for each change, and one for each new vote. */
export function seatNews(before: Seat[], now: Seat[], mine: number): string[] {
  return now.flatMap((seat) => {
    const was = before.find((s) => s.seat === seat.seat);
    if (!was) return [];
    if (was.tenure !== seat.tenure) return changed(seat) === "" ? [] : [sentence(changed(seat))];
    const votes = (seat.votes ?? []).filter((by) => by !== mine && !was.votes?.includes(by));
    return votes.map((by) => sentence(voteText(by, seat.seat, mine)));
  });
}

export const voteText = (by: number, seat: number, mine: number): string =>
  seat === mine ? t("voteMine", player(by)) : t("voteOther", player(by), seat);
