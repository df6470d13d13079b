// Sitting down by invitation: the seat gets a secret of this browser's own, kept before it is
// sent, so that a claim whose answer is lost can be made again and is still the same claim.
import * as api from "./api";
import { forget, keep, keys, type Key } from "../storage/keys";

const PAUSES = [500, 1500, 4000, 8000];
const BYTES = 24;

export function secret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

const byInvitation = (table: string, invitation: string): Key | undefined =>
  keys().find((k) => k.table === table && k.invitation === invitation);

/** The key to the seat; throws the server's sentence when there is none to be had. */
export async function claimed(
  table: string,
  invitation: string,
  wait = (ms: number) => new Promise((done) => setTimeout(done, ms)),
): Promise<{ key: Key; isKept: boolean }> {
  const proposed = byInvitation(table, invitation) ?? { table, invitation, token: secret() };
  keep(proposed);
  for (let tries = 0; ; tries += 1) {
    try {
      const { seat } = await api.claim(table, invitation, proposed.token);
      const key = { ...proposed, seat };
      return { key, isKept: keep(key) };
    } catch (error) {
      if (error instanceof api.Refused && error.status < 500 && error.status !== 429) {
        forget(proposed);
        const other = byInvitation(table, invitation); // another tab was faster
        if (other?.seat !== undefined) return { key: other, isKept: true };
        throw error;
      }
      await wait(PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 8000);
    }
  }
}
