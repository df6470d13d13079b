// Who sits where at a new table: one seat is mine, the others are friends and bots.
import type { GameInfo } from "../protocol";

const other = (game: GameInfo): string => {
  const bot = game.bots.at(-1);
  return bot ? `bot:${bot.name}` : "friend";
};

/** So many seats; those that stay keep who sits there, new ones are filled as the last was. */
export function resized(seats: string[], players: number, game: GameInfo): string[] {
  const usual = seats.findLast((who) => who !== "me") ?? other(game);
  const kept = Array.from({ length: players }, (_, i) => seats[i] ?? usual);
  return kept.includes("me") ? kept : ["me", ...kept.slice(1)];
}

export const first = (game: GameInfo, preset: string): string[] =>
  resized(["me"], game.seats[preset] ?? game.players[0], game);

/** Somebody else at a seat; when that is me, whoever sat there takes my old one. */
export function seated(seats: string[], at: number, who: string): string[] {
  const before = seats[at] ?? who;
  return seats.map((old, i) => (i === at ? who : who === "me" && old === "me" ? before : old));
}
