// Who is who from one scene to the next, so that what moved is seen to move.
//
// Pieces that can be told apart keep their key. Others (two equal rooks, a hidden card that
// is turned up) are recognised by what is missing in one scene and new in the next.
import type { Piece, Scene } from "../protocol";

export interface Known {
  id: string;
  piece: Piece;
  zone: string;
}

let fresh = 0;

export function identify(before: readonly Known[], scene: Scene): Known[] {
  const old = new Map(before.map((known) => [known.piece.key, known]));
  const now = scene.zones.flatMap((zone) => zone.pieces.map((piece) => ({ piece, zone: zone.key })));
  const keys = new Set(now.map(({ piece }) => piece.key));
  const gone = before.filter((known) => !keys.has(known.piece.key));
  const found: Known[] = [];
  const strangers: { piece: Piece; zone: string }[] = [];
  for (const seen of now) {
    const same = old.get(seen.piece.key);
    if (same) found.push({ ...seen, id: same.id });
    else strangers.push(seen);
  }
  for (const seen of strangers) found.push({ ...seen, id: recognised(seen, gone) });
  return found;
}

/** The id of a piece that has gone and may be this one; the piece is then taken. */
function recognised(seen: { piece: Piece; zone: string }, gone: Known[]): string {
  const tests: ((known: Known) => boolean)[] = [
    (k) => k.piece.look === seen.piece.look && k.zone !== seen.zone,
    (k) => k.piece.look === seen.piece.look,
    (k) => isCard(k.piece) && isCard(seen.piece) && (isBack(k.piece) || isBack(seen.piece)),
    (k) => alike(k.piece.look) === alike(seen.piece.look) && k.zone !== seen.zone,
  ];
  for (const test of tests) {
    // The last one that has gone: what lies on top leaves first.
    const at = gone.findLastIndex(test);
    const known = gone[at];
    if (known) {
      gone.splice(at, 1);
      return known.id;
    }
  }
  fresh += 1;
  return `piece-${fresh}`;
}

const isCard = (piece: Piece): boolean => piece.look.startsWith("card:");

const isBack = (piece: Piece): boolean => piece.look.endsWith(":back");

/** Chips become other chips, a meeple at home one of the same player on a tile. */
function alike(look: string): string {
  const [what = "", whose = ""] = look.split(":");
  if (what === "chips") return what;
  return what === "meeple" ? `${what}:${whose}` : look;
}
