// Whoever looks at another tab is notification that it is their turn: in the title of the tab, and by a
// notification if they want one. They are asked once, and never before there is something to wait for.
import { change, settings } from "../../storage/settings.svelte";

const canNotify = (): boolean => "Notification" in window && Notification.permission !== "denied";

/** Is it time to ask whether there should be notifications? */
export const shouldAsk = (): boolean => settings.notify === "unasked" && canNotify();

export async function setNotifications(yes: boolean): Promise<void> {
  const granted = yes && canNotify() && (await Notification.requestPermission()) === "granted";
  change("notify", granted ? "yes" : "no");
}

/** A notification while the page is out of sight; a newer one takes its place. */
export function notify(title: string, body: string, table: string): void {
  if (settings.notify !== "yes" || document.visibilityState === "visible" || !canNotify()) return;
  try {
    const notification = new Notification(title, { body, tag: `ludex-${table}` });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Some phones allow them to service workers only; the title still tells.
  }
}
