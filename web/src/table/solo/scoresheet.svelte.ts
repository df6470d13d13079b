// The sheet of who plays alone: the time, and which moves followed by themselves. The browser keeps
// it for each table.
import type { Entry, TableMessage } from "../../server/protocol";
import { bestOf, record, type Best } from "../../storage/records";
import { read, write } from "../../storage/storage";

const STORE = "ludex.sheets";
const MOST = 60;
/** Whoever comes back from sleep has not been thinking all the time. */
const LONGEST_TICK = 3;

interface StoredSheet {
  table: string;
  seconds: number;
  followed: number[];
}

export class Scoresheet {
  seconds = $state(0);
  /** The numbers in the log of what was done for the player. */
  followed = $state.raw<ReadonlySet<number>>(new Set());
  /** The best before this game was won. */
  before = $state.raw<Best | null>(null);
  readonly #table: string;
  #timer = 0;
  #last = 0;

  constructor(table: string) {
    this.#table = table;
    const stored = read<StoredSheet[]>(STORE, []).find((one) => one.table === table);
    this.seconds = stored?.seconds ?? 0;
    this.followed = new Set(stored?.followed ?? []);
  }

  /** What the player has done, without what followed; of a long log only the end is here. */
  moves(log: readonly Entry[], seat: number): number {
    const earlier = (log[0]?.n ?? 1) - 1;
    const followed = [...this.followed].filter((n) => n <= earlier).length;
    return earlier - followed + log.filter((entry) => entry.seat === seat && !this.followed.has(entry.n)).length;
  }

  follow(n: number): void {
    this.followed = new Set([...this.followed, n]);
    this.#keep();
  }

  /** Another move is made here: what followed the old ones is forgotten. */
  forgetFrom(n: number): void {
    if ([...this.followed].some((other) => other >= n))
      this.followed = new Set([...this.followed].filter((other) => other < n));
  }

  run(isRunning: boolean): void {
    clearInterval(this.#timer);
    if (!isRunning) return;
    this.#last = performance.now();
    this.#timer = window.setInterval(() => {
      const now = performance.now();
      if (!document.hidden) this.seconds += Math.min(LONGEST_TICK, (now - this.#last) / 1000);
      this.#last = now;
      this.#keep();
    }, 1000);
  }

  /** Won without help: perhaps better than ever. */
  won(message: TableMessage, log: readonly Entry[]): void {
    const name = ruleName(message);
    this.before = bestOf(name);
    const now = { seconds: Math.floor(this.seconds), moves: this.moves(log, message.seat) };
    record(name, now);
  }

  #keep(): void {
    const others = read<StoredSheet[]>(STORE, []).filter((one) => one.table !== this.#table);
    write(
      STORE,
      [{ table: this.#table, seconds: this.seconds, followed: [...this.followed] }, ...others].slice(0, MOST),
    );
  }
}

/** A game and the rules it is played by: what is compared. */
export const ruleName = ({ game, preset, options }: TableMessage): string =>
  [game.name, preset ?? "", ...Object.entries(options).map(([name, value]) => `${name}=${value}`)].join(" ");
