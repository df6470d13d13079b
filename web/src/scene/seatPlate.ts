// What stands on the plate of a seat: its name and stack, and below them how the hand goes for it.
// The plate does not grow with "all in" or "folded", and so nothing on the table moves.
import { isSentence } from "../i18n/format";
import type { Filling, Words, Zone } from "../server/protocol";
import { kind } from "./kinds";

const asWords = (value: Filling): Words => (typeof value === "number" ? String(value) : value);

export function withPlate(zone: Zone): Zone {
  const { caption } = zone;
  if (kind(zone.look) !== "seat" || !isSentence(caption) || caption.code !== "list") return zone;
  const [first, ...rest] = Object.values(caption.values).map(asWords);
  return first === undefined ? zone : { ...zone, caption: first, notes: [...(zone.notes ?? []), ...rest] };
}
