// A player's questions about the table: hints, the light that shows whether it can be won, and explanations.
import { textOf, sentence, t } from "../../i18n";
import type { ExplainedMessage, HintMessage, Winnable, WinnableMessage } from "../../server/protocol";
import { spotOf, type Spot } from "../../scene/gestures";
import type { Connection } from "../play/connection.svelte";
import type { Intents } from "../play/intents.svelte";
import type { Speech } from "../play/speech.svelte";
import type { TableState } from "../play/state.svelte";

export interface AdviceParts {
  readonly table: TableState;
  readonly connection: Connection;
  readonly speech: Speech;
  readonly intents: Intents;
}

/** Say in players' words what an event does, or which rule forbids it. */
export function describeVerdict({ legal, words, guards, verdict }: ExplainedMessage): string {
  const failed = guards.find((guard) => guard.standing === "failed" || guard.standing === "undefined");
  const reason = textOf((legal ? words : failed?.said) ?? "");
  return reason === "" ? textOf(verdict) : t(legal ? "Allowed: {0}." : "Not allowed: {0}.", reason);
}

/** Milliseconds before the page asks about a table: a fast player's tables are skipped. */
const PAUSE = 250;

export class Advice {
  hint = $state.raw<{ answer: HintMessage; step: 1 | 2 } | null>(null);
  lightOn = $state(false);
  light = $state<Winnable | "asking">("unknown");
  lightLimit = $state<number | null>(null);
  /** Does the player wait for a hint? */
  isAsking = $state(false);
  /** The notation of the event that was refused last. */
  refused = $state("");
  explained = $state.raw<ExplainedMessage | null>(null);
  isExplaining = $state(false);
  /** The reason why the server gave no explanation. */
  unexplained = $state("");
  /** The target of the last "why" question, which shows the answer. */
  askedZone: string | null = null;
  #parts: AdviceParts;
  #timer = 0;
  /** Does the page wait for the name of an event in order to ask about it? */
  #awaitsName = false;
  /** Has the light ever shown that the game can be won? */
  couldBeWon = $state(false);

  constructor(parts: AdviceParts) {
    this.#parts = parts;
  }

  get #seq(): number {
    return this.#parts.table.seq;
  }

  /** Discard the answers about an older table. */
  forget(): void {
    this.drop();
    this.light = this.#isLit ? "asking" : "unknown";
    this.refused = "";
    if (!this.#parts.intents.busy) this.ask();
  }

  /** Is the light on, and can this table be searched? */
  get #isLit(): boolean {
    const { message } = this.#parts.table;
    return this.lightOn && message !== null && message.can.winnable && !message.outcome;
  }

  /** Withdraw the hint: the player moves. */
  drop(): void {
    if (this.isAsking) this.#parts.connection.send({ type: "withdraw", of: "hint" });
    this.isAsking = false;
    this.hint = null;
  }

  /** Ask again about the current table. */
  ask(): void {
    if (this.lightOn) this.#askLight();
    if (this.isAsking) this.#askHint();
  }

  /** The connection is lost: no answer will come. */
  cutOff(): void {
    this.isExplaining = this.isAsking = this.#awaitsName = false;
    clearTimeout(this.#timer);
    if (this.light === "asking") this.light = "unknown";
  }

  // -- why --------------------------------------------------------------------------

  /** Ask for the guards and the effect of an event. */
  explain(event: string): void {
    this.explained = null;
    this.unexplained = "";
    this.isExplaining = this.#parts.connection.send({ type: "explain", seq: this.#seq, event: event.trim() });
  }

  /** Ask why a piece cannot go to a place; the bubble at the place shows the answer. */
  askWhy(spot: Spot, zone: string): void {
    this.askedZone = zone;
    this.#parts.connection.send({ type: "why", seq: this.#seq, pick: spot.piece ?? spot.zone, drop: zone });
  }

  /** Ask about a refused move: the server first names its event. */
  explainMove(pick: string, drop: string): void {
    this.explained = null;
    this.unexplained = "";
    this.isExplaining = this.#awaitsName = this.#parts.connection.send({ type: "why", seq: this.#seq, pick, drop });
  }

  receiveExplained(message: ExplainedMessage): void {
    this.isExplaining = false;
    this.explained = message;
    this.#parts.speech.announce(() => describeVerdict(message));
  }

  /** Take the refusal of a question; false if the refusal was for something else. */
  refuse(to: string, text: () => string, isStale: boolean, event: string | null): boolean {
    if (to === "why" && this.#awaitsName) {
      this.#awaitsName = false;
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
      if (!isStale && this.isAsking) this.#parts.speech.say(text, null);
      if (!isStale) this.isAsking = false;
      return true;
    }
    if (to !== "explain") return false;
    if (isStale && this.explained === null && !this.isExplaining) return true;
    this.isExplaining = false;
    this.unexplained = sentence(text());
    this.#parts.speech.announce(() => sentence(text()));
    return true;
  }

  // -- hints ------------------------------------------------------------------------

  receiveHint(message: HintMessage): boolean {
    if (!this.isAsking || message.seq !== this.#seq || this.#parts.intents.busy) return false;
    this.isAsking = false;
    if (!message.event) {
      this.#parts.speech.say(
        () => (message.words ? textOf(message.said?.words ?? message.words) : t("There is no hint here.")),
        null,
      );
      return false;
    }
    this.hint = { answer: message, step: 1 };
    const scene = this.#parts.table.message?.scene;
    const spot = message.pick === null || !scene ? null : spotOf(scene, message.pick);
    this.#parts.speech.announce(() =>
      spot
        ? t("Look here: {0}.", this.#parts.table.nameOf(spot))
        : t("Use the button: {0}", textOf(message.said?.words ?? message.words)),
    );
    return true;
  }

  /** Show the piece first, then the target; return the event at last. */
  nextHint(): string | null {
    const { hint } = this;
    if (!hint) {
      if (this.isAsking || !this.#parts.table.message?.can.hint) return null;
      this.isAsking = true;
      if (!this.#parts.intents.busy) this.#askHint();
      return null;
    }
    if (hint.step === 1 && hint.answer.drop !== null) {
      this.hint = { ...hint, step: 2 };
      this.#parts.speech.announce(
        () =>
          `${sentence(textOf(hint.answer.said?.words ?? hint.answer.words))}. ${textOf(hint.answer.said?.why ?? hint.answer.why)}`,
      );
      return null;
    }
    this.hint = null;
    return hint.answer.event;
  }

  #askHint(): void {
    this.isAsking = this.#parts.connection.send({ type: "hint", seq: this.#seq });
  }

  // -- the light --------------------------------------------------------------------

  toggleLight(): void {
    this.lightOn = !this.lightOn;
    clearTimeout(this.#timer);
    if (this.lightOn) this.#askLight(0);
    else if (this.light === "asking") {
      this.light = "unknown";
      this.#parts.connection.send({ type: "withdraw", of: "winnable" });
    }
  }

  receiveLight(message: WinnableMessage): void {
    if (message.seq !== this.#seq || !this.lightOn) return;
    [this.light, this.lightLimit] = [message.answer, message.limit];
    if (message.answer === "yes") this.couldBeWon = true;
  }

  #askLight(pause = PAUSE): void {
    if (!this.#isLit) return;
    this.light = "asking";
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      if (!this.lightOn || this.#parts.intents.busy) return; // ask() comes after the answers
      if (this.#parts.connection.isOpen) this.#parts.connection.send({ type: "winnable", seq: this.#seq });
      else this.light = "unknown";
    }, pause);
  }
}
