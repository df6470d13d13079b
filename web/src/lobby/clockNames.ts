import { t } from "../i18n";
import type { TimeLimits } from "../table/clock/clock";

/** How much time there is, in a few words. */
export const clockWords = ({ each, bank, more }: TimeLimits): string =>
  each === 0
    ? t("{0} minutes, plus {1} seconds a turn", bank / 60, more)
    : bank === 0
      ? t("{0} seconds a move", each)
      : t("{0} seconds a move, and a time bank of {1}", each, bank);
