// Those of some sentences that Portuguese does not know; tests/web asks with all of a game's.
import { contracted, gamesPt } from "../src/i18n/games.pt";
import { dictionary } from "../src/i18n/patterns";

const translated = dictionary(gamesPt, contracted);

export const unknown = (sentences: string[]): string[] => sentences.filter((text) => translated(text) === null);
