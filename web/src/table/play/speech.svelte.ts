// What the page says: to whoever listens, and in a bubble to whoever looks.
import { sentence, whenLearnt } from "../../i18n";

/** Words for whoever listens; those of a game are written when the page speaks the language. */
export type Spoken = string | (() => string);

const written = (text: Spoken): string => (typeof text === "string" ? text : text());

export interface Bubble {
  text: string;
  zone: string | null;
  n: number;
  /** Does it tell what has happened, and refuse nothing? */
  isNews: boolean;
  /** The event that the rules refuse, which can be explained. */
  why: string | null;
}

export class Speech {
  bubble = $state.raw<Bubble | null>(null);
  announced = $state("");
  #bubbles = 0;

  announce(text: Spoken): void {
    whenLearnt(() => this.#tell(written(text)));
  }

  #tell(text: string): void {
    // The same text twice is announced twice: a space more makes it another text.
    this.announced = this.announced === text ? `${text}\u00a0` : text;
  }

  say(text: Spoken, zone: string | null, more: { isNews?: boolean; why?: string | null } = {}): void {
    whenLearnt(() => this.#show(sentence(written(text)), zone, more));
  }

  #show(
    text: string,
    zone: string | null,
    { isNews = false, why = null }: { isNews?: boolean; why?: string | null },
  ): void {
    this.#bubbles += 1;
    const n = this.#bubbles;
    this.bubble = { text, zone, n, isNews, why };
    this.#tell(text);
    const isStill = (): boolean => document.querySelector(".bubble:is(:hover, :focus-within)") === null;
    const end = (): void => {
      if (this.bubble?.n !== n) return;
      if (isStill()) this.hush();
      else setTimeout(end, 1000); // whoever points at it reads it
    };
    setTimeout(end, why === null ? 5000 : 8000);
  }

  /** What was said is seen. */
  hush(): void {
    this.bubble = null;
  }
}
