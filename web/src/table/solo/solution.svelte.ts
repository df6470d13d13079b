// The solution of who plays alone, shown on the table move by move: forth, back, and back to
// one's own game. Whoever makes another move leaves it.
import { t } from "../../i18n";
import type { Entry, Gesture, HintMessage, TableMessage, ToServer } from "../../server/protocol";
import type { Spoken } from "../play/speech.svelte";

/** The table as the solution is played on it. */
export interface Stage {
  readonly message: TableMessage | null;
  readonly log: readonly Entry[];
  readonly waiting: boolean;
  /** So many moves lie behind the table, with those on their way. */
  readonly length: number;
  act(gesture: Gesture): void;
  fill(event: string): void;
  undo(): void;
  back(steps: number): void;
  restart(): void;
  send(message: ToServer): boolean;
  say(text: Spoken, zone: string | null): void;
}

const PACE = 750;

export class Solution {
  way = $state.raw<readonly string[]>([]);
  isAsking = $state(false);
  isPlaying = $state(false);
  #stage: Stage;
  #base = 0;
  #isFromStart = false;
  #timer = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  get isOpen(): boolean {
    return this.isAsking || this.way.length > 0;
  }

  /** So many of its moves have been made. */
  get at(): number {
    return Math.min(this.way.length, Math.max(0, this.#stage.length - this.#base));
  }

  show(): void {
    this.close();
    this.isAsking = true;
    this.#isFromStart = false;
    if (this.#stage.message?.outcome) this.#restart();
    else this.#ask();
  }

  /** A game that is over, or cannot be won from here, is solved from its beginning. */
  #restart(): void {
    this.#isFromStart = true;
    this.#stage.restart();
    if (!this.#stage.waiting) this.#ask();
  }

  #ask(): void {
    if (!this.#stage.send({ type: "hint", seq: this.#stage.message?.seq ?? 0 })) this.close();
  }

  hear(message: HintMessage): boolean {
    if (!this.isAsking) return false;
    if (message.seq !== this.#stage.message?.seq) return true;
    this.isAsking = false;
    this.way = message.way ?? [];
    this.#base = this.#stage.message.log_length;
    if (this.way.length === 0) this.#stage.say(t("There is no hint here."), null);
    else this.play(true);
    return true;
  }

  refused(text: Spoken, isStale: boolean): boolean {
    if (!this.isAsking) return false;
    if (isStale) return true; // it is asked again when the table is heard of
    if (this.#isFromStart || this.#stage.length === 0) {
      this.close();
      this.#stage.say(text, null);
    } else {
      this.#stage.say(t("From here it cannot be won. This is a way from the beginning."), null);
      this.#restart();
    }
    return true;
  }

  /** Everything that was done is answered. */
  settled(): void {
    if (this.isAsking) return this.#ask();
    if (this.way.length === 0) return;
    const done = this.#stage.log.slice(this.#base);
    if (this.#stage.length < this.#base || done.some((entry, i) => entry.event !== this.way[i])) this.close();
  }

  play(isPlaying: boolean): void {
    this.isPlaying = isPlaying;
    clearInterval(this.#timer);
    if (!isPlaying) return;
    this.#timer = window.setInterval(() => {
      if (this.at >= this.way.length) this.play(false);
      else if (!this.#stage.waiting) this.forth();
    }, PACE);
  }

  forth(): void {
    const event = this.way[this.at];
    if (event === undefined) return;
    const gesture = this.#stage.message?.scene.gestures.find((g) => g.event === event);
    if (gesture && !this.#stage.waiting) this.#stage.act(gesture);
    else this.#stage.fill(event);
  }

  back(): void {
    this.play(false);
    if (this.at > 0) this.#stage.undo();
  }

  /** The table as it was before. */
  end(): void {
    const { at } = this;
    this.close();
    this.#stage.back(at);
  }

  /** It stays as it is now. */
  close(): void {
    this.play(false);
    this.isAsking = false;
    this.way = [];
  }
}
