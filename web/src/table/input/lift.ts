// A piece in the hand: its element follows the pointer, also out of a box that scrolls.

export function lift(element: HTMLElement): void {
  const frame = element.closest<HTMLElement>(".scrolling");
  if (frame) {
    const { x, y } = frame.getBoundingClientRect();
    element.style.position = "fixed";
    element.style.left = `${x}px`;
    element.style.top = `${y - frame.scrollTop}px`;
  }
  element.classList.add("dragged");
}

/** Back in its place; whether it is seen to go there is for its class to say. */
export function putDown(element: HTMLElement): void {
  element.classList.remove("dropped");
  for (const name of ["position", "left", "top", "translate"]) element.style.removeProperty(name);
}
