// This browser's share of the shuffle: stores the commitment to the deal, sends the hash of the share,
// and sends the share itself when all hashes have arrived.
import type { TableMessage, ToServer } from "../../server/protocol";
import { freshShare, note, shareHash } from "./commitment";

export class Shares {
  #links = 0;
  #done = "";

  /** After a lost connection the share is sent once more. */
  cutOff(): void {
    this.#links += 1;
  }

  receive(table: string, { seat, seq, shuffle, log_length }: TableMessage, post: (message: ToServer) => boolean): void {
    if (!shuffle.commitment) return;
    const isPromised = shuffle.awaits.includes(seat);
    const isOpened = shuffle.opens.includes(seat);
    const { share } = note(table, seat, {
      commitment: shuffle.commitment,
      inTime: log_length === 0,
      ...(isPromised ? { share: freshShare() } : {}),
      ...(isOpened ? { hashes: shuffle.hashes } : {}),
    });
    if (share === undefined) return;
    if (isPromised)
      this.#once("hash", () => void shareHash(seat, share).then((hash) => post({ type: "share", seq, hash })));
    else if (isOpened) this.#once("share", () => void post({ type: "share", seq, share }));
  }

  #once(what: string, send: () => void): void {
    const step = `${this.#links} ${what}`;
    if (this.#done === step) return;
    this.#done = step;
    send();
  }
}
