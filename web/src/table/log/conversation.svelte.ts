// The chat of a table: its lines, the unread ones, and the mute switch.
import { t } from "../../i18n";
import { change, settings } from "../../storage/settings.svelte";
import { play as sound } from "../../sound";
import type { Remark } from "../../server/protocol";
import type { Connection } from "../play/connection.svelte";
import type { Speech } from "../play/speech.svelte";
import type { TableState } from "../play/state.svelte";
import { nameOf } from "../seats/names";

/** Set phrases. The chat sends their number, so that each player reads the own language. */
export const phrases = (): string[] => [
  t("Hello!"),
  t("Good luck!"),
  t("Nice move!"),
  t("Thank you!"),
  t("Oops …"),
  t("One moment, please."),
  t("Good game!"),
  t("I have to go. Bye!"),
];

export class Conversation {
  lines = $state.raw<Remark[]>([]);
  isOpen = $state(false);
  unread = $state(0);
  #table: TableState;
  #connection: Connection;
  #speech: Speech;

  constructor(table: TableState, connection: Connection, speech: Speech) {
    this.#table = table;
    this.#connection = connection;
    this.#speech = speech;
  }

  get isMuted(): boolean {
    return settings.mute;
  }

  /** Is there another person at the table? */
  get isPossible(): boolean {
    const { message } = this.#table;
    return message !== null && message.seat > 0 && message.seats.filter((seat) => seat.who === "person").length > 1;
  }

  words({ text, phrase }: Remark): string {
    return (phrase === null ? undefined : phrases()[phrase]) ?? text;
  }

  receive(lines: Remark[], isOld = false): void {
    if (isOld) {
      this.lines = lines;
      return;
    }
    this.lines = [...this.lines, ...lines].slice(-100);
    const [line] = lines;
    if (!line || line.seat === this.#table.message?.seat || this.isMuted) return;
    const text = `${nameOf(line.seat, this.#table.message)}: ${this.words(line)}`;
    sound("tick");
    if (this.isOpen) this.#speech.announce(text);
    else {
      this.unread += 1;
      this.#speech.say(text, null, { isNews: true });
    }
  }

  open(isOpen: boolean): void {
    this.isOpen = isOpen;
    if (isOpen) this.unread = 0;
  }

  mute(mute: boolean): void {
    change("mute", mute);
    if (mute) this.unread = 0;
  }

  say(text: string): boolean {
    const line = text.trim();
    return line !== "" && this.#connection.send({ type: "chat", text: line });
  }

  phrase(phrase: number): void {
    this.#connection.send({ type: "chat", phrase });
  }
}
