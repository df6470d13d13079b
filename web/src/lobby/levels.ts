// The levels of puzzles, in the player's words.
import { said, t } from "../i18n";

export const LEVELS = ["easy", "medium", "hard", "expert", "master"] as const;

export const levelName = (level: string): string => {
  const known = LEVELS.find((name) => name === level);
  return known ? t(known) : said(level);
};
