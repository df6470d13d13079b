// What a message of the table tells: moves, wishes to undo, who has come and gone.
import { sentence, t } from "../../i18n";
import type { Entry, Outcome, TableMessage } from "../../server/protocol";
import { nameOf } from "../seats/names";
import { withNames, phrase } from "../seats/phrases";
import { outNews, seatNews, voteNews } from "../seats/seatNews";

/** Everything that has happened, for whoever listens. */
export function describeNews(message: TableMessage, news: readonly Entry[], isBack: boolean): string {
  const told = news
    .flatMap((entry) => [entry.did || entry.words || entry.event, ...entry.told])
    .map((words) => sentence(phrase(words, message)));
  const lines = told.filter((line, i) => line !== told[i - 1]); // what an event says already is not said twice
  if (isBack) lines.unshift(t("Undo"));
  if (message.outcome) lines.push(...ending(message, message.outcome));
  else if (message.your_turn && message.seats.length > 1) lines.push(t("Your turn"));
  return lines.map(sentence).join(". ");
}

/** Who has won, and why; where it is told how each has done, without the bare numbers. */
function ending(message: TableMessage, { reason, text }: Outcome): string[] {
  const results = message.scene.beside?.results ?? [];
  const [words, ...rest] = results.length > 0 ? [reason, ...results] : [text];
  return [`${t("The game is over")}: ${phrase(words, message)}`, ...rest.map((line) => withNames(line, message))];
}

/** What came of a call by somebody whose turn it was not: both see it, and need not look it up in the log. */
export function interruption(before: TableMessage, message: TableMessage, fresh: readonly Entry[]): string {
  if (message.outcome || before.turn === 0) return "";
  const calls = fresh.filter((entry) => entry.seat > 0 && entry.seat !== before.turn);
  return calls
    .flatMap((entry) => entry.told)
    .map((line) => `${sentence(phrase(line, message))}.`)
    .join(" ");
}

/** Whoever wants to take a move back now, in words; null if it is nobody new. */
export function newWish(before: TableMessage | null, message: TableMessage): string | null {
  const [was, is] = [before?.undo_asked_by ?? null, message.undo_asked_by];
  if (is === null || is === was) return null;
  return is === message.seat
    ? t("The others have been asked.")
    : t("{0} asks to take the last move back.", nameOf(is, message));
}

/** Has one's own wish to take a move back come to nothing? */
export const isWishGone = (before: TableMessage | null, message: TableMessage): boolean =>
  message.undo_asked_by === null && before?.undo_asked_by === message.seat && before.seq === message.seq;

/** Who has sat down or got up, and who wants whom to go. */
export function describeSeats(
  before: TableMessage,
  message: TableMessage,
): { news: string[]; votes: string[]; outs: string[] } {
  const news = seatNews(before.seats, message.seats);
  const votes = voteNews(before.seats, message.seats, message.seat);
  if (news.length > 0 && message.assisted && !before.assisted)
    news.push(t("Whoever sits down there sees what it hides, so the game counts as assisted."));
  const outs = outNews(before.seats, message.seats, message.seat, (seat) => nameOf(seat, message));
  return { news, votes, outs };
}
