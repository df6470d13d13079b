// Talk at the table: what was said, what is new, and whether one wants to hear it.
import { t } from "../../i18n";
import { change, settings } from "../../storage/settings.svelte";
import { play as sound } from "../../sound";
import type { Remark, TableMessage, ToServer } from "../../server/protocol";
import { nameOf } from "../seats/names";

interface Speaker {
  readonly message: TableMessage | null;
  say(text: string, zone: string | null, more: { isNews?: boolean }): void;
  announce(text: string): void;
  send(message: ToServer): boolean;
}

/** Set phrases, by the number that is sent: everybody reads them in a language of one's own. */
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
  #table: Speaker;

  constructor(table: Speaker) {
    this.#table = table;
  }

  get isMuted(): boolean {
    return settings.mute;
  }

  /** Is there anybody to talk to: people, not bots? */
  get isPossible(): boolean {
    const { message } = this.#table;
    return message !== null && message.seat > 0 && message.seats.filter((seat) => seat.who === "person").length > 1;
  }

  words({ text, phrase }: Remark): string {
    return (phrase === null ? undefined : phrases()[phrase]) ?? text;
  }

  hear(lines: Remark[], isOld = false): void {
    if (isOld) {
      this.lines = lines;
      return;
    }
    this.lines = [...this.lines, ...lines].slice(-100);
    const [line] = lines;
    if (!line || line.seat === this.#table.message?.seat || this.isMuted) return;
    const said = `${nameOf(line.seat, this.#table.message)}: ${this.words(line)}`;
    sound("tick");
    if (this.isOpen) this.#table.announce(said);
    else {
      this.unread += 1;
      this.#table.say(said, null, { isNews: true });
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
    return line !== "" && this.#table.send({ type: "chat", text: line });
  }

  phrase(phrase: number): void {
    this.#table.send({ type: "chat", phrase });
  }
}
