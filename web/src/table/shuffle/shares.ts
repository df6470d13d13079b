// The promise of the deal, noted when it is first seen, and a share while the deal waits for one.
import type { TableMessage, ToServer } from "../../server/protocol";
import { freshShare, note } from "./commitment";

export class Shares {
  #links = 0;
  #sharedOn = -1;

  /** After a lost connection the deal may still wait, and the share is sent once more. */
  cutOff(): void {
    this.#links += 1;
  }

  hear(table: string, { seat, seq, shuffle, log_length }: TableMessage, post: (message: ToServer) => boolean): void {
    if (!shuffle.commitment) return;
    const isMine = shuffle.awaits.includes(seat);
    const own = note(table, seat, {
      commitment: shuffle.commitment,
      inTime: log_length === 0,
      ...(isMine ? { share: freshShare() } : {}),
    });
    if (isMine && own.share && this.#sharedOn !== this.#links) {
      this.#sharedOn = this.#links;
      post({ type: "share", seq, share: own.share });
    }
  }
}
