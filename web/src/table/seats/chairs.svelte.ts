// Who sits where, and what is said about it: invitations, votes, getting up, one's own name.
import { keep, keyOf } from "../../storage/keys";
import type { Invitation, TableMessage, ToServer } from "../../server/protocol";

/** The table as its chairs know it. */
export interface Chamber {
  readonly table: string;
  readonly token: string;
  readonly message: TableMessage | null;
  send(message: ToServer): boolean;
  post(message: ToServer): boolean;
}

export class Chairs {
  /** The invitations that this browser knows. */
  invitations = $state.raw<Invitation[]>([]);
  #table: Chamber;

  constructor(table: Chamber) {
    this.#table = table;
    this.invitations = keyOf(table.table, table.token)?.invitations ?? [];
  }

  #tenure(seat: number): number {
    return this.#table.message?.seats.find((s) => s.seat === seat)?.tenure ?? 0;
  }

  hear(invitation: Invitation): void {
    const { table, token } = this.#table;
    this.invitations = [...this.invitations.filter((i) => i.seat !== invitation.seat), invitation];
    keep({ table, token, invitations: this.invitations });
  }

  /** A new invitation to a seat; the last one is void then. */
  invite(seat: number): void {
    this.#table.send({ type: "invite", seat, tenure: this.#tenure(seat) });
  }

  revoke(seat: number): void {
    this.#table.send({ type: "revoke", seat, tenure: this.#tenure(seat) });
  }

  /** Want a seat released, or no longer. */
  vote(seat: number, release: boolean): void {
    this.#table.send({ type: "vote", seat, tenure: this.#tenure(seat), release });
  }

  /** Give up one's own seat. */
  leave(): void {
    this.#table.send({ type: "leave" });
  }

  /** Be called so by the others, from now on. */
  call(name: string): void {
    const own = this.#table.message?.seats.find((seat) => seat.seat === this.#table.message?.seat);
    if (own && (own.name ?? "") !== name) this.#table.post({ type: "name", name });
  }
}
