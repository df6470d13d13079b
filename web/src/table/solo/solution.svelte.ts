// Plays a solution on the table, move by move and back. Another move by the player ends it.
import { t } from "../../i18n";
import type { HintMessage } from "../../server/protocol";
import type { Connection } from "../play/connection.svelte";
import type { Intents } from "../play/intents.svelte";
import type { Moves } from "../play/moves.svelte";
import type { Speech, Text } from "../play/speech.svelte";
import type { TableState } from "../play/state.svelte";

export interface SolutionParts {
  readonly table: TableState;
  readonly connection: Connection;
  readonly speech: Speech;
  readonly intents: Intents;
  readonly moves: Moves;
}

/** Milliseconds between two moves of a running solution. */
const INTERVAL = 750;

export class Solution {
  way = $state.raw<readonly string[]>([]);
  isAsking = $state(false);
  isPlaying = $state(false);
  #parts: SolutionParts;
  #base = 0;
  #isFromStart = false;
  #timer = 0;

  constructor(parts: SolutionParts) {
    this.#parts = parts;
  }

  get isOpen(): boolean {
    return this.isAsking || this.way.length > 0;
  }

  /** The number of its moves that are on the table. */
  get at(): number {
    return Math.min(this.way.length, Math.max(0, this.#parts.intents.length - this.#base));
  }

  show(): void {
    this.close();
    this.isAsking = true;
    this.#isFromStart = false;
    if (this.#parts.table.message?.outcome) this.#restart();
    else this.#ask();
  }

  /** Solve the game from its beginning, if it is over or cannot be won from here. */
  #restart(): void {
    this.#isFromStart = true;
    this.#parts.moves.restart();
    if (!this.#parts.intents.busy) this.#ask();
  }

  #ask(): void {
    if (!this.#parts.connection.send({ type: "hint", seq: this.#parts.table.message?.seq ?? 0 })) this.close();
  }

  receive(message: HintMessage): boolean {
    if (!this.isAsking) return false;
    if (message.seq !== this.#parts.table.message?.seq) return true;
    this.isAsking = false;
    this.way = message.way ?? [];
    this.#base = this.#parts.table.message.log_length;
    if (this.way.length === 0) this.#parts.speech.say(t("There is no hint here."), null);
    else this.play(true);
    return true;
  }

  refuse(text: Text, isStale: boolean): boolean {
    if (!this.isAsking) return false;
    if (isStale) return true; // check() asks again
    if (this.#isFromStart || this.#parts.intents.length === 0) {
      this.close();
      this.#parts.speech.say(text, null);
    } else {
      this.#parts.speech.say(t("From here it cannot be won. This is a way from the beginning."), null);
      this.#restart();
    }
    return true;
  }

  /** Close the solution if the player has left its way. */
  check(): void {
    if (this.isAsking) return this.#ask();
    if (this.way.length === 0) return;
    const done = this.#parts.table.log.slice(this.#base);
    if (this.#parts.intents.length < this.#base || done.some((entry, i) => entry.event !== this.way[i])) this.close();
  }

  play(isPlaying: boolean): void {
    this.isPlaying = isPlaying;
    clearInterval(this.#timer);
    if (!isPlaying) return;
    this.#timer = window.setInterval(() => {
      if (this.at >= this.way.length) this.play(false);
      else if (!this.#parts.intents.busy) this.forth();
    }, INTERVAL);
  }

  forth(): void {
    const event = this.way[this.at];
    if (event === undefined) return;
    const gesture = this.#parts.table.message?.scene.gestures.find((g) => g.event === event);
    this.#parts.moves.play(event, this.#parts.intents.busy ? undefined : gesture);
  }

  back(): void {
    this.play(false);
    if (this.at > 0) this.#parts.moves.undo();
  }

  /** End the solution and restore the game before it. */
  end(): void {
    const { at } = this;
    this.close();
    this.#parts.moves.back(at);
  }

  /** End the solution and keep its moves. */
  close(): void {
    this.play(false);
    this.isAsking = false;
    this.way = [];
  }
}
