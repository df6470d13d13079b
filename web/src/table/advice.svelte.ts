// What a player asks the table about: a hint, whether it can be won, and why.
import { said, sentence, t } from "../i18n";
import type { ExplainedMessage, HintMessage, TableMessage, ToServer, Winnable, WinnableMessage } from "../protocol";
import { spotOf, type Spot } from "../scene/gestures";

/** The table as whoever asks knows it. */
export interface Asking {
  readonly message: TableMessage | null;
  waiting: boolean;
  send(message: ToServer): boolean;
  say(text: string, zone: string | null): void;
  announce(text: string): void;
  name(spot: Spot): string;
}

export class Advice {
  hint = $state.raw<{ said: HintMessage; step: 1 | 2 } | null>(null);
  lightOn = $state(false);
  light = $state<Winnable | "asking">("unknown");
  lightLimit = $state<number | null>(null);
  /** The event that was refused last, as it is written. */
  refused = $state("");
  explained = $state.raw<ExplainedMessage | null>(null);
  isExplaining = $state(false);
  /** Why nothing could be explained. */
  unexplained = $state("");
  #table: Asking;

  constructor(table: Asking) {
    this.#table = table;
  }

  get #seq(): number {
    return this.#table.message?.seq ?? 0;
  }

  /** The table is another: what was said about it before is no longer so. */
  forget(): void {
    this.hint = null;
    this.light = "unknown";
    this.refused = "";
    if (this.lightOn) this.#askLight();
  }

  // -- why --------------------------------------------------------------------------

  /** Ask about an event: all its guards, and what it would do. */
  explain(event: string): void {
    this.explained = null;
    this.unexplained = "";
    this.isExplaining = this.#table.send({ type: "explain", seq: this.#seq, event: event.trim() });
  }

  hearExplained(message: ExplainedMessage): void {
    this.isExplaining = false;
    this.explained = message;
    this.#table.announce(said(message.verdict));
  }

  /** Was this refusal for a question why? Then it is told where that was asked. */
  takeRefusal(text: string): boolean {
    if (!this.isExplaining) return false;
    this.isExplaining = false;
    this.unexplained = sentence(text);
    this.#table.announce(this.unexplained);
    return true;
  }

  // -- hints ------------------------------------------------------------------------

  hearHint(message: HintMessage): boolean {
    this.#table.waiting = false;
    if (!message.event) {
      this.#table.say(message.words ? said(message.said?.words ?? message.words) : t("noHint"), null);
      return false;
    }
    this.hint = { said: message, step: 1 };
    const scene = this.#table.message?.scene;
    const spot = message.pick === null || !scene ? null : spotOf(scene, message.pick);
    this.#table.announce(spot ? t("hintPick", this.#table.name(spot)) : t("hintButton", said(message.said?.words ?? message.words)));
    return true;
  }

  /** First which piece, then where to, then do it. */
  nextHint(): void {
    const { hint } = this;
    if (!hint) {
      if (this.#table.message?.can.hint) {
        this.#table.waiting = true;
        this.#table.send({ type: "hint", seq: this.#seq });
      }
      return;
    }
    if (hint.step === 1 && hint.said.drop !== null) {
      this.hint = { ...hint, step: 2 };
      this.#table.announce(`${sentence(said(hint.said.said?.words ?? hint.said.words))}. ${said(hint.said.said?.why ?? hint.said.why)}`);
      return;
    }
    const { event } = hint.said;
    this.hint = null;
    if (event) this.#table.send({ type: "act", seq: this.#seq, event });
  }

  // -- the light --------------------------------------------------------------------

  toggleLight(): void {
    this.lightOn = !this.lightOn;
    if (this.lightOn) this.#askLight();
  }

  hearLight(message: WinnableMessage): void {
    if (message.seq === this.#seq) [this.light, this.lightLimit] = [message.answer, message.limit];
  }

  #askLight(): void {
    const { message } = this.#table;
    if (!message?.can.winnable || message.outcome) return;
    this.light = "asking";
    this.#table.send({ type: "winnable", seq: this.#seq });
  }
}
