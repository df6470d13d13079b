// The player's selection: the piece in the hand, and the choice between several moves.
import type { Gesture, Words } from "../../server/protocol";
import type { Spot } from "../../scene/gestures";

/** Several gestures with one pick and one drop, among which the player chooses. */
export interface Choice {
  spot: Spot;
  zone: string;
  gestures: Gesture[];
  chosen: Words[];
}

export class Selection {
  picked = $state.raw<Spot | null>(null);
  choice = $state.raw<Choice | null>(null);

  clear(): void {
    this.picked = null;
    this.choice = null;
  }
}
