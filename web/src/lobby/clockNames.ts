import { t } from "../i18n";
import type { ClockWish } from "../table/clock/clock";

/** How much time there is, in a few words. */
export const clockWords = ({ each, bank, more }: ClockWish): string =>
  each === 0 ? t("clockFischer", bank / 60, more) : bank === 0 ? t("clockMove", each) : t("clockBank", each, bank);
