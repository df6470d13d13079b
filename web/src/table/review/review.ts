// The review of a finished game: the server sends it in parts, and this module joins them.
import * as api from "../../server/api";
import type { ReviewedMove, ReviewPart, TableMessage } from "../../server/protocol";

/** The number of the worst moves in the review. */
const WORST = 5;
/** Milliseconds after which a server that has no time is asked again. */
const LATER = 4000;
const TOO_MUCH = 429;

/** A match that is over; an onlooker sees it where nothing stays hidden, who plays alone where there is a solver. */
export const canReview = (message: TableMessage | null): boolean => message?.can.review === true;

/** Two parts, one after the other. */
export function joined(before: ReviewPart | null, part: ReviewPart): ReviewPart {
  if (!before) return part;
  const seats = part.seats.map((seat, i) => {
    const old = before.seats[i];
    if (!old) return seat;
    return {
      seat: seat.seat,
      standing: [...old.standing, ...seat.standing],
      luck: old.luck + seat.luck,
      choices: old.choices + seat.choices,
    };
  });
  return { ...part, seats, moves: [...before.moves, ...part.moves] };
}

/** What a seat has lost by its moves. */
export const lostBy = (review: ReviewPart, seat: number): number =>
  review.moves.reduce((sum, move) => sum + (move.seat === seat ? move.lost : 0), 0);

/** The moves that lost most. */
export const worst = (review: ReviewPart): ReviewedMove[] =>
  [...review.moves].sort((a, b) => b.lost - a.lost || a.number - b.number).slice(0, WORST);

/** Which part of the game has been looked at, from 0 to 1. */
export const done = (review: ReviewPart): number =>
  review.next === null ? 1 : review.events ? review.next / review.events : 1;

/** Fetch the review part by part while the player waits, and report each part with the parts before it. */
export async function fetchReview(
  table: string,
  token: string,
  isWanted: () => boolean,
  report: (part: ReviewPart) => void,
): Promise<void> {
  let review: ReviewPart | null = null;
  while (isWanted()) {
    try {
      const part: ReviewPart = await api.review(table, token, review?.next ?? 0);
      review = joined(review, part);
      report(review);
      if (review.next === null) return;
    } catch (error) {
      if (!(error instanceof api.Refused) || error.status !== TOO_MUCH) throw error;
      await new Promise((later) => setTimeout(later, LATER));
    }
  }
}
