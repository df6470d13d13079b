// A link within the page; with a key held down the browser opens another tab or window itself.
export function follow(event: MouseEvent, address: string, go: (path: string) => void): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(address);
}
