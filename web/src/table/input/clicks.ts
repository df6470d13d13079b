// A click counts where it was pressed. After a tap the browser looks anew at what lies under the
// finger: a button that the tap itself has brought there would be pressed with it.

const PRESSED = "button, a, input, select, label, summary";

const control = (event: Event): Element | null =>
  event.target instanceof Element ? event.target.closest(PRESSED) : null;

export function clicking(page: Window): () => void {
  let wasOnControl = true;

  const down = (event: Event): void => {
    wasOnControl = control(event) !== null;
  };
  const click = (event: MouseEvent): void => {
    const isByHand = event.detail > 0; // keys and programs click without pressing
    if (!isByHand || wasOnControl || !control(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  page.addEventListener("pointerdown", down, true);
  page.addEventListener("click", click, true);
  return () => {
    page.removeEventListener("pointerdown", down, true);
    page.removeEventListener("click", click, true);
  };
}
