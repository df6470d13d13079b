// Clocks between two messages: the server keeps the time, the page counts on from what it was told.
import type { ClockState } from "../../server/protocol";

export interface Left {
  /** Seconds of this move that are not saved up. */
  move: number;
  /** Seconds beyond them. */
  bank: number;
}

/** What a seat has left, so many seconds after the clock was told. */
export function left(clock: ClockState, seat: number, since: number): Left {
  const bank = clock.banks[seat] ?? 0;
  if (clock.runs !== seat) return { move: clock.each, bank };
  const used = clock.used + (clock.stands ? 0 : since);
  return { move: Math.max(clock.each - used, 0), bank: Math.max(bank - Math.max(used - clock.each, 0), 0) };
}

/** As a clock shows it: whole seconds, the last ones too. */
export function formatTime(seconds: number): string {
  const whole = Math.ceil(seconds);
  const pad = (n: number): string => String(n).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

/** The choices at a new table, from quick to slow. */
export const CHOICES: TimeLimits[] = [
  { each: 30, bank: 0, more: 0 },
  { each: 60, bank: 0, more: 0 },
  { each: 20, bank: 60, more: 0 },
  { each: 0, bank: 300, more: 5 },
  { each: 0, bank: 600, more: 10 },
  { each: 0, bank: 1800, more: 20 },
];

export interface TimeLimits {
  each: number;
  bank: number;
  more: number;
}
