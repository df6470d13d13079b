// The player's hand: picks pieces up, drops them, and chooses among several moves.
import { textOf, sentence, t } from "../../i18n";
import type { Gesture, Scene, Words } from "../../server/protocol";
import {
  carried,
  choiceLists,
  immediate,
  isPickable,
  obvious,
  spotOf,
  targets,
  turnsOf,
  ways,
  zoneOf,
  type Spot,
} from "../../scene/gestures";
import { isBeside, type Ground } from "../../scene/ground";
import { play as sound } from "../../sound";
import type { Advice } from "../advice/advice.svelte";
import type { Intents } from "../play/intents.svelte";
import type { Moves } from "../play/moves.svelte";
import type { Speech } from "../play/speech.svelte";
import type { TableState } from "../play/state.svelte";
import { nameOf } from "../seats/names";
import type { Choice, Selection } from "./selection.svelte";

export interface HandParts {
  readonly table: TableState;
  readonly speech: Speech;
  readonly selection: Selection;
  readonly moves: Moves;
  readonly intents: Intents;
  readonly advice: Advice;
}

const DOUBLE_CLICK = 400;

export class Hand {
  #parts: HandParts;
  #clicked: { key: string; at: number } | null = null;

  constructor(parts: HandParts) {
    this.#parts = parts;
  }

  get picked(): Spot | null {
    return this.#parts.selection.picked;
  }

  get choice(): Choice | null {
    return this.#parts.selection.choice;
  }

  get #scene(): Scene {
    return this.#parts.table.scene;
  }

  get targets(): Set<string> {
    return this.picked ? targets(this.#scene, this.picked) : new Set();
  }

  get carriedKeys(): Set<string> {
    return new Set(this.picked ? carried(this.#scene, this.picked).map((p) => p.key) : []);
  }

  /** Keep the picked piece in a new scene, if it is still in its place. */
  keep(): void {
    const { picked } = this;
    const scene = this.#scene;
    const still = picked?.piece && zoneOf(scene, picked.zone)?.pieces.some((p) => p.key === picked.piece);
    if (!still || !isPickable(scene, picked)) this.letGo();
    this.#parts.selection.choice = null;
  }

  // -- picking and dropping -----------------------------------------------------------

  hold(spot: Spot): void {
    this.#parts.selection.picked = spot;
    this.#parts.selection.choice = null;
    this.#parts.speech.hush();
    this.#parts.speech.announce(
      () => `${sentence(t("{0} picked up.", this.#parts.table.nameOf(spot)))} ${this.#whereTo(spot)}`,
    );
    sound("pick");
  }

  #whereTo(spot: Spot): string {
    const where = [...targets(this.#scene, spot)].map((key) => textOf(zoneOf(this.#scene, key)?.label ?? key));
    return where.length === 0
      ? t("It cannot go anywhere.")
      : where.length <= 8
        ? t("It can go to: {0}.", where.join(", "))
        : "";
  }

  letGo(): void {
    this.#parts.selection.clear();
  }

  /** A click, a tap or Enter on something. */
  press(spot: Spot): void {
    const { picked } = this;
    const scene = this.#scene;
    if (this.explain(spot) || scene.gestures.length === 0) return;
    const key = spot.piece ?? spot.zone;
    const twice = this.#clicked?.key === key && performance.now() - this.#clicked.at < DOUBLE_CLICK;
    this.#clicked = { key, at: performance.now() };
    if (this.choice?.zone === spot.zone) return this.turn();
    if (picked) return this.#pressAgain(picked, spot, twice);
    const now = immediate(scene, spot);
    if (now[0] && targets(scene, spot).size === 0) return this.#parts.moves.act(now[0]);
    if (isPickable(scene, spot)) return this.hold(spot);
    const only = this.#onlySource(spot.zone);
    // A tap on a target picks up the only piece that fits, and plays nothing by accident.
    if (only) return ways(scene, only, spot.zone).length > 1 ? this.drop(only, spot.zone) : this.hold(only);
    const zone = zoneOf(scene, spot.zone);
    if (spot.piece && zone?.region === "table" && scene.gestures.some((g) => g.drop !== null)) this.hold(spot);
  }

  /** Say why a piece cannot be picked up now; false if there is nothing to say. */
  explain(spot: Spot): boolean {
    const scene = this.#scene;
    const zone = zoneOf(scene, spot.zone);
    if (!zone) return false;
    if (!scene.gestures.some((g) => g.pick !== null)) {
      const isPlayed = zone.region === "map" ? zone.pieces.length === 0 : spot.piece !== null;
      if (isPlayed) this.#sayWhoseTurn(spot);
      return isPlayed;
    }
    const look = zone.pieces[0]?.look;
    if (spot.piece !== null || look === undefined || !scene.gestures.some((g) => g.along?.startsWith(`${look}:`)))
      return false;
    this.#parts.speech.say(t("Lay the tile first; then choose where the meeple stands."), spot.zone, { isNews: true });
    return true;
  }

  /** A press on the open ground of a map drops the picked piece, or tries the only piece. */
  pressGround(ground: Ground | null): void {
    const { picked, choice } = this;
    const scene = this.#scene;
    if (choice) return this.letGo();
    if (picked) return this.dropOnGround(picked, ground);
    const picks = new Set(
      scene.gestures.filter((g) => zoneOf(scene, g.drop ?? "")?.region === "map").map((g) => g.pick),
    );
    const [pick] = picks;
    const spot = picks.size === 1 && pick ? spotOf(scene, pick) : null;
    if (
      spot &&
      ground &&
      isBeside(
        ground,
        scene.zones.filter((zone) => zone.region === "map"),
      )
    )
      this.#refuseGround(spot, ground);
  }

  /** Drop a piece beside every place: it goes back, and a map gives the reason. */
  dropOnGround(spot: Spot, ground: Ground | null): void {
    this.letGo();
    if (ground) this.#refuseGround(spot, ground);
  }

  #refuseGround(spot: Spot, ground: Ground): void {
    const { intents, table, advice } = this.#parts;
    if (intents.busy) return; // the map will change
    table.ground = ground;
    advice.askWhy(spot, ground.key);
  }

  #sayWhoseTurn(spot: Spot): void {
    const { table, intents, speech } = this.#parts;
    const { message } = table;
    if (!message || !table.isSeated || !table.isShared || message.outcome || intents.busy) return;
    if (message.your_turn || message.turn === 0) return;
    speech.say(t("It is not your turn: {0} plays.", nameOf(message.turn, message)), spot.zone, { isNews: true });
  }

  #pressAgain(picked: Spot, spot: Spot, twice: boolean): void {
    if (picked.zone === spot.zone && picked.piece === spot.piece) {
      const move = twice ? obvious(this.#scene, spot) : null;
      if (move) return this.#parts.moves.act(move);
      if (twice && this.#parts.moves.playLater(spot)) return;
      this.letGo();
      return this.#parts.speech.announce(t("Put back."));
    }
    if (ways(this.#scene, picked, spot.zone).length > 0) return this.drop(picked, spot.zone);
    if (picked.zone === spot.zone) return this.hold(spot);
    this.drop(picked, spot.zone);
  }

  /** The only piece that can go to a place; null if there are several. */
  #onlySource(zone: string): Spot | null {
    const picks = new Set(this.#scene.gestures.filter((g) => g.drop === zone).map((g) => g.pick));
    const [pick] = picks;
    return picks.size === 1 && pick ? spotOf(this.#scene, pick) : null;
  }

  /** Drop a piece on a zone: play the move, offer a choice, or refuse with the reason. */
  drop(spot: Spot, zone: string): void {
    const found = ways(this.#scene, spot, zone);
    const [first] = found;
    if (!first) {
      this.letGo();
      return this.#parts.moves.drop(spot, zone);
    }
    if (found.length === 1) return this.#parts.moves.act(first);
    this.#parts.selection.picked = spot;
    this.#parts.selection.choice = { spot, zone, gestures: found, chosen: [...first.choices] };
    this.#parts.speech.announce(
      () =>
        `${t("Choose")}: ${choiceLists(found)
          .flat()
          .map((word) => textOf(word))
          .join(", ")}`,
    );
  }

  // -- choosing ---------------------------------------------------------------------

  /** Rotate the chosen piece; without one, ask for a place first. */
  rotate(): void {
    if (this.choice) return this.turn();
    const turning = this.#scene.gestures.find((g) => g.drop !== null && turnsOf(g.choices[0]) !== null);
    if (turning)
      this.#parts.speech.say(t("Choose a place first; then you can rotate the tile."), turning.pick, { isNews: true });
  }

  /** Choose the next or previous word of a list. */
  turn(at = 0, by = 1): void {
    const { choice } = this;
    if (!choice) return;
    const open = at === 0 ? choice.gestures : choice.gestures.filter((g) => g.choices[0] === choice.chosen[0]);
    const list = choiceLists(open)[at];
    const next = list?.[(list.indexOf(choice.chosen[at] ?? "") + by + list.length) % list.length];
    if (next !== undefined) this.choose(at, next);
  }

  choose(at: number, word: Words): void {
    const { choice } = this;
    if (!choice) return;
    const words = choice.chosen.map((old, i) => (i === at ? word : old));
    const fitting = choice.gestures.filter(
      (g) => g.choices[at] === word && (at === 0 || g.choices[0] === choice.chosen[0]),
    );
    const agreeing = (g: Gesture): number => g.choices.filter((c, i) => c === words[i]).length;
    const best = fitting.sort((a, b) => agreeing(b) - agreeing(a))[0];
    if (best) this.#parts.selection.choice = { ...choice, chosen: [...best.choices] };
    this.#parts.speech.announce(() => textOf(word));
  }

  /** Choose all words of one gesture. */
  take(gesture: Gesture): void {
    if (!this.choice) return;
    this.#parts.selection.choice = { ...this.choice, chosen: [...gesture.choices] };
    this.#parts.speech.announce(() => textOf(gesture.choices.at(-1) ?? ""));
  }

  get chosenGesture(): Gesture | null {
    const { choice } = this;
    return choice?.gestures.find((g) => g.choices.every((c, i) => c === choice.chosen[i])) ?? null;
  }
}
