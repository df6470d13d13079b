// Open dialogs have one entry of the browser's history, so that Back closes the last of them first.

const open: (() => void)[] = [];
let isOurs = false; // is the entry on top of the history that of the dialogs?
let isLeaving = false;

const MARK = { dialog: true };

/** A dialog has opened; call what is returned when it is gone. */
export function opened(close: () => void): () => void {
  open.push(close);
  if (!isOurs) {
    history.pushState(MARK, "");
    isOurs = true;
  }
  return () => {
    const at = open.indexOf(close);
    if (at >= 0) open.splice(at, 1);
    // One dialog may open another in its place: so it is looked at when both have been told.
    setTimeout(() => {
      if (open.length > 0 || !isOurs) return;
      isOurs = false;
      isLeaving = true;
      history.back();
    });
  };
}

/** The page was loaded anew over an open dialog: its entry is of no use any more. */
export function leaveOld(): void {
  const state = history.state as typeof MARK | null;
  if (!state?.dialog) return;
  isLeaving = true;
  history.back();
}

/** Somebody went back: was that for a dialog, and not for the page? */
export function wentBack(): boolean {
  if (isLeaving) {
    isLeaving = false;
    return true;
  }
  if (!isOurs) return false;
  isOurs = false;
  const last = open.at(-1);
  if (open.length > 1) {
    history.pushState(MARK, "");
    isOurs = true;
  }
  last?.();
  return last !== undefined;
}

/** Another page follows: it takes the place of the entry that the dialogs had. */
export function overtaken(): boolean {
  const had = isOurs;
  isOurs = false;
  return had;
}
