// Dates as people write them: "5 minutes ago", "today at 14:05", "yesterday", "12 November".

/** The browser's own kind of the language, where it has one: 12 November, or November 12. */
export function localeOf(language: string, browser: readonly string[]): string {
  if (language === "pt") return "pt-PT";
  return browser.find((one) => one.toLowerCase().startsWith(language)) ?? language;
}

const midnight = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** When something was, as seen from now. */
export function whenIn(locale: string, then: Date, now: Date): string {
  const minutes = Math.round((now.getTime() - then.getTime()) / 60_000);
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  if (minutes < 1) return relative.format(0, "second");
  if (minutes < 60) return relative.format(-minutes, "minute");
  const days = Math.round((midnight(now) - midnight(then)) / 86_400_000);
  if (days <= 1)
    return `${relative.format(-days, "day")}, ${then.toLocaleTimeString(locale, { hour: "numeric", minute: "2-digit" })}`;
  if (days < 7) return relative.format(-days, "day");
  return dayIn(locale, then, now);
}

/** A day; of another year with the year. */
export const dayIn = (locale: string, then: Date, now: Date): string =>
  then.toLocaleDateString(locale, {
    day: "numeric",
    month: "long",
    ...(then.getFullYear() === now.getFullYear() ? {} : { year: "numeric" }),
  });

/** What the server writes: ISO, or seconds since 1970. */
export const dateOf = (written: string | number): Date =>
  new Date(typeof written === "number" ? written * 1000 : written);
