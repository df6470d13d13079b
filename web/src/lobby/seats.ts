// Who sits where at a new table: one seat is mine, the others are friends and bots.
import type { GameInfo, NewTable } from "../server/protocol";

/** Who sits at the other seats, unless somebody else is wanted: the game's opponent by name. */
const other = (game: GameInfo): string => {
  const bot = rivalOf(game) ?? game.bots.at(-1);
  return bot ? `bot:${bot.name}` : "friend";
};

/** So many seats; those that stay keep who sits there, new ones are filled as the last was. */
export function resized(seats: string[], players: number, game: GameInfo): string[] {
  const usual = seats.findLast((who) => who !== "me") ?? other(game);
  const present = Array.from({ length: players }, (_, i) => seats[i] ?? usual);
  return present.includes("me") ? present : ["me", ...present.slice(1)];
}

export const first = (game: GameInfo, preset: string): string[] =>
  resized(["me"], game.seats[preset] ?? game.players[0], game);

/** Somebody else at a seat; when that is me, whoever sat there takes my old one. */
export function seated(seats: string[], at: number, who: string): string[] {
  const before = seats[at] ?? who;
  return seats.map((old, i) => (i === at ? who : who === "me" && old === "me" ? before : old));
}

/** Somebody who plays well, but not as well as can be. */
export const rivalOf = (game: GameInfo): { name: string; word: string } | undefined =>
  game.opponent?.levels.at(-2) ?? game.opponent?.levels.at(-1);

/** A table to play at once: the usual rules, any deal or an easy puzzle, and good opponents. */
export function quick(game: GameInfo): NewTable {
  const preset = game.presets[0] ?? "";
  const table: NewTable = { game: game.name };
  if (game.puzzles && game.editor) return { ...table, puzzle: { level: "easy" } };
  if (preset) table.preset = preset;
  if (game.players[1] > 1) {
    table.seats = first(game, preset);
    if (game.chance) table.together = true;
  }
  return table;
}

/** Who sits at every seat but mine; null where they differ. */
export function opponents(seats: string[]): string | null {
  const [one, ...rest] = seats.filter((who) => who !== "me");
  return one !== undefined && rest.every((who) => who === one) ? one : null;
}
