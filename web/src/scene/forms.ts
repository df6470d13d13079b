// Events that are filled in, in games without places to point at.
import type { Form, Gesture } from "../server/protocol";

/** A name of the rulebook as people read it. */
export const named = (name: string): string => name.replaceAll("_", " ");

/** The event as it is said, or null while a blank is empty, or holds what would end it. */
export function filled(form: Form, words: readonly string[]): string | null {
  if (words.length !== form.blanks.length || words.some((word) => word === "" || /[(),\s]/.test(word))) return null;
  return `${form.event}(${words.join(",")})`;
}

/** The buttons that no form stands for. */
export function unformed(gestures: readonly Gesture[], forms: readonly Form[]): Gesture[] {
  const events = new Set(forms.map((form) => form.event));
  return gestures.filter((gesture) => !events.has(gesture.event.split("(")[0] ?? ""));
}
