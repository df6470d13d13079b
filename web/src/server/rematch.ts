// The same table again, as it was or with a fresh deal; the address of the new one.
import * as api from "./api";
import { keepOpened } from "../storage/keys";
import { pocketAt, pocketOf } from "../storage/pocket";

/** A deal that nobody has chosen has a number that can be remembered. */
const KNOWN_DEALS = 1_000_000;

export const anyDeal = (): number => 1 + Math.floor(Math.random() * KNOWN_DEALS);

export async function again(table: string, token: string, fresh: boolean): Promise<string> {
  const pocket = pocketOf(table);
  if (pocket) return pocketAt(pocket.game, fresh ? anyDeal() : pocket.deal, true);
  return keepOpened(await api.open({ like: { table, token }, fresh }));
}
