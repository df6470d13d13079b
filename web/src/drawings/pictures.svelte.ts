// Pictures that games bring along, for looks that nothing here draws.
import { kind } from "../scene/sizes";

const urls = $state<Record<string, string>>({});

/** The game at the table, or one of the lobby, has pictures for these looks. */
export function bring(game: string, looks: readonly string[]): void {
  for (const look of looks) {
    const url = `/api/games/${encodeURIComponent(game)}/drawings/${encodeURIComponent(look)}`;
    if (urls[look] !== url) urls[look] = url;
  }
}

/** Where the picture of a look is: its own, or that of its kind. */
export const pictureOf = (look: string): string | null => urls[look] ?? urls[kind(look)] ?? null;
