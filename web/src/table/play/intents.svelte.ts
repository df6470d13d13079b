// The queue of what a player wants: shown at once, said one after the other, each understood by
// the table as it then is. Nothing that is done quickly is lost.
import type { Gesture, Scene, TableMessage, ToServer } from "../../server/protocol";
import type { Spot } from "../../scene/gestures";
import { found, foreseen, meant, type Foreseen, type Intent } from "../../scene/intents";

/** The table as the queue knows it. */
export interface Judge {
  readonly message: TableMessage | null;
  readonly isOpen: boolean;
  post(message: ToServer): boolean;
  /** The table is to be seen so. */
  foresee(scene: Scene): void;
  /** There are several ways: the player has to say which. */
  offer(spot: Spot, zone: string): void;
  /** It cannot be done: the referee says why. */
  ask(spot: Spot, zone: string): void;
  /** Everything that was wanted has been said and answered. */
  settled(): void;
}

interface Flying {
  intents: Intent[];
  seq: number;
}

export class Intents {
  /** Is anything on its way, or waiting to be? */
  busy = $state(false);
  /** The button that was pressed last, while its answer is on its way: the event it stands for. */
  pressed = $state<string | null>(null);
  #waiting: Intent[] = [];
  #flying: Flying | null = null;
  /** What the newer table was taken for the answer to; perhaps another page had moved. */
  #supposed: Flying | null = null;
  #judge: Judge;
  /** The scenes of this game by the number of moves before them: where undo leads. */
  #seen = new Map<number, Scene>();
  #ahead = $state(0);
  /** Where what was refused last was to go. */
  place: string | null = null;

  constructor(judge: Judge) {
    this.#judge = judge;
  }

  /** So many moves lie behind the table, with those that are on their way. */
  get length(): number {
    return this.#ahead;
  }

  /** May undo be asked for, after all that is on its way? */
  get canUndo(): boolean {
    return this.busy ? this.#ahead > 0 : (this.#judge.message?.can.undo ?? false);
  }

  get canRedo(): boolean {
    if (!this.busy) return this.#judge.message?.can.redo ?? false;
    const last = this.#waiting.at(-1) ?? this.#flying?.intents.at(-1);
    return last?.kind === "undo" || (last?.kind === "redo" && this.#seen.has(this.#ahead + 1));
  }

  /** Does nobody else sit here whom undoing would concern? */
  get #isAlone(): boolean {
    return (this.#judge.message?.seats.filter((seat) => seat.who === "person").length ?? 1) <= 1;
  }

  get #isSolo(): boolean {
    return (this.#judge.message?.seats.length ?? 1) <= 1;
  }

  /** Is there something that the player wants, and that can still be wanted? */
  want(intent: Intent, times = 1): boolean {
    const isMove = intent.kind === "act" ? intent.gesture.pick !== null && intent.gesture.drop !== null : true;
    // A second press of a button among others is a slip, and might be the next decision.
    if (this.busy && !this.#isSolo && !isMove) return false;
    if (this.busy && !this.#isAlone && (intent.kind === "undo" || intent.kind === "redo")) return false;
    // Several steps at once are said as one.
    for (let left = times; left > 0; left -= 1) this.#waiting.push(intent);
    this.#pump();
    this.#show();
    return true;
  }

  /** The table has been heard of: what was said to an older one is answered. */
  heard(message: TableMessage): void {
    if (!message.can.redo)
      for (const length of this.#seen.keys()) if (length > message.log_length) this.#seen.delete(length);
    if (this.#isSolo) this.#seen.set(message.log_length, message.scene);
    if (this.#flying && message.seq > this.#flying.seq) [this.#supposed, this.#flying] = [this.#flying, null];
    this.#pump();
    this.#show();
  }

  /** The referee has refused what was said last; is it worth telling? */
  refused(to: string, isStale: boolean, at?: number | null): boolean {
    if (!["act", "undo", "redo"].includes(to)) return true;
    if (isStale && this.#isAlone && this.#supposed && this.#supposed.seq === at) {
      this.#waiting.unshift(...this.#supposed.intents);
      this.#supposed = null;
      this.#pump();
      this.#show();
      return false;
    }
    if (!this.#flying) return true;
    const { intents } = this.#flying;
    const [first] = intents;
    this.place = first?.kind === "drop" ? first.zone : first?.kind === "act" ? first.gesture.drop : null;
    this.#flying = null;
    const again = isStale && this.#isAlone;
    if (again)
      this.#waiting.unshift(...intents); // another page of the same player was quicker
    else this.#pump();
    this.#show();
    return !again && first?.kind !== "undo" && first?.kind !== "redo";
  }

  /** The line is dead: what was said is said again, and cannot happen twice. */
  lost(): void {
    if (this.#flying) this.#waiting.unshift(...this.#flying.intents);
    this.#flying = this.#supposed = null;
    if (!this.#isAlone) this.#waiting = [];
    this.#show();
  }

  #pump(): void {
    const { message, isOpen } = this.#judge;
    while (message && isOpen && !this.#flying && this.#waiting.length > 0) {
      const next = this.#waiting.shift();
      if (next) this.#say(next, message);
    }
  }

  #say(intent: Intent, message: TableMessage): void {
    const { seq } = message;
    if (intent.kind === "undo" || intent.kind === "redo") {
      if (!message.can[intent.kind]) return;
      const steps: Intent[] = [intent];
      while (this.#isAlone && this.#waiting[0]?.kind === intent.kind) steps.push(...this.#waiting.splice(0, 1));
      const times = steps.length > 1 ? { times: steps.length } : {};
      return this.#send({ type: intent.kind, seq, ...times }, steps, seq);
    }
    const ways = meant(message.scene, intent);
    if (intent.kind === "act" && intent.spot === null) {
      // What was filled in or typed is no gesture; the referee reads it.
      if (ways.length > 0 || intent.gesture.words === intent.event)
        this.#send({ type: "act", seq, event: intent.event }, [intent], seq);
      return;
    }
    const spot = intent.spot ? found(message.scene, intent.spot) : null;
    const zone = intent.kind === "drop" ? intent.zone : intent.kind === "act" ? intent.gesture.drop : null;
    const [way] = ways;
    if (way && ways.length === 1) this.#send({ type: "act", seq, event: eventOf(way, intent) }, [intent], seq);
    else if (spot && zone !== null) way ? this.#judge.offer(spot, zone) : this.#judge.ask(spot, zone);
  }

  #send(message: ToServer, intents: Intent[], seq: number): void {
    if (this.#judge.post(message)) this.#flying = { intents, seq };
    else this.#waiting.unshift(...intents);
  }

  #show(): void {
    const { message } = this.#judge;
    if (!message) return;
    const all = [...(this.#flying?.intents ?? []), ...this.#waiting];
    let there: Foreseen = { scene: message.scene, length: message.log_length };
    // While a board is set up pieces come from a supply that does not end.
    const isForeseen = !message.can.check;
    for (const intent of all) {
      const next = foreseen(there, intent, this.#isSolo ? this.#seen : new Map());
      there = isForeseen ? next : { scene: there.scene, length: next.length };
    }
    const wasBusy = this.busy;
    this.#ahead = there.length;
    this.busy = all.length > 0;
    const last = all.at(-1);
    this.pressed = last?.kind === "act" && last.gesture.pick === null ? last.event : null;
    this.#judge.foresee(there.scene);
    if (wasBusy && !this.busy) this.#judge.settled();
  }
}

/** The event of a gesture; of one with an amount, what was decided. */
const eventOf = (gesture: Gesture, intent: Intent): string =>
  gesture.amount && intent.kind === "act" ? intent.event : gesture.event;
