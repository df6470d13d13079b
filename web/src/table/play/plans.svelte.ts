// What a player has decided before the turn comes.
import { settings } from "../../storage/settings.svelte";
import type { Ahead, Entry, Gesture, TableMessage } from "../../server/protocol";

const isSame = (a: Ahead | null, b: Ahead): boolean => a?.events.join() === b.events.join();

/** The first of the planned events that is possible. */
function first(planned: Ahead, { scene }: TableMessage): Gesture | null {
  const ways = planned.events.map((event) => scene.gestures.find((gesture) => gesture.event === event));
  return ways.find((way) => way !== undefined) ?? null;
}

/** What lasts longer than a hand also lasts when the page is loaded again. */
function kept(store: string): Ahead | null {
  try {
    return JSON.parse(sessionStorage.getItem(store) ?? "null") as Ahead | null;
  } catch {
    return null;
  }
}

function keep(store: string, planned: Ahead | null): void {
  try {
    if (planned?.lasting) sessionStorage.setItem(store, JSON.stringify(planned));
    else sessionStorage.removeItem(store);
  } catch {
    // Then it lasts as long as the page.
  }
}

/** What can be decided that lasts: to sit out. */
export const lasting = ({ scene }: TableMessage): Ahead | null =>
  scene.beside?.ahead.find((one) => one.lasting) ?? null;

/** Whoever hears that the player sits out, or is back; true when it was sent. */
type Tell = (out: boolean) => boolean;

export class Plans {
  #planned = $state.raw<Ahead | null>(null);
  #store: string;
  #tell: Tell;
  /** What the table said last of who looks: does he sit out? Nothing after the line was cut. */
  #heard: boolean | null = null;
  /** What was told and is not answered yet. */
  #told: boolean | null = null;
  /** What could not be told: the line was dead. */
  #unsaid: boolean | null = null;

  constructor(table: string, tell: Tell = () => false) {
    this.#store = `ludex.ahead ${table}`;
    this.#planned = kept(this.#store);
    this.#tell = tell;
  }

  /** Is the player not playing for a while? */
  get isOut(): boolean {
    return this.#planned?.lasting ?? false;
  }

  isPlanned(one: Ahead): boolean {
    return isSame(this.#planned, one);
  }

  toggle(one: Ahead): void {
    const wasOut = this.isOut;
    this.#plan(this.isPlanned(one) ? null : one);
    if (this.isOut !== wasOut) this.#say(this.isOut);
  }

  /** Play again. */
  comeBack(): void {
    if (!this.isOut) return;
    this.#plan(null);
    this.#say(false);
  }

  #plan(one: Ahead | null): void {
    this.#planned = one;
    keep(this.#store, one);
  }

  #say(out: boolean): void {
    this.#unsaid = null;
    if (this.#tell(out)) this.#told = out;
    else this.#unsaid = out;
  }

  /** The line is cut: whoever answers next may have forgotten everything. */
  cutOff(): void {
    this.#unsaid ??= this.#told;
    this.#heard = this.#told = null;
  }

  /** Whoever sits out is seen to by everybody, and in each of the player's own windows. */
  hear(message: TableMessage): void {
    if (message.seat === 0) return;
    const isOut = message.seats.find((one) => one.seat === message.seat)?.out ?? false;
    const [before, offered] = [this.#heard, lasting(message)];
    this.#heard = isOut;
    if (this.#unsaid !== null) return this.#say(this.#unsaid);
    if (this.#told === isOut) this.#told = null;
    if (this.#told !== null || isOut === this.isOut || isOut === before) return;
    if (isOut) this.#plan(offered ?? this.#planned);
    else if (before === null && offered)
      this.#say(true); // forgotten there, and not here
    else this.#plan(null);
  }

  /** The table has moved on: what is to be done now, if it was decided before. New cards are
   * reason enough to think again. */
  due(message: TableMessage, news: readonly Entry[]): Gesture | null {
    const planned = this.#planned;
    if (!planned) return null;
    if (planned.lasting) return message.your_turn ? first(planned, message) : null;
    const isOffered = message.scene.beside?.ahead.some((one) => isSame(planned, one)) ?? false;
    if (!isOffered || news.some((entry) => entry.seat === 0)) this.#planned = null;
    if (!message.your_turn || news.some((entry) => entry.seat === 0)) return null;
    return first(planned, message);
  }

  /** What among others can never hurt is done at once, unless the player wants to be asked: to show
   * the best hand, to muck a beaten one. */
  usual(message: TableMessage): Gesture | null {
    if (!settings.shows || message.seats.length < 2 || !message.your_turn) return null;
    return message.scene.gestures.find((gesture) => gesture.harmless) ?? null;
  }
}
