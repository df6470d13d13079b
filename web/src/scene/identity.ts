// Who is who from one scene to the next, so that what moved is seen to move.
//
// Pieces that can be told apart keep their key. Others (two equal rooks, a hidden card that
// is turned up) are recognised by what is missing in one scene and new in the next.
import type { Piece, Scene } from "../server/protocol";
import { isBack, kind, kindOf, lasting } from "./kinds";

interface Seen {
  piece: Piece;
  zone: string;
  region: string;
}

export interface TrackedPiece extends Seen {
  id: string;
}

let count = 0;

function fresh(): string {
  count += 1;
  return `piece-${count}`;
}

export function identify(before: readonly TrackedPiece[], scene: Scene): TrackedPiece[] {
  const old = new Map(before.map((known) => [known.piece.key, known.id]));
  const now = scene.zones.flatMap(({ key, region, pieces }) => pieces.map((piece) => ({ piece, zone: key, region })));
  const keys = new Set(now.map(({ piece }) => piece.key));
  const gone = before.filter((known) => !keys.has(known.piece.key));
  const isDealt = scene.zones.some((zone) => kind(zone.look) === "seat");
  const ids = new Map<string, string>();
  for (const key of keys) if (old.has(key)) ids.set(key, old.get(key) ?? "");
  for (const seen of now) {
    if (ids.has(seen.piece.key)) continue;
    const missing = isDealt && kindOf(seen.piece.look).isCard ? turnedUp(seen, gone) : recognised(seen, gone);
    const origin =
      missing ??
      sent(
        seen,
        before.filter((known) => ids.get(known.piece.key) === known.id),
      );
    // The next tile that is drawn has the key of the one that was laid, but is another tile.
    if (origin && !missing) ids.set(origin.piece.key, fresh());
    ids.set(seen.piece.key, origin?.id ?? fresh());
  }
  return now.map((seen) => ({ ...seen, id: ids.get(seen.piece.key) ?? fresh() }));
}

/** The piece of the same look beside the map that was laid on it, or the other way. */
const sent = (seen: Seen, before: readonly TrackedPiece[]): TrackedPiece | undefined =>
  before.find((known) => known.piece.look === seen.piece.look && known.region !== seen.region);

/** Where cards are dealt to seats none wanders: a card is turned up where it lies, or is new. */
function turnedUp(seen: Seen, gone: TrackedPiece[]): TrackedPiece | undefined {
  const at = gone.findIndex(
    (known) => known.zone === seen.zone && isBack(known.piece.look) && !isBack(seen.piece.look),
  );
  return at < 0 ? undefined : gone.splice(at, 1)[0];
}

/** The piece that has gone and may be this one; it is then taken. */
function recognised(seen: Seen, gone: TrackedPiece[]): TrackedPiece | undefined {
  const tests: ((known: TrackedPiece) => boolean)[] = [
    (k) => k.piece.look === seen.piece.look && k.zone !== seen.zone,
    (k) => k.piece.look === seen.piece.look,
    (k) => kind(k.piece.look) === kind(seen.piece.look) && (isBack(k.piece.look) || isBack(seen.piece.look)),
    (k) => lasting(k.piece.look) === lasting(seen.piece.look) && k.zone !== seen.zone,
  ];
  for (const test of tests) {
    // The last one that has gone: what lies on top leaves first.
    const at = gone.findLastIndex(test);
    const known = gone[at];
    if (known) {
      gone.splice(at, 1);
      return known;
    }
  }
  return undefined;
}
