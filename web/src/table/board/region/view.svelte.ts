// What the parts of a region know of it: which of its things can be picked, where they can go, and what they are called.
import { textOf, t } from "../../../i18n";
import { isSentence, contains } from "../../../i18n/format";
import type { Piece, Zone } from "../../../server/protocol";
import type { ShownZone } from "../../../scene/sizes";
import { isPickable } from "../../../scene/gestures";
import type { TrackedPiece } from "../../../scene/identity";
import { LARGE, type Box, type Plan } from "../../../scene/layout";
import { kindOf } from "../../../scene/kinds";
import { settings } from "../../../storage/settings.svelte";
import type { Play } from "../../play/play.svelte";
import { phrase } from "../../seats/phrases";
import { seatOf, sittingOut } from "../../seats/seatState";

export interface RegionProps {
  play: Play;
  zones: ShownZone[];
  plan: Plan;
}

export const px = (value: number): string => `${Math.round(value * 4) / 4}px`;

/** To where a box lies. */
export const moved = ({ x, y }: Pick<Box, "x" | "y">): string => `translate(${px(x)}, ${px(y)})`;

/** A zone whose label is a name and an amount, as a pot's is: the name stands beside what lies there. */
export function nameOfAmount({ label, pieces }: Zone): string {
  const name =
    isSentence(label) && label.code === "named_amount" && pieces.length > 0 ? label.values["name"] : undefined;
  return name === undefined ? "" : textOf(typeof name === "number" ? String(name) : name);
}

/** Do its pieces lie side by side, each to be pointed at? */
const isOpen = (zone: Zone): boolean =>
  zone.pieces.length > 0 && (zone.layout === "fan_down" || zone.layout === "fan_right" || zone.layout === "row");

/** Is there something to be read of each, rather than of all that lie there? */
const isRead = ({ look }: Piece): boolean => !kindOf(look).isCounted;

export class RegionView {
  readonly #props: () => RegionProps;

  constructor(props: () => RegionProps) {
    this.#props = props;
  }

  get play(): Play {
    return this.#props().play;
  }

  get zones(): ShownZone[] {
    return this.#props().zones;
  }

  get plan(): Plan {
    return this.#props().plan;
  }

  byKey = $derived.by(() => new Map(this.zones.map((zone) => [zone.key, zone])));
  pieces = $derived.by((): TrackedPiece[] =>
    this.play.table.tracked.filter((known) => this.byKey.has(known.zone)).sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
  targets = $derived.by(() => (settings.targets || this.play.hand.choice ? this.play.hand.targets : new Set<string>()));
  carried = $derived.by(() => this.play.hand.carriedKeys);
  hintPick = $derived.by(() => this.play.advice.hint?.answer.pick ?? null);
  hintDrop = $derived.by(() => (this.play.advice.hint?.step === 2 ? this.play.advice.hint.answer.drop : null));
  large = $derived.by(() => settings.largeIndex || this.plan.unit < LARGE);
  /** Whoever does not play for a while is told to; of a game that is over nothing is told any more. */
  outs = $derived.by(() => sittingOut(this.play.table.message));
  #dropZones = $derived.by(
    () => new Set(this.play.table.scene.gestures.flatMap((gesture) => (gesture.drop ? [gesture.drop] : []))),
  );
  #idOf = $derived.by(() => new Map(this.pieces.map((known) => [known.piece.key, known.id])));

  /** Is the zone one thing to point at, rather than each of its pieces? */
  isThing(zone: Zone): boolean {
    return !isOpen(zone);
  }

  /** Can the piece on top of it, or the zone itself, be picked? */
  isLoose(zone: Zone): boolean {
    return isPickable(this.play.table.scene, { zone: zone.key, piece: zone.pieces.at(-1)?.key ?? null });
  }

  isButton(zone: Zone): boolean {
    return (
      this.#dropZones.has(zone.key) ||
      this.isLoose(zone) ||
      (zone.look !== "place:spent" &&
        zone.region !== "map" &&
        (zone.look !== "" || zone.pieces.slice(0, 1).some(isRead)))
    );
  }

  pieceRole(zone: Zone, piece: Piece): "button" | "img" | null {
    if (!isOpen(zone)) return null;
    if (zone.layout !== "row" || isPickable(this.play.table.scene, { zone: zone.key, piece: piece.key }))
      return "button";
    return isRead(piece) ? "img" : null;
  }

  /** Pieces stay the elements that they are, wherever they go; who has the table read aloud hears
   * those of a zone in the order in which they lie there. */
  owned(zone: Zone): string | null {
    const read = zone.pieces.filter(
      (piece) => this.plan.pieces.get(piece.key)?.seen && this.pieceRole(zone, piece) !== null,
    );
    return read.map((piece) => this.#idOf.get(piece.key)).join(" ") || null;
  }

  nameOf(zone: Zone): string {
    return phrase(zone.label, this.play.table.message) + (this.outs.has(seatOf(zone)) ? `, ${t("sitting out")}` : "");
  }

  /** The name of a zone, and what lies there. */
  describeZone(zone: Zone): string {
    const label = this.nameOf(zone);
    const top = zone.pieces.at(-1);
    const marks = this.targets.has(zone.key) ? `, ${t("can go here")}` : "";
    if (!top) return `${label}: ${t("empty")}${marks}`;
    // A name that tells the amount already does not tell it twice.
    if (zone.region === "map" || nameOfAmount(zone)) return label + marks;
    const count =
      zone.pieces.length > 1 ? ` (${t(kindOf(top.look).isCard ? "{0} cards" : "{0} pieces", zone.pieces.length)})` : "";
    const picked = this.carried.has(top.key) ? `, ${t("picked up")}` : "";
    // A label that says it already does not say it twice.
    return `${contains(zone.label, top.label) ? label : `${label}: ${textOf(top.label)}`}${count}${picked}${marks}`;
  }

  describePiece(zone: Zone, piece: Piece, at: number): string {
    const marks = this.targets.has(zone.key) && at === zone.pieces.length - 1 ? `, ${t("can go here")}` : "";
    const picked = this.carried.has(piece.key) ? `, ${t("picked up")}` : "";
    return `${textOf(piece.label)}, ${this.nameOf(zone)}, ${t("{0} of {1}", at + 1, zone.pieces.length)}${picked}${marks}`;
  }
}
