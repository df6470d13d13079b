// A game that is over, seen again: the server sends the table as this seat saw it then.
import type { ReplayMessage, Scene, StandingsMessage, TableMessage, ToServer } from "../../server/protocol";

interface Watched {
  readonly message: TableMessage | null;
  look(scene: Scene): void;
  /** Mark what one step has moved; after a jump nothing. */
  step(isNext: boolean): void;
  post(message: ToServer): boolean;
}

/** Milliseconds between two steps when it runs by itself. */
const PACE = 900;

export class Replay {
  isOn = $state(false);
  isRunning = $state(false);
  /** How many events have happened in what is shown, or will be when it comes. */
  at = $state(0);
  standings = $state.raw<StandingsMessage | null>(null);
  #play: Watched;
  #timer = 0;
  /** What was asked for and has not come; a slider asks for more than can be shown. */
  #asked: number | null = null;

  /** Which step is seen; none before the first has come. */
  #shown = -1;

  constructor(play: Watched) {
    this.#play = play;
  }

  get of(): number {
    return this.#play.message?.log_length ?? 0;
  }

  begin(): void {
    this.isOn = true;
    this.standings = null;
    this.#asked = null;
    this.#shown = -1;
    this.#play.post({ type: "replay" });
    this.to(0);
  }

  leave(): void {
    if (!this.isOn) return;
    this.pause();
    this.isOn = false;
    const scene = this.#play.message?.scene;
    if (scene) this.#play.look(scene);
    this.#play.step(false);
  }

  to(at: number): void {
    this.at = Math.max(0, Math.min(at, this.of));
    if (this.#asked === null) this.#ask();
  }

  #ask(): void {
    this.#asked = this.at;
    if (!this.#play.post({ type: "replay", at: this.at })) this.#asked = null;
  }

  /** There is a line again: what was asked for on the last one, or between them, will not come. */
  resume(): void {
    if (this.isOn && (this.#asked !== null || this.at !== this.#shown)) this.#ask();
  }

  show({ at, scene }: ReplayMessage): void {
    const asked = this.#asked;
    this.#asked = null;
    if (!this.isOn) return;
    this.#play.look(scene);
    this.#play.step(at > 0 && at === this.#shown + 1);
    this.#shown = at;
    if (asked !== null && at === asked && this.at !== at) this.#ask(); // it has gone on meanwhile
  }

  run(): void {
    if (this.at >= this.of) this.to(0);
    this.isRunning = true;
    clearInterval(this.#timer);
    this.#timer = window.setInterval(() => {
      if (this.at >= this.of) this.pause();
      else if (this.#asked === null) this.to(this.at + 1);
    }, PACE);
  }

  pause(): void {
    clearInterval(this.#timer);
    this.isRunning = false;
  }
}
