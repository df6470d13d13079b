// Announcements for screen readers, and the bubble that shows a sentence on the table.
import { sentence, whenLoaded } from "../../i18n";

/** A text, or a function that writes it once the catalogue of the language has been loaded. */
export type Text = string | (() => string);

const write = (text: Text): string => (typeof text === "string" ? text : text());

export interface Bubble {
  text: string;
  zone: string | null;
  n: number;
  /** Does the bubble report an event, rather than a refusal? */
  isNews: boolean;
  /** The refused event, which the page can explain. */
  why: string | null;
}

export class Speech {
  bubble = $state.raw<Bubble | null>(null);
  announced = $state("");
  #bubbles = 0;

  announce(text: Text): void {
    whenLoaded(() => this.#announce(write(text)));
  }

  #announce(text: string): void {
    // A screen reader reads a repeated text only if it differs: by a space at its end.
    this.announced = this.announced === text ? `${text}\u00a0` : text;
  }

  say(text: Text, zone: string | null, more: { isNews?: boolean; why?: string | null } = {}): void {
    whenLoaded(() => this.#show(sentence(write(text)), zone, more));
  }

  #show(
    text: string,
    zone: string | null,
    { isNews = false, why = null }: { isNews?: boolean; why?: string | null },
  ): void {
    this.#bubbles += 1;
    const n = this.#bubbles;
    this.bubble = { text, zone, n, isNews, why };
    this.#announce(text);
    const isRead = (): boolean => document.querySelector(".bubble:is(:hover, :focus-within)") !== null;
    const end = (): void => {
      if (this.bubble?.n !== n) return;
      if (isRead()) setTimeout(end, 1000);
      else this.hush();
    };
    setTimeout(end, why === null ? 5000 : 8000);
  }

  /** Close the bubble. */
  hush(): void {
    this.bubble = null;
  }
}
