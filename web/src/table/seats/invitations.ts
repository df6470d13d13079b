// Which seats wait for a friend, and the invitations that this browser can give away.
import type { Invitation, TableMessage } from "../../server/protocol";

export function missingInvitations(
  message: Pick<TableMessage, "seat" | "seats"> | null,
  invitations: readonly Invitation[],
): Invitation[] {
  if (!message || message.seat === 0) return [];
  return invitations.filter(({ seat, tenure }) =>
    message.seats.some((one) => one.seat === seat && one.open && one.invited && one.tenure === tenure),
  );
}

const shown = new Set<string>();

/** Once a table, as long as the page lives: whoever has put it away knows where it is. */
export function isFirst(table: string): boolean {
  if (shown.has(table)) return false;
  shown.add(table);
  return true;
}
