// What is in the player's hand: picking up, putting down, and choosing between several ways.
import { said, sentence, t } from "../../i18n";
import type { Gesture, Scene, Words } from "../../server/protocol";
import {
  carried,
  choiceLists,
  immediate,
  isPickable,
  obvious,
  spotOf,
  targets,
  ways,
  zoneOf,
  type Spot,
} from "../../scene/gestures";
import { isBeside, type Ground } from "../../scene/ground";
import { play as sound } from "../../sound";
import type { Spoken } from "../play/speech.svelte";

/** Several gestures with one pick and drop, from which one is being chosen. */
export interface Choosing {
  spot: Spot;
  zone: string;
  gestures: Gesture[];
  chosen: Words[];
}

/** The table as a hand knows it. */
export interface Reach {
  readonly scene: Scene;
  act(gesture: Gesture): void;
  /** Nothing can be dropped there: the referee says why. */
  refuse(spot: Spot, zone: string): void;
  /** The same where there is no place yet. */
  refuseGround(spot: Spot, ground: Ground): void;
  /** Nothing can be done with it now: whose turn it is. */
  notNow(spot: Spot): void;
  say(text: string, zone: string | null, more: { isNews: boolean }): void;
  /** While the table is about to change: do the obvious with this when it has. */
  later(spot: Spot): boolean;
  announce(text: Spoken): void;
  name(spot: Spot): string;
  hush(): void;
}

const DOUBLE_CLICK = 400;

export class Hand {
  held = $state.raw<Spot | null>(null);
  choosing = $state.raw<Choosing | null>(null);
  #table: Reach;
  #clicked: { key: string; at: number } | null = null;

  constructor(table: Reach) {
    this.#table = table;
  }

  get targets(): Set<string> {
    return this.held ? targets(this.#table.scene, this.held) : new Set();
  }

  get carriedKeys(): Set<string> {
    return new Set(this.held ? carried(this.#table.scene, this.held).map((p) => p.key) : []);
  }

  /** Another scene: what is in the hand stays there while it is still where it was picked up. */
  keep(scene: Scene): void {
    const { held } = this;
    const still = held?.piece && zoneOf(scene, held.zone)?.pieces.some((p) => p.key === held.piece);
    if (!still || !isPickable(scene, held)) this.letGo();
    this.choosing = null;
  }

  // -- picking and dropping -----------------------------------------------------------

  hold(spot: Spot): void {
    this.held = spot;
    this.choosing = null;
    this.#table.hush();
    this.#table.announce(() => `${sentence(t("{0} picked up.", this.#table.name(spot)))} ${this.#whereTo(spot)}`);
    sound("pick");
  }

  #whereTo(spot: Spot): string {
    const where = [...targets(this.#table.scene, spot)].map((key) =>
      said(zoneOf(this.#table.scene, key)?.label ?? key),
    );
    return where.length === 0
      ? t("It can go nowhere.")
      : where.length <= 8
        ? t("It can go to: {0}.", where.join(", "))
        : "";
  }

  letGo(): void {
    this.held = null;
    this.choosing = null;
  }

  /** A click, a tap or Enter on something. */
  press(spot: Spot): void {
    const { held } = this;
    const { scene } = this.#table;
    if (this.tell(spot) || scene.gestures.length === 0) return;
    const key = spot.piece ?? spot.zone;
    const twice = this.#clicked?.key === key && performance.now() - this.#clicked.at < DOUBLE_CLICK;
    this.#clicked = { key, at: performance.now() };
    if (this.choosing?.zone === spot.zone) return this.turn();
    if (held) return this.#pressHolding(held, spot, twice);
    const now = immediate(scene, spot);
    if (now[0] && targets(scene, spot).size === 0) return this.#table.act(now[0]);
    if (isPickable(scene, spot)) return this.hold(spot);
    const only = this.#onlySource(spot.zone);
    // A stray tap plays nothing: it only shows what could go here, unless there is a choice left.
    if (only) return ways(scene, only, spot.zone).length > 1 ? this.drop(only, spot.zone) : this.hold(only);
    const zone = zoneOf(scene, spot.zone);
    if (spot.piece && zone?.region === "table" && scene.gestures.some((g) => g.drop !== null)) this.hold(spot);
  }

  /** Say what there is to say about something that nobody can pick up now; true: it was said. */
  tell(spot: Spot): boolean {
    const { scene } = this.#table;
    const zone = zoneOf(scene, spot.zone);
    if (!zone) return false;
    if (!scene.gestures.some((g) => g.pick !== null)) {
      const isPlayed = zone.region === "map" ? zone.pieces.length === 0 : spot.piece !== null;
      if (isPlayed) this.#table.notNow(spot);
      return isPlayed;
    }
    const look = zone.pieces[0]?.look;
    if (spot.piece !== null || look === undefined || !scene.gestures.some((g) => g.along?.startsWith(`${look}:`)))
      return false;
    this.#table.say(t("Lay the tile first; then choose where it stands."), spot.zone, { isNews: true });
    return true;
  }

  /** A press on the open ground of a map: something is let go there, or meant to lie there. */
  pressGround(ground: Ground | null): void {
    const { held, choosing } = this;
    const { scene } = this.#table;
    if (choosing) return this.letGo();
    if (held) return this.dropOnGround(held, ground);
    const picks = new Set(
      scene.gestures.filter((g) => zoneOf(scene, g.drop ?? "")?.region === "map").map((g) => g.pick),
    );
    const [pick] = picks;
    const spot = picks.size === 1 && pick ? spotOf(scene, pick) : null;
    // Far from everything nobody means anything.
    if (
      spot &&
      ground &&
      isBeside(
        ground,
        scene.zones.filter((zone) => zone.region === "map"),
      )
    )
      this.#table.refuseGround(spot, ground);
  }

  /** Something is let go where there is no place: back it goes, and on a map it is told why. */
  dropOnGround(spot: Spot, ground: Ground | null): void {
    this.letGo();
    if (ground) this.#table.refuseGround(spot, ground);
  }

  #pressHolding(held: Spot, spot: Spot, twice: boolean): void {
    if (held.zone === spot.zone && held.piece === spot.piece) {
      const move = twice ? obvious(this.#table.scene, spot) : null;
      if (move) return this.#table.act(move);
      if (twice && this.#table.later(spot)) return;
      this.letGo();
      return this.#table.announce(t("Put back."));
    }
    if (ways(this.#table.scene, held, spot.zone).length > 0) return this.drop(held, spot.zone);
    if (held.zone === spot.zone) return this.hold(spot);
    this.drop(held, spot.zone);
  }

  /** When only one thing can go to a place, pointing at the place picks it up. */
  #onlySource(zone: string): Spot | null {
    const picks = new Set(this.#table.scene.gestures.filter((g) => g.drop === zone).map((g) => g.pick));
    const [pick] = picks;
    return picks.size === 1 && pick ? spotOf(this.#table.scene, pick) : null;
  }

  /** Something is dropped on a zone: done, to be chosen, or refused with the reason. */
  drop(spot: Spot, zone: string): void {
    const found = ways(this.#table.scene, spot, zone);
    const [first] = found;
    if (!first) {
      this.letGo();
      return this.#table.refuse(spot, zone);
    }
    if (found.length === 1) return this.#table.act(first);
    this.held = spot;
    this.choosing = { spot, zone, gestures: found, chosen: [...first.choices] };
    this.#table.announce(
      () =>
        `${t("Choose")}: ${choiceLists(found)
          .flat()
          .map((word) => said(word))
          .join(", ")}`,
    );
  }

  // -- choosing ---------------------------------------------------------------------

  /** The next word of a choice, or the one before; of the first, that is what a rotate key turns. */
  turn(at = 0, by = 1): void {
    const { choosing } = this;
    if (!choosing) return;
    const open = at === 0 ? choosing.gestures : choosing.gestures.filter((g) => g.choices[0] === choosing.chosen[0]);
    const list = choiceLists(open)[at];
    const next = list?.[(list.indexOf(choosing.chosen[at] ?? "") + by + list.length) % list.length];
    if (next !== undefined) this.choose(at, next);
  }

  choose(at: number, word: Words): void {
    const { choosing } = this;
    if (!choosing) return;
    const wanted = choosing.chosen.map((old, i) => (i === at ? word : old));
    const fitting = choosing.gestures.filter(
      (g) => g.choices[at] === word && (at === 0 || g.choices[0] === choosing.chosen[0]),
    );
    const agreeing = (g: Gesture): number => g.choices.filter((c, i) => c === wanted[i]).length;
    const best = fitting.sort((a, b) => agreeing(b) - agreeing(a))[0];
    if (best) this.choosing = { ...choosing, chosen: [...best.choices] };
    this.#table.announce(() => said(word));
  }

  /** All words of one gesture at once. */
  take(gesture: Gesture): void {
    if (!this.choosing) return;
    this.choosing = { ...this.choosing, chosen: [...gesture.choices] };
    this.#table.announce(() => said(gesture.choices.at(-1) ?? ""));
  }

  get chosenGesture(): Gesture | null {
    const { choosing } = this;
    return choosing?.gestures.find((g) => g.choices.every((c, i) => c === choosing.chosen[i])) ?? null;
  }
}
