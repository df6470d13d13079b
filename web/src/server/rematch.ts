// The same table again, as it was or with a fresh deal; the address of the new one.
import * as api from "./api";
import { keepOpened } from "../storage/keys";
import { offlineAddress, offlineTable } from "../storage/offline_tables";

/** A deal that nobody has chosen has a number that can be remembered. */
const KNOWN_DEALS = 1_000_000;

export const anyDeal = (): number => 1 + Math.floor(Math.random() * KNOWN_DEALS);

export async function again(table: string, token: string, fresh: boolean): Promise<string> {
  const offline = offlineTable(table);
  if (offline) return offlineAddress(offline.game, fresh ? anyDeal() : offline.deal, true);
  return keepOpened(await api.open({ like: { table, token }, fresh }));
}
