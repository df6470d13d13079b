// Pictures that games loadPictures along, for looks of their own. Two games may call different things the
// same: what is drawn belongs to the game at the table, or to the one that a part of a page names.
import { getContext, setContext } from "svelte";
import { currentGame } from "../i18n";
import { kind } from "../scene/kinds";
import type { Aspects } from "../scene/sizes";
import type { Drawn } from "../server/protocol";

const loaded = $state<Record<string, Aspects>>({});

/** The game at the table, or one of the lobby, has pictures for these looks. */
export function loadPictures({ name, drawings = [], aspects = {} }: Drawn): void {
  if (drawings.length > 0) loaded[name] ??= Object.fromEntries(drawings.map((look) => [look, aspects[look] ?? 1]));
}

/** The shapes of what a game has drawn. */
export const aspectsOf = (game: string): Aspects => loaded[game] ?? {};

const GAME = Symbol("game");

/** What is drawn within this component is of a game. */
export const drawnFor = (game: () => string): void => void setContext(GAME, game);

/** Find where the picture of a look is: its own, or that of its kind. */
export function pictures(): (look: string) => string | null {
  const game = getContext<(() => string) | undefined>(GAME) ?? currentGame;
  return (look) => {
    const own = aspectsOf(game());
    const found = [look, kind(look)].find((name) => name in own);
    return found === undefined
      ? null
      : `/api/games/${encodeURIComponent(game())}/drawings/${encodeURIComponent(found)}`;
  };
}
