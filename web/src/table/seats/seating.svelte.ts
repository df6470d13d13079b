// The seats of a table: invitations, votes, leaving, and the player's name.
import { keep, keyOf } from "../../storage/keys";
import type { Invitation } from "../../server/protocol";
import type { Connection } from "../play/connection.svelte";
import type { TableState } from "../play/state.svelte";

export class Seating {
  /** The invitations that this browser has stored. */
  invitations = $state.raw<Invitation[]>([]);
  #table: TableState;
  #connection: Connection;

  constructor(table: TableState, connection: Connection) {
    this.#table = table;
    this.#connection = connection;
    this.invitations = keyOf(table.id, table.token)?.invitations ?? [];
  }

  #tenure(seat: number): number {
    return this.#table.message?.seats.find((s) => s.seat === seat)?.tenure ?? 0;
  }

  receive(invitation: Invitation): void {
    const { id: table, token } = this.#table;
    this.invitations = [...this.invitations.filter((i) => i.seat !== invitation.seat), invitation];
    keep({ table, token, invitations: this.invitations });
  }

  /** Create an invitation to a seat, which replaces the last one. */
  invite(seat: number): void {
    this.#connection.send({ type: "invite", seat, tenure: this.#tenure(seat) });
  }

  revoke(seat: number): void {
    this.#connection.send({ type: "revoke", seat, tenure: this.#tenure(seat) });
  }

  /** Vote to release a seat, or withdraw the vote. */
  vote(seat: number, release: boolean): void {
    this.#connection.send({ type: "vote", seat, tenure: this.#tenure(seat), release });
  }

  /** Object to the votes on the player's seat. */
  object(): void {
    this.#connection.send({ type: "object" });
  }

  /** Give up the player's seat. */
  leave(): void {
    this.#connection.send({ type: "leave" });
  }

  /** Change the player's name. */
  rename(name: string): void {
    const own = this.#table.message?.seats.find((seat) => seat.seat === this.#table.message?.seat);
    if (own && (own.name ?? "") !== name) this.#connection.post({ type: "name", name });
  }
}
