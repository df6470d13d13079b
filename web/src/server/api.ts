// The server's HTTP doors. A refusal is an Error that knows the server's sentence.
import type {
  Check,
  Daily,
  DealOfDay,
  GameInfo,
  GameStatistics,
  MyTable,
  NewTable,
  Opened,
  Packs,
  ReviewPart,
  RulesPage,
  WaitingTable,
  Words,
} from "./protocol";
import type { Key } from "../storage/keys";

/** The server has answered, and said no. */
export class Refused extends Error {
  readonly status: number;
  readonly words: Words;
  constructor(status: number, words: Words) {
    super(typeof words === "string" ? words : words.template);
    this.status = status;
    this.words = words;
  }
}

/** What went wrong, as the server says it, or the browser. */
export const wrong = (error: unknown): Words =>
  error instanceof Refused
    ? error.words
    : error instanceof TypeError
      ? "That needs a connection."
      : error instanceof Error
        ? error.message
        : String(error);

async function request<T>(path: string, body?: unknown): Promise<T> {
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
  if (!response.ok) throw new Refused(response.status, await words(response));
  return (await response.json()) as T;
}

async function words(response: Response): Promise<Words> {
  try {
    const { error, said } = (await response.json()) as { error?: string; said?: Words };
    return said ?? error ?? response.statusText;
  } catch {
    return response.statusText || `status ${response.status}`;
  }
}

const named = ({ table, token }: Key) => ({ table, token });

export const games = () => request<GameInfo[]>("/api/games");

/** The rules of a game, or as they are with a preset and single options changed. */
export function rules(game: string, preset: string | null, options: Record<string, string>, language: string) {
  const query = new URLSearchParams(preset === null ? {} : { preset });
  if (language !== "en") query.set("language", language);
  for (const [name, value] of Object.entries(options)) query.append("option", `${name}=${value}`);
  return request<RulesPage>(`/api/games/${encodeURIComponent(game)}/rules?${query}`);
}

export const open = (table: NewTable) => request<Opened>("/api/tables", table);
export const mine = (keys: Key[]) => request<MyTable[]>("/api/tables/mine", { tables: keys.map(named) });
export const statistics = (keys: Key[]) => request<GameStatistics[]>("/api/statistics", { tables: keys.map(named) });
export const claim = (table: string, invitation: string, token: string) =>
  request<{ seat: number }>(`/api/tables/${table}/claim`, { invitation, token });
export const waiting = () => request<WaitingTable[]>("/api/tables/open");
export const join = (table: string, token: string) => request<{ seat: number }>(`/api/tables/${table}/join`, { token });
export const daily = () => request<Daily>("/api/puzzles/daily");
export const dailyDeal = () => request<DealOfDay>("/api/deals/daily");
export const packs = (game: string) => request<Packs>(`/api/puzzles/packs?game=${encodeURIComponent(game)}`);
export const check = (game: string, position: string) => request<Check>("/api/puzzles/check", { game, position });

async function opened(table: string, token: string, what: string): Promise<string> {
  const response = await fetch(`/api/tables/${table}/${what}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Refused(response.status, await words(response));
  return response.text();
}

/** A part of a finished game looked back at. */
export const review = async (table: string, token: string, begun: number) =>
  JSON.parse(await opened(table, token, `review?begun=${begun}`)) as ReviewPart;

/** What was seen of a game, as other programs read it. */
export const record = (table: string, token: string, name: string) => opened(table, token, `records/${name}`);

export const script = (table: string, token: string) => opened(table, token, "script");

/** What the deals followed from, as a file for `ludex verify`. */
export const shuffle = (table: string, token: string) => opened(table, token, "shuffle");

export const verdict = async (table: string, token: string) =>
  JSON.parse(await opened(table, token, "verdict")) as { holds: boolean; findings: string[]; said?: Words[] };
