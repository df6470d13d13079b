// Replays a finished game: the server sends each step as this seat saw it.
import type { ReplayMessage, StandingsMessage } from "../../server/protocol";
import type { Connection } from "../play/connection.svelte";
import type { TableState } from "../play/state.svelte";

type Table = Pick<TableState, "message" | "isReplay" | "showStep">;

/** Milliseconds between two steps of a running replay. */
const INTERVAL = 900;

export class Replay {
  isRunning = $state(false);
  /** The number of events before the requested step. */
  at = $state(0);
  standings = $state.raw<StandingsMessage | null>(null);
  #table: Table;
  #connection: Pick<Connection, "post">;
  #timer = 0;
  /** The requested step that has not arrived; there is one request at a time. */
  #requested: number | null = null;
  /** The step on the page; -1 before the first has arrived. */
  #shown = -1;

  constructor(table: Table, connection: Pick<Connection, "post">) {
    this.#table = table;
    this.#connection = connection;
  }

  get isOn(): boolean {
    return this.#table.isReplay;
  }

  get of(): number {
    return this.#table.message?.log_length ?? 0;
  }

  begin(): void {
    this.#table.isReplay = true;
    this.standings = null;
    this.#requested = null;
    this.#shown = -1;
    this.#connection.post({ type: "replay" });
    this.to(0);
  }

  leave(): void {
    if (!this.isOn) return;
    this.pause();
    this.#table.isReplay = false;
    const scene = this.#table.message?.scene;
    if (scene) this.#table.showStep(scene, false);
  }

  to(at: number): void {
    this.at = Math.max(0, Math.min(at, this.of));
    if (this.#requested === null) this.#request();
  }

  #request(): void {
    this.#requested = this.at;
    if (!this.#connection.post({ type: "replay", at: this.at })) this.#requested = null;
  }

  /** Repeat the request that the lost connection left without an answer. */
  resume(): void {
    if (this.isOn && (this.#requested !== null || this.at !== this.#shown)) this.#request();
  }

  show({ at, scene }: ReplayMessage): void {
    const requested = this.#requested;
    this.#requested = null;
    if (!this.isOn) return;
    this.#table.showStep(scene, at > 0 && at === this.#shown + 1);
    this.#shown = at;
    if (at === requested && this.at !== at) this.#request(); // the player has gone on
  }

  run(): void {
    if (this.at >= this.of) this.to(0);
    this.isRunning = true;
    clearInterval(this.#timer);
    this.#timer = window.setInterval(() => {
      if (this.at >= this.of) this.pause();
      else if (this.#requested === null) this.to(this.at + 1);
    }, INTERVAL);
  }

  pause(): void {
    clearInterval(this.#timer);
    this.isRunning = false;
  }
}
