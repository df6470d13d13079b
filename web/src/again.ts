// The same table again, as it was or with a fresh deal; the address of the new one.
import * as api from "./api";
import { keepOpened } from "./keys";

export async function again(table: string, token: string, fresh: boolean): Promise<string> {
  return keepOpened(await api.open({ like: { table, token }, fresh }));
}
