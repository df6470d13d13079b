// Describes what a message of the table changed: moves, requests to undo, arrivals and departures.
import { sentence, t } from "../../i18n";
import type { Entry, Outcome, TableMessage } from "../../server/protocol";
import { nameOf } from "../seats/names";
import { withNames, phrase } from "../seats/phrases";
import { outNews, seatNews, voteNews } from "../seats/seatNews";

/** Describe all events for a screen reader. */
export function describeNews(message: TableMessage, news: readonly Entry[], isBack: boolean): string {
  const all = news
    .flatMap((entry) => [entry.did || entry.words || entry.event, ...entry.told])
    .map((words) => sentence(phrase(words, message)));
  const lines = all.filter((line, i) => line !== all[i - 1]); // an effect may repeat its event
  if (isBack) lines.unshift(t("Undo"));
  if (message.outcome) lines.push(...ending(message, message.outcome));
  else if (message.your_turn && message.seats.length > 1) lines.push(t("Your turn"));
  return lines.map(sentence).join(". ");
}

/** Name the winner and the reason; the results of the players replace the bare numbers. */
function ending(message: TableMessage, { reason, text }: Outcome): string[] {
  const results = message.scene.beside?.results ?? [];
  const [words, ...rest] = results.length > 0 ? [reason, ...results] : [text];
  return [`${t("The game is over")}: ${phrase(words, message)}`, ...rest.map((line) => withNames(line, message))];
}

/** Describe the effect of an action that a player took out of turn. */
export function interruption(before: TableMessage, message: TableMessage, fresh: readonly Entry[]): string {
  if (message.outcome || before.turn === 0) return "";
  const calls = fresh.filter((entry) => entry.seat > 0 && entry.seat !== before.turn);
  return calls
    .flatMap((entry) => entry.told)
    .map((line) => `${sentence(phrase(line, message))}.`)
    .join(" ");
}

/** Describe a new request to undo; null if there is none. */
export function newUndoRequest(before: TableMessage | null, message: TableMessage): string | null {
  const [was, is] = [before?.undo_asked_by ?? null, message.undo_asked_by];
  if (is === null || is === was) return null;
  return is === message.seat
    ? t("The others have been asked.")
    : t("{0} asks to take the last move back.", nameOf(is, message));
}

/** Have the others refused the player's own request to undo? */
export const isRequestRefused = (before: TableMessage | null, message: TableMessage): boolean =>
  message.undo_asked_by === null && before?.undo_asked_by === message.seat && before.seq === message.seq;

/** Describe arrivals, departures and votes. */
export function describeSeats(
  before: TableMessage,
  message: TableMessage,
): { news: string[]; votes: string[]; outs: string[] } {
  const news = seatNews(before.seats, message.seats);
  const votes = voteNews(before.seats, message.seats, message.seat);
  const outs = outNews(before.seats, message.seats, message.seat, (seat) => nameOf(seat, message));
  return { news, votes, outs };
}
