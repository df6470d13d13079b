// The connection of a table page to the server.
import { t } from "../../i18n";
import type { ToServer } from "../../server/protocol";
import type { Link, Wire } from "../../server/socket";
import type { Speech } from "./speech.svelte";

export class Connection {
  link = $state<Link>("joining");
  #wire: Wire | null = null;
  #speech: Speech;

  constructor(speech: Speech) {
    this.#speech = speech;
  }

  get isOpen(): boolean {
    return this.link === "open";
  }

  attach(wire: Wire): void {
    this.#wire = wire;
  }

  /** Send a message; without a connection, say so. */
  send(message: ToServer): boolean {
    const isSent = this.post(message);
    if (!isSent) this.#speech.say(t("The connection is lost; trying again …"), null);
    return isSent;
  }

  /** Send a message; without a connection, return false in silence. */
  post(message: ToServer): boolean {
    return this.#wire?.send(message) ?? false;
  }

  close(): void {
    this.#wire?.close();
  }
}
