// Decisions that a player makes before the turn.
import { settings } from "../../storage/settings.svelte";
import type { Ahead, Entry, Gesture, TableMessage } from "../../server/protocol";
import type { Connection } from "./connection.svelte";

const isSame = (a: Ahead | null, b: Ahead): boolean => a?.events.join() === b.events.join();

/** The first of the planned events that is possible. */
function first(planned: Ahead, { scene }: TableMessage): Gesture | null {
  const ways = planned.events.map((event) => scene.gestures.find((gesture) => gesture.event === event));
  return ways.find((way) => way !== undefined) ?? null;
}

/** Read a lasting decision, which outlives a reload of the page. */
function load(key: string): Ahead | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as Ahead | null;
  } catch {
    return null;
  }
}

function store(key: string, planned: Ahead | null): void {
  try {
    if (planned?.lasting) sessionStorage.setItem(key, JSON.stringify(planned));
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage it lasts as long as the page.
  }
}

/** The lasting decision that the scene offers: to sit out. */
export const lasting = ({ scene }: TableMessage): Ahead | null =>
  scene.beside?.ahead.find((one) => one.lasting) ?? null;

export class Plans {
  #planned = $state.raw<Ahead | null>(null);
  #key: string;
  #connection: Pick<Connection, "post">;
  /** Does the player sit out by the server's last message? Null after a lost connection. */
  #received: boolean | null = null;
  /** The state that the page has sent and the server has not confirmed. */
  #sent: boolean | null = null;
  /** The state that the page could not send. */
  #unsent: boolean | null = null;

  constructor(table: string, connection: Pick<Connection, "post">) {
    this.#key = `ludex.ahead ${table}`;
    this.#planned = load(this.#key);
    this.#connection = connection;
  }

  /** Does the player sit out? */
  get isOut(): boolean {
    return this.#planned?.lasting ?? false;
  }

  isPlanned(one: Ahead): boolean {
    return isSame(this.#planned, one);
  }

  toggle(one: Ahead): void {
    const wasOut = this.isOut;
    this.#plan(this.isPlanned(one) ? null : one);
    if (this.isOut !== wasOut) this.#send(this.isOut);
  }

  /** Play again. */
  comeBack(): void {
    if (!this.isOut) return;
    this.#plan(null);
    this.#send(false);
  }

  #plan(one: Ahead | null): void {
    this.#planned = one;
    store(this.#key, one);
  }

  #send(out: boolean): void {
    this.#unsent = null;
    if (this.#connection.post({ type: "sit", out })) this.#sent = out;
    else this.#unsent = out;
  }

  /** The connection is lost: the server may forget the state. */
  cutOff(): void {
    this.#unsent ??= this.#sent;
    this.#received = this.#sent = null;
  }

  /** Take the state from the server; another window may have changed it. */
  receive(message: TableMessage): void {
    if (message.seat === 0) return;
    const isOut = message.seats.find((one) => one.seat === message.seat)?.out ?? false;
    const [before, offered] = [this.#received, lasting(message)];
    this.#received = isOut;
    if (this.#unsent !== null) return this.#send(this.#unsent);
    if (this.#sent === isOut) this.#sent = null;
    if (this.#sent !== null || isOut === this.isOut || isOut === before) return;
    if (isOut) this.#plan(offered ?? this.#planned);
    else if (before === null && offered)
      this.#send(true); // the server has forgotten it
    else this.#plan(null);
  }

  /** The gesture to play now, if the player decided it before. New cards cancel the decision. */
  due(message: TableMessage, news: readonly Entry[]): Gesture | null {
    const planned = this.#planned;
    if (!planned) return null;
    if (planned.lasting) return message.your_turn ? first(planned, message) : null;
    const isOffered = message.scene.beside?.ahead.some((one) => isSame(planned, one)) ?? false;
    if (!isOffered || news.some((entry) => entry.seat === 0)) this.#planned = null;
    if (!message.your_turn || news.some((entry) => entry.seat === 0)) return null;
    return first(planned, message);
  }

  /** The harmless gesture to play at once, unless the player wants to be asked: show the best
   * hand, muck a beaten one. */
  usual(message: TableMessage): Gesture | null {
    if (!settings.shows || message.seats.length < 2 || !message.your_turn) return null;
    return message.scene.gestures.find((gesture) => gesture.harmless) ?? null;
  }
}
