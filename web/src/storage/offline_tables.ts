// Tables of this browser alone, for when there is no connection: `pocket-GAME-DEAL`. The rulebook
// runs beside the page, and is spoken to as a server is; what was played is kept here.
import { read, write } from "./storage";

const STORE = "ludex.pocket";
const MOST = 50;

export interface OfflineTable {
  table: string;
  game: string;
  deal: number;
  lines: string[];
}

const all = (): OfflineTable[] => read<OfflineTable[]>(STORE, []);

function keep(offline: OfflineTable): void {
  write(STORE, [offline, ...all().filter(({ table }) => table !== offline.table)].slice(0, MOST));
}

/** What was begun here, the last first. */
export const begun = (game: string): OfflineTable[] => all().filter((offline) => offline.game === game);

/** The table with this name, if it is one of this browser's alone. */
export function offlineTable(table: string): OfflineTable | null {
  const [, game, deal] = /^pocket-(.+)-(\d+)$/.exec(table) ?? [];
  if (game === undefined || deal === undefined) return null;
  return all().find((offline) => offline.table === table) ?? { table, game, deal: Number(deal), lines: [] };
}

let openings = 0;

/** The address of a deal, as it was left, or anew; each time another, so that a page is made anew. */
export function offlineAddress(game: string, deal: number, isNew = false): string {
  const table = `pocket-${game}-${deal}`;
  if (isNew) keep({ table, game, deal, lines: [] });
  openings += 1;
  return `/t/${table}#pocket${openings}`;
}

const begin = (): Worker => new Worker("/python/table.js", { type: "module" });
let spare: Worker | null = null;

/** Somebody is about to play: it takes seconds until Python is there, which may begin now. */
export function warmUp(): void {
  spare ??= begin();
  spare.onerror = () => (spare = null);
}

/** The rest of a socket that a page needs. */
export class OfflineConnection {
  readyState: number = WebSocket.OPEN;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  #worker = spare ?? begin();
  #table: OfflineTable;

  constructor(offline: OfflineTable) {
    spare = null;
    this.#table = offline;
    this.#worker.onerror = () => this.#end("That needs a connection.");
    this.#worker.onmessage = ({ data }: MessageEvent<{ answers?: unknown[]; lines?: string[]; problem?: string }>) => {
      if (data.lines && data.lines.length !== this.#table.lines.length)
        keep((this.#table = { ...this.#table, lines: data.lines }));
      for (const answer of data.answers ?? []) this.#tell(answer);
      if (data.problem !== undefined) this.#end(data.problem);
    };
    queueMicrotask(() => this.onopen?.());
  }

  send(said: string): void {
    // It is there, though it may take seconds until it has read the rules.
    this.#tell({ type: "pong" });
    const { game, deal, lines } = this.#table;
    this.#worker.postMessage({ game, deal, lines, said });
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.#worker.terminate();
  }

  #tell(answer: unknown): void {
    this.onmessage?.({ data: JSON.stringify(answer) });
  }

  #end(reason: string): void {
    this.close();
    this.onclose?.({ code: 4401, reason });
  }
}
