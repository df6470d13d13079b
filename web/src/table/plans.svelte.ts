// What a player has decided before the turn comes.
import { settings } from "../settings.svelte";
import type { Ahead, Entry, Gesture, TableMessage } from "../protocol";

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

export class Plans {
  #planned = $state.raw<Ahead | null>(null);
  #store: string;

  constructor(table: string) {
    this.#store = `ludex.ahead ${table}`;
    this.#planned = kept(this.#store);
  }

  isPlanned(one: Ahead): boolean {
    return isSame(this.#planned, one);
  }

  toggle(one: Ahead): void {
    this.#planned = this.isPlanned(one) ? null : one;
    keep(this.#store, this.#planned);
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
