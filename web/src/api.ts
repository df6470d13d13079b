// The server's HTTP doors. A refusal is an Error whose message is the server's sentence.
import type {
  Check,
  Daily,
  GameInfo,
  GameStatistics,
  MyTable,
  NewTable,
  Opened,
  RulesPage,
} from "./protocol";
import type { Key } from "./keys";

/** The server has answered, and said no. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

async function asked<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(
    path,
    body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        },
  );
  if (!response.ok) throw new Refused(response.status, await sentence(response));
  return (await response.json()) as T;
}

async function sentence(response: Response): Promise<string> {
  try {
    const said = (await response.json()) as { error?: string };
    return said.error ?? response.statusText;
  } catch {
    return response.statusText || `status ${response.status}`;
  }
}

const named = ({ table, token }: Key) => ({ table, token });

export const games = () => asked<GameInfo[]>("/api/games");

/** The rules of a game, or as they are with a preset and single options changed. */
export function rules(game: string, preset: string | null, options: Record<string, string> = {}) {
  const query = new URLSearchParams(preset === null ? {} : { preset });
  for (const [name, value] of Object.entries(options)) query.append("option", `${name}=${value}`);
  return asked<RulesPage>(`/api/games/${encodeURIComponent(game)}/rules?${query}`);
}

export const open = (wish: NewTable) => asked<Opened>("/api/tables", wish);
export const mine = (keys: Key[]) =>
  asked<MyTable[]>("/api/tables/mine", { tables: keys.map(named) });
export const statistics = (keys: Key[]) =>
  asked<GameStatistics[]>("/api/statistics", { tables: keys.map(named) });
export const claim = (table: string, invitation: string, token: string) =>
  asked<{ seat: number }>(`/api/tables/${table}/claim`, { invitation, token });
export const daily = () => asked<Daily>("/api/puzzles/daily");
export const check = (game: string, position: string) =>
  asked<Check>("/api/puzzles/check", { game, position });

async function opened(table: string, token: string, what: string): Promise<string> {
  const response = await fetch(`/api/tables/${table}/${what}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(await sentence(response));
  return response.text();
}

export const script = (table: string, token: string) => opened(table, token, "script");

/** What the deals followed from, as a file for `ludex verify`. */
export const shuffle = (table: string, token: string) => opened(table, token, "shuffle");

export const verdict = async (table: string, token: string) =>
  JSON.parse(await opened(table, token, "verdict")) as { holds: boolean; findings: string[] };
