// Dates in the player's language.
import { dateOf, dayIn, localeOf, whenIn } from "../dates";
import { settings } from "../storage/settings.svelte";

const locale = (): string => localeOf(settings.language, navigator.languages);

/** When something was, as seen from now. */
export const when = (written: string | number): string => whenIn(locale(), dateOf(written), new Date());

/** `2026-11-17` is a day, wherever one is. */
export const day = (iso: string): string => dayIn(locale(), new Date(`${iso}T12:00`), new Date());
