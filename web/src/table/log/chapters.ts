// The log in chapters: a game tells where one begins, such as a hand.
import { codeOf } from "../../i18n/format";
import type { Entry, Words } from "../../server/protocol";

export interface Chapter {
  /** What its first sentence says; nothing before the first chapter, and where there are none. */
  title: Words;
  entries: Entry[];
}

const titleOf = (entry: Entry): Words | undefined => entry.told.find((words) => codeOf(words) === "chapter");

export function chapters(log: readonly Entry[]): Chapter[] {
  const found: Chapter[] = [];
  for (const entry of log) {
    const title = titleOf(entry);
    if (title !== undefined || found.length === 0) found.push({ title: title ?? "", entries: [] });
    found.at(-1)?.entries.push(entry);
  }
  return found;
}

/** The log as a text to be read, chapter by chapter. */
export function chronicle(
  log: readonly Entry[],
  who: (seat: number) => string,
  write: (words: Words) => string,
): string {
  const texts = chapters(log).map(({ title, entries }) => {
    const all = entries.flatMap((entry) => {
      const did = entry.did ? write(entry.did) : who(entry.seat) + write(entry.words || entry.event);
      const lines = entry.told.filter((words) => words !== title).map(write);
      return [...(entry.seat === 0 ? [] : [did]), ...lines.filter((line) => line !== did)];
    });
    return [...(title === "" ? [] : [write(title)]), ...all].join("\n");
  });
  return `${texts.join("\n\n")}\n`;
}
