// The best times and the fewest moves of who plays alone, by game and rules; the browser keeps them.
import { read, write } from "./storage";

const RECORDS = "ludex.records";

export interface Best {
  seconds: number;
  moves: number;
}

/** `3:07`, `1:02:45`. */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    String(whole % 60).padStart(2, "0"),
  ];
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

const all = (): Record<string, Best> => read<Record<string, Best>>(RECORDS, {});

/** The best of a game under its rules, as far as this browser knows. */
export const bestOf = (name: string): Best | null => all()[name] ?? null;

/** The better of each, and what was new about it. */
export function improved(before: Best | null, now: Best): Best {
  if (!before) return now;
  return { seconds: Math.min(before.seconds, now.seconds), moves: Math.min(before.moves, now.moves) };
}

/** A name begins with that of the game; what follows are the rules. */
export const record = (name: string, now: Best): void =>
  void write(RECORDS, { ...all(), [name]: improved(bestOf(name), now) });

/** The quickest win of a game, by whatever rules. */
export function quickest(game: string): number | null {
  const times = Object.entries(all()).flatMap(([name, best]) => (name.split(" ")[0] === game ? [best.seconds] : []));
  return times.length > 0 ? Math.min(...times) : null;
}
