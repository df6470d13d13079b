// What a player asks the table about: a hint, whether it can be won, and why.
import { said, sentence, t } from "../../i18n";
import type {
  ExplainedMessage,
  Gesture,
  HintMessage,
  TableMessage,
  ToServer,
  Winnable,
  WinnableMessage,
} from "../../server/protocol";
import { spotOf, type Spot } from "../../scene/gestures";
import type { Spoken } from "../play/speech.svelte";

/** The table as whoever asks knows it. */
export interface Asking {
  readonly message: TableMessage | null;
  /** Is something on its way that makes it another table? */
  readonly waiting: boolean;
  readonly isOpen: boolean;
  act(gesture: Gesture): void;
  fill(event: string): void;
  send(message: ToServer): boolean;
  say(text: Spoken, zone: string | null): void;
  announce(text: Spoken): void;
  name(spot: Spot): string;
}

/** In players' words: what it would do, or what forbids it. */
export function verdictOn({ legal, words, guards, verdict }: ExplainedMessage): string {
  const failed = guards.find((guard) => guard.standing === "failed" || guard.standing === "undefined");
  const reason = said((legal ? words : failed?.said) ?? "");
  return reason === "" ? said(verdict) : t(legal ? "Allowed: {0}." : "Not allowed: {0}.", reason);
}

/** Whoever plays on at once is not thought about. */
const PAUSE = 250;

export class Advice {
  hint = $state.raw<{ said: HintMessage; step: 1 | 2 } | null>(null);
  lightOn = $state(false);
  light = $state<Winnable | "asking">("unknown");
  lightLimit = $state<number | null>(null);
  /** Is a hint being thought about? */
  isAsking = $state(false);
  /** The event that was refused last, as it is written. */
  refused = $state("");
  explained = $state.raw<ExplainedMessage | null>(null);
  isExplaining = $state(false);
  /** Why nothing could be explained. */
  unexplained = $state("");
  #table: Asking;
  #timer = 0;
  /** Is the name of an event awaited, to be explained? */
  #isNamed = false;
  /** Could it ever be won, as far as it was asked? */
  couldBeWon = $state(false);

  constructor(table: Asking) {
    this.#table = table;
  }

  get #seq(): number {
    return this.#table.message?.seq ?? 0;
  }

  /** The table is another: what was said about it before is no longer so. */
  forget(): void {
    this.drop();
    this.light = this.#isLit ? "asking" : "unknown"; // what is not asked yet is not what nobody knows
    this.refused = "";
    if (!this.#table.waiting) this.ask();
  }

  /** Is the light on, over a table of which it can be asked? */
  get #isLit(): boolean {
    const { message } = this.#table;
    return this.lightOn && message !== null && message.can.winnable && !message.outcome;
  }

  /** Something is being done: no hint is wanted any more. */
  drop(): void {
    if (this.isAsking) this.#table.send({ type: "withdraw", of: "hint" });
    this.isAsking = false;
    this.hint = null;
  }

  /** Ask what is still wanted, about the table as it is now. */
  ask(): void {
    if (this.lightOn) this.#askLight();
    if (this.isAsking) this.#askHint();
  }

  /** Nobody hears the questions any more. */
  cutOff(): void {
    this.isExplaining = this.isAsking = this.#isNamed = false;
    clearTimeout(this.#timer);
    if (this.light === "asking") this.light = "unknown";
  }

  // -- why --------------------------------------------------------------------------

  /** Ask about an event: all its guards, and what it would do. */
  explain(event: string): void {
    this.explained = null;
    this.unexplained = "";
    this.isExplaining = this.#table.send({ type: "explain", seq: this.#seq, event: event.trim() });
  }

  /** Ask about a move that cannot be made: the referee first says which event it would be. */
  explainMove(pick: string, drop: string): void {
    this.explained = null;
    this.unexplained = "";
    this.isExplaining = this.#isNamed = this.#table.send({ type: "why", seq: this.#seq, pick, drop });
  }

  hearExplained(message: ExplainedMessage): void {
    this.isExplaining = false;
    this.explained = message;
    this.#table.announce(() => verdictOn(message));
  }

  /** Was this refusal for a question? Then it is told where that was asked, or not at all. */
  takeRefusal(to: string, text: () => string, isStale: boolean, event: string | null): boolean {
    if (to === "why" && this.#isNamed) {
      this.#isNamed = false;
      if (event && !isStale) {
        this.explain(event);
        return true;
      }
      to = "explain";
    }
    if (to === "winnable") {
      if (!isStale && this.light === "asking") this.light = "unknown";
      return true;
    }
    if (to === "hint") {
      if (!isStale && this.isAsking) this.#table.say(text, null);
      if (!isStale) this.isAsking = false;
      return true;
    }
    if (to !== "explain") return false;
    if (isStale && this.explained === null && !this.isExplaining) return true;
    this.isExplaining = false;
    this.unexplained = sentence(text());
    this.#table.announce(() => sentence(text()));
    return true;
  }

  // -- hints ------------------------------------------------------------------------

  hearHint(message: HintMessage): boolean {
    if (!this.isAsking || message.seq !== this.#seq || this.#table.waiting) return false;
    this.isAsking = false;
    if (!message.event) {
      this.#table.say(
        () => (message.words ? said(message.said?.words ?? message.words) : t("There is no hint here.")),
        null,
      );
      return false;
    }
    this.hint = { said: message, step: 1 };
    const scene = this.#table.message?.scene;
    const spot = message.pick === null || !scene ? null : spotOf(scene, message.pick);
    this.#table.announce(() =>
      spot
        ? t("Look here: {0}.", this.#table.name(spot))
        : t("Use the button: {0}", said(message.said?.words ?? message.words)),
    );
    return true;
  }

  /** First which piece, then where to, then do it. */
  nextHint(): void {
    const { hint } = this;
    if (!hint) {
      if (this.isAsking || !this.#table.message?.can.hint) return;
      this.isAsking = true;
      if (!this.#table.waiting) this.#askHint();
      return;
    }
    if (hint.step === 1 && hint.said.drop !== null) {
      this.hint = { ...hint, step: 2 };
      this.#table.announce(
        () =>
          `${sentence(said(hint.said.said?.words ?? hint.said.words))}. ${said(hint.said.said?.why ?? hint.said.why)}`,
      );
      return;
    }
    const { event } = hint.said;
    this.hint = null;
    if (!event) return;
    const gesture = this.#table.message?.scene.gestures.find((g) => g.event === event);
    if (gesture) this.#table.act(gesture);
    else this.#table.fill(event);
  }

  #askHint(): void {
    this.isAsking = this.#table.send({ type: "hint", seq: this.#seq });
  }

  // -- the light --------------------------------------------------------------------

  toggleLight(): void {
    this.lightOn = !this.lightOn;
    clearTimeout(this.#timer);
    if (this.lightOn) this.#askLight(0);
    else if (this.light === "asking") {
      this.light = "unknown";
      this.#table.send({ type: "withdraw", of: "winnable" });
    }
  }

  hearLight(message: WinnableMessage): void {
    if (message.seq !== this.#seq || !this.lightOn) return;
    [this.light, this.lightLimit] = [message.answer, message.limit];
    if (message.answer === "yes") this.couldBeWon = true;
  }

  /** Quietly, and always about the table as it is. */
  #askLight(pause = PAUSE): void {
    if (!this.#isLit) return;
    this.light = "asking";
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      if (!this.lightOn || this.#table.waiting) return; // it is asked when everything is answered
      if (this.#table.isOpen) this.#table.send({ type: "winnable", seq: this.#seq });
      else this.light = "unknown";
    }, pause);
  }
}
