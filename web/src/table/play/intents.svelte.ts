// The queue of the player's intents. The page shows their effect at once and sends them one after
// the other; each is matched with the moves that the table then offers.
import type { Gesture, Scene, TableMessage, ToServer } from "../../server/protocol";
import type { Spot } from "../../scene/gestures";
import { found, predict, matchingGestures, type Prediction, type Intent } from "../../scene/intents";
import type { Connection } from "./connection.svelte";
import type { TableState } from "./state.svelte";

export interface IntentListener {
  /** Several moves fit an intent: the player chooses one. */
  choose(spot: Spot, zone: string): void;
  /** No move fits an intent: the server gives the reason. */
  refuse(spot: Spot, zone: string): void;
  /** The server has answered every intent. */
  idle(): void;
}

/** Intents in one message, and the number of the table that the message was for. */
interface Request {
  intents: Intent[];
  seq: number;
}

export class Intents {
  /** Does an intent wait to be sent or answered? */
  busy = $state(false);
  /** The event of the button that was pressed last, until it is answered. */
  pressed = $state<string | null>(null);
  #waiting: Intent[] = [];
  #sent: Request | null = null;
  /** The request that the last table seemed to answer; another page may have moved instead. */
  #answered: Request | null = null;
  #table: TableState;
  #connection: Connection;
  #listener: IntentListener;
  /** The scenes of this game by the number of moves before them, for undo. */
  #seen = new Map<number, Scene>();
  #ahead = $state(0);
  /** The target of the last refused move. */
  place: string | null = null;

  constructor(table: TableState, connection: Connection, listener: IntentListener) {
    this.#table = table;
    this.#connection = connection;
    this.#listener = listener;
  }

  /** The number of moves, with the unanswered ones. */
  get length(): number {
    return this.#ahead;
  }

  /** Can the player undo after the unanswered moves? */
  get canUndo(): boolean {
    return this.busy ? this.#ahead > 0 : (this.#table.message?.can.undo ?? false);
  }

  get canRedo(): boolean {
    if (!this.busy) return this.#table.message?.can.redo ?? false;
    const last = this.#waiting.at(-1) ?? this.#sent?.intents.at(-1);
    return last?.kind === "undo" || (last?.kind === "redo" && this.#seen.has(this.#ahead + 1));
  }

  /** Is the player the only person at the table? */
  get #isAlone(): boolean {
    return (this.#table.message?.seats.filter((seat) => seat.who === "person").length ?? 1) <= 1;
  }

  get #isSolo(): boolean {
    return (this.#table.message?.seats.length ?? 1) <= 1;
  }

  /** Add an intent to the queue; false if it makes no sense after the others. */
  add(intent: Intent, times = 1): boolean {
    const isMove = intent.kind === "act" ? intent.gesture.pick !== null && intent.gesture.drop !== null : true;
    // With opponents, a second press of a button is a slip, and could be the next decision.
    if (this.busy && !this.#isSolo && !isMove) return false;
    if (this.busy && !this.#isAlone && (intent.kind === "undo" || intent.kind === "redo")) return false;
    for (let left = times; left > 0; left -= 1) this.#waiting.push(intent);
    this.#pump();
    this.#show();
    return true;
  }

  /** Take a new table, which answers the request to an older one. */
  receive(message: TableMessage): void {
    if (!message.can.redo)
      for (const length of this.#seen.keys()) if (length > message.log_length) this.#seen.delete(length);
    if (this.#isSolo) this.#seen.set(message.log_length, message.scene);
    if (this.#sent && message.seq > this.#sent.seq) [this.#answered, this.#sent] = [this.#sent, null];
    this.#pump();
    this.#show();
  }

  /** Take the refusal of a request; true if the player should read it. */
  refuse(to: string, isStale: boolean, at?: number | null): boolean {
    if (!["act", "undo", "redo"].includes(to)) return true;
    if (isStale && this.#isAlone && this.#answered && this.#answered.seq === at) {
      this.#waiting.unshift(...this.#answered.intents);
      this.#answered = null;
      this.#pump();
      this.#show();
      return false;
    }
    if (!this.#sent) return true;
    const { intents } = this.#sent;
    const [first] = intents;
    this.place = first?.kind === "drop" ? first.zone : first?.kind === "act" ? first.gesture.drop : null;
    this.#sent = null;
    const again = isStale && this.#isAlone;
    if (again)
      this.#waiting.unshift(...intents); // another page of the same player was faster
    else this.#pump();
    this.#show();
    return !again && first?.kind !== "undo" && first?.kind !== "redo";
  }

  /** The connection is lost: send the request again later; the server ignores a repetition. */
  cutOff(): void {
    if (this.#sent) this.#waiting.unshift(...this.#sent.intents);
    this.#sent = this.#answered = null;
    if (!this.#isAlone) this.#waiting = [];
    this.#show();
  }

  #pump(): void {
    const { message } = this.#table;
    while (message && this.#connection.isOpen && !this.#sent && this.#waiting.length > 0) {
      const next = this.#waiting.shift();
      if (next) this.#request(next, message);
    }
  }

  #request(intent: Intent, message: TableMessage): void {
    const { seq } = message;
    if (intent.kind === "undo" || intent.kind === "redo") {
      if (!message.can[intent.kind]) return;
      const steps: Intent[] = [intent];
      while (this.#isAlone && this.#waiting[0]?.kind === intent.kind) steps.push(...this.#waiting.splice(0, 1));
      const times = steps.length > 1 ? { times: steps.length } : {};
      return this.#send({ type: intent.kind, seq, ...times }, steps, seq);
    }
    const ways = matchingGestures(message.scene, intent);
    if (intent.kind === "act" && intent.spot === null) {
      // A typed event needs no gesture: the server parses it.
      if (ways.length > 0 || intent.gesture.words === intent.event)
        this.#send({ type: "act", seq, event: intent.event }, [intent], seq);
      return;
    }
    const spot = intent.spot ? found(message.scene, intent.spot) : null;
    const zone = intent.kind === "drop" ? intent.zone : intent.kind === "act" ? intent.gesture.drop : null;
    const [way] = ways;
    if (way && ways.length === 1) this.#send({ type: "act", seq, event: eventOf(way, intent) }, [intent], seq);
    else if (spot && zone !== null) way ? this.#listener.choose(spot, zone) : this.#listener.refuse(spot, zone);
  }

  #send(message: ToServer, intents: Intent[], seq: number): void {
    if (this.#connection.post(message)) this.#sent = { intents, seq };
    else this.#waiting.unshift(...intents);
  }

  #show(): void {
    const { message } = this.#table;
    if (!message) return;
    const all = [...(this.#sent?.intents ?? []), ...this.#waiting];
    let there: Prediction = { scene: message.scene, length: message.log_length };
    // In the editor the supply of pieces has no end.
    const isForeseen = !message.can.check;
    for (const intent of all) {
      const next = predict(there, intent, this.#isSolo ? this.#seen : new Map());
      there = isForeseen ? next : { scene: there.scene, length: next.length };
    }
    const wasBusy = this.busy;
    this.#ahead = there.length;
    this.busy = all.length > 0;
    const last = all.at(-1);
    this.pressed = last?.kind === "act" && last.gesture.pick === null ? last.event : null;
    this.#table.showExpected(there.scene);
    if (wasBusy && !this.busy) this.#listener.idle();
  }
}

/** The event of a gesture, with the amount that the player chose. */
const eventOf = (gesture: Gesture, intent: Intent): string =>
  gesture.amount && intent.kind === "act" ? intent.event : gesture.event;
