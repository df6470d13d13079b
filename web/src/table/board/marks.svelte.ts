// What was moved last, and where from: one's own last move, or all that the others did since.
import type { TrackedPiece } from "../../scene/identity";

export class Marks {
  pieces = $state.raw<ReadonlySet<string>>(new Set());
  zones = $state.raw<ReadonlySet<string>>(new Set());
  #stood = new Map<string, string>();

  /** Mark what has changed its place since the table was marked last. */
  mark(known: readonly TrackedPiece[], { isMine, isShared }: { isMine: boolean; isShared: boolean }): void {
    const before = this.#stood;
    this.#stood = new Map(known.map(({ id, zone }) => [id, zone]));
    const changed = known.filter(({ id, zone, region }) =>
      before.has(id) ? before.get(id) !== zone : region === "map",
    );
    if (before.size === 0 || changed.length === 0) return;
    const theirs = isShared && !isMine ? changed.map(({ id }) => id) : [];
    this.pieces = new Set([...(isMine ? [] : this.pieces), ...theirs]);
    this.zones = new Set(changed.flatMap(({ id, zone }) => [zone, before.get(id) ?? zone]));
  }

  /** A move was taken back: nothing is marked, until something moves again. */
  forget(): void {
    this.pieces = new Set();
    this.zones = new Set();
    this.#stood = new Map();
  }
}
