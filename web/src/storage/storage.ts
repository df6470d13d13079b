// What this browser remembers, under a name for each thing: localStorage, where there may be
// nothing, or something that another version has left, or that cannot be written.

/** What is kept under a name, if it is of the same kind as what there is otherwise. */
export function read<T extends object>(name: string, otherwise: T): T {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(name) ?? "null");
    const isSameKind = typeof found === "object" && found !== null && Array.isArray(found) === Array.isArray(otherwise);
    return isSameKind ? (found as T) : otherwise;
  } catch {
    return otherwise;
  }
}

/** Keep it; false where nothing can be kept, and it lasts as long as the page. */
export function write(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
