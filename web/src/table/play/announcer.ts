// Reports what a new message of the table changed: in words, by sounds and in a bubble.
import { t } from "../../i18n";
import type { Entry, TableMessage } from "../../server/protocol";
import { play as sound } from "../../sound";
import { describeNews, describeSeats, interruption, isRequestRefused, newUndoRequest } from "./news";
import type { Speech } from "./speech.svelte";
import type { TableState } from "./state.svelte";

export class Announcer {
  #table: TableState;
  #speech: Speech;

  constructor(table: TableState, speech: Speech) {
    this.#table = table;
    this.#speech = speech;
  }

  /** Report moves, and play their sound if another player made them. */
  moves(message: TableMessage, news: Entry[], isBack: boolean): void {
    if (describeNews(message, news, isBack)) this.#speech.announce(() => describeNews(message, news, isBack));
    if (isBack || news.some((entry) => entry.seat !== message.seat))
      sound(isBack ? "undo" : "place", this.#table.material);
  }

  /** Report an action that a player took out of turn. */
  interruption(before: TableMessage, message: TableMessage, fresh: readonly Entry[]): void {
    if (interruption(before, message, fresh))
      this.#speech.say(() => interruption(before, message, fresh), null, { isNews: true });
  }

  /** Report a request to undo, and the refusal of the player's own request. */
  undoRequest(before: TableMessage | null, message: TableMessage, hasWithdrawn: boolean): void {
    if (newUndoRequest(before, message)) this.#speech.announce(() => newUndoRequest(before, message) ?? "");
    if (isRequestRefused(before, message) && !hasWithdrawn)
      this.#speech.say(t("The last move stays: the others refused to undo it."), null);
  }

  /** Report arrivals, departures and votes. */
  seats(before: TableMessage, message: TableMessage): void {
    // The functions write the text later, when the catalogue of the language may have been loaded.
    const describe = () => describeSeats(before, message);
    const { news, votes, outs } = describe();
    if (outs.length > 0) this.#speech.announce(() => describe().outs.join(" ")); // the seat shows it
    if (news.length > 0)
      this.#speech.say(() => [...describe().news, ...describe().votes].join(" "), null, { isNews: true });
    else if (votes.length > 0) this.#speech.announce(() => describe().votes.join(" ")); // a banner shows it
  }
}
