// What is drawn on playing cards, as the page's own language writes it. A table may have a hundred
// cards: each is written once and drawn at once, which is much quicker than part by part.
import type { CardBack, CardStyle } from "../storage/settings.svelte";
import { figureOf } from "./courts";
import { pipsOf, SUITS, type Suit } from "./suits";

const PAPER = '<rect class="paper" x="0.75" y="0.75" width="98.5" height="138.5" rx="8"/>';
const TURNED = 'transform="rotate(180 50 70)"';
const CROWNS: Record<string, string> = {
  J: "M38 44Q50 30 62 44Z",
  Q: "M34 44L31 33L41 38L50 29L59 38L69 33L66 44Z",
  K: "M33 44L29 28L41 36L50 25L59 36L71 28L67 44Z",
};

/** A ten is two figures in the room of one. */
const squeezed = (rank: string, width: number): string =>
  rank === "10" ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : "";

const pip = (path: string, where: string): string => `<path class="pip" d="${path}" transform="${where}"/>`;

function classic(rank: string, suit: Suit): string {
  const court = "JQK".includes(rank)
    ? `<rect class="frame" x="23.5" y="15" width="53" height="110" rx="3"/>${figureOf(rank)}<path class="sash" d="M23.5 73.5L76.5 66.5"/>`
    : "";
  // A small index, high up: rank and suit are both seen on the strip that a fan leaves.
  const index = (more: string): string =>
    `<text class="index" x="12.5" y="19" font-size="19" text-anchor="middle"${squeezed(rank, 16.5)} ${more}>${rank}</text>`;
  return `${court}<path class="pip" d="${pipsOf(rank, suit)}"/>${index("")}${index(TURNED)}`;
}

/** Above the strip that a fan leaves, the tails of J and Q included: else they read I and O. */
const large = (rank: string, path: string): string =>
  `<text class="index" x="${rank === "10" ? 4 : 6}" y="40" font-size="46"${squeezed(rank, 50)}>${rank}</text>` +
  pip(path, "translate(76 25) scale(1.6)") + pip(path, "translate(50 95) scale(3.2)"); // prettier-ignore

/** Rank and suit side by side, to be read at a glance; a court is its letter on a shield. */
function plain(rank: string, path: string): string {
  const corner = `<text class="index" x="8" y="27" font-size="27"${squeezed(rank, 29)}>${rank}</text>${pip(path, "translate(80 18) scale(1.05)")}`;
  const middle = CROWNS[rank]
    ? `<path class="shield" d="M27 46H73V76C73 90 62 98 50 103C38 98 27 90 27 76Z"/><path class="crown" d="${CROWNS[rank]}"/><text class="letter" x="50" y="84" font-size="36" text-anchor="middle">${rank}</text>`
    : pip(path, "translate(50 72) scale(2.7)");
  return `${corner}<g ${TURNED}>${corner}</g>${middle}`;
}

const faces = new Map<string, string>();

/** The face of a card: `QS`, `TH`. */
export function faceOf(face: string, style: CardStyle, isLarge: boolean): string {
  const key = `${face} ${style} ${isLarge}`;
  const known = faces.get(key);
  if (known !== undefined) return known;
  const suit = face.slice(-1) as Suit;
  const rank = face.slice(0, -1).replace("T", "10");
  const path = SUITS[suit] ?? "";
  // A look comes from a game: what is not a rank is not written into the page.
  const isCard = path !== "" && /^(10|[2-9AJQK])$/.test(rank);
  const drawn =
    PAPER +
    (!isCard ? "" : isLarge ? large(rank, path) : style === "classic" ? classic(rank, suit) : plain(rank, path));
  faces.set(key, drawn);
  return drawn;
}

/** The back of every card. */
export function backOf(back: CardBack): string {
  const field = 'x="6" y="6" width="88" height="128" rx="5"';
  const medal = ([["S", "0 -7.5"], ["H", "7.5 0"], ["C", "0 7.5"], ["D", "-7.5 0"]] as const)
    .map(([suit, at]) => `<path d="${SUITS[suit]}" transform="translate(${at}) scale(0.52)"/>`).join(""); // prettier-ignore
  const pattern = ["lattice", "stripes", "dots"].includes(back) ? `<rect ${field} fill="url(#${back})"/>` : "";
  return `${PAPER}<rect class="backing" ${field}/>${pattern}<rect class="border" x="10" y="10" width="80" height="120" rx="3"/><g class="medal" transform="translate(50 70)"><circle r="17"/>${medal}</g>`;
}
