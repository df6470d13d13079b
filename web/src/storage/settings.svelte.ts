// What a player likes, remembered by the browser.
import { MediaQuery } from "svelte/reactivity";
import { read, write } from "./storage";

export type Theme = "system" | "light" | "dark";
export type Language = "en" | "pt";

/** What the table is covered with. */
export type Cloth = "green" | "blue" | "red" | "grey";
export type CardStyle = "classic" | "modern" | "bold";
/** How chess pieces look. */
export type PieceStyle = "classic" | "modern" | "wood";
/** How the followers on a map look; numbers tell them apart without colours. */
export type FollowerStyle = "figures" | "pawns" | "numbers";
export type CardBack = "lattice" | "stripes" | "dots" | "plain";

export interface Settings {
  theme: Theme;
  language: Language;
  fourColours: boolean;
  largeIndex: boolean;
  targets: boolean;
  sound: boolean;
  stillness: boolean;
  /** Is talk at the table not to be heard? */
  mute: boolean;
  letters: boolean;
  /** Is what can never hurt done for the player? */
  follows: boolean;
  /** Is at a showdown done by itself what is usual: to show what may win, to muck what is beaten? */
  shows: boolean;
  /** Are time and moves shown to who plays alone? */
  pace: boolean;
  cloth: Cloth;
  cardStyle: CardStyle;
  cardBack: CardBack;
  pieceStyle: PieceStyle;
  followerStyle: FollowerStyle;
  /** How loud sounds are, from 0 to 1. */
  volume: number;
  /** Are puzzles kept for when there is no connection? */
  offline: boolean;
  /** What friends at a table call the player. */
  name: string;
  /** Is a notification wanted when it is one's turn? */
  notify: "unasked" | "yes" | "no";
}

const STORE = "ludex.settings";

function first(): Settings {
  const likes: Settings = {
    theme: "system",
    language: navigator.language.toLowerCase().startsWith("pt") ? "pt" : "en",
    fourColours: false,
    largeIndex: false,
    targets: true,
    sound: false,
    stillness: false,
    mute: false,
    letters: true,
    follows: true,
    shows: true,
    pace: true,
    cloth: "green",
    cardStyle: "classic",
    cardBack: "lattice",
    pieceStyle: "classic",
    followerStyle: "figures",
    volume: 0.6,
    offline: false,
    name: "",
    notify: "unasked",
  };
  return { ...likes, ...read<Partial<Settings>>(STORE, {}) };
}

export const settings = $state<Settings>(first());

export function change<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  write(STORE, settings);
}

/** Does the player or the system want things not to move? */
export const isStill = (): boolean => settings.stillness || reduced.current;

const reduced = new MediaQuery("(prefers-reduced-motion: reduce)");

const dark = new MediaQuery("(prefers-color-scheme: dark)");

/** Write the settings on the page, where the style sheet reads them. */
export function dress(): void {
  const page = document.documentElement;
  page.lang = settings.language;
  page.dataset.theme = settings.theme === "system" ? (dark.current ? "dark" : "light") : settings.theme;
  page.dataset.cloth = settings.cloth;
  page.dataset.colours = settings.fourColours ? "four" : "two";
  page.dataset.still = String(settings.stillness);
}
