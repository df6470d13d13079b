// The levels of puzzles, in the player's words.
import { textOf, t } from ".";

export const LEVELS = ["easy", "medium", "hard", "expert", "master"] as const;

export function levelName(level: string): string {
  switch (level) {
    case "easy":
      return t("Easy");
    case "medium":
      return t("Medium");
    case "hard":
      return t("Hard");
    case "expert":
      return t("Expert");
    case "master":
      return t("Master");
    default:
      return textOf(level);
  }
}
