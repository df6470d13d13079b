// The player's moves: act, undo, redo, and the votes about them.
import { t } from "../../i18n";
import type { Gesture } from "../../server/protocol";
import { spotOf, type Spot } from "../../scene/gestures";
import type { Intent } from "../../scene/intents";
import { play as sound } from "../../sound";
import { settings } from "../../storage/settings.svelte";
import type { Advice } from "../advice/advice.svelte";
import type { Selection } from "../input/selection.svelte";
import type { Scoresheet } from "../solo/scoresheet.svelte";
import type { Connection } from "./connection.svelte";
import type { Intents } from "./intents.svelte";
import type { Speech } from "./speech.svelte";
import type { TableState } from "./state.svelte";

export interface MoveParts {
  readonly table: TableState;
  readonly connection: Connection;
  readonly speech: Speech;
  readonly intents: Intents;
  readonly selection: Selection;
  readonly advice: Advice;
  readonly scoresheet: Scoresheet;
}

export class Moves {
  /** Has the player withdrawn the own request to undo? */
  hasWithdrawn = false;
  #parts: MoveParts;
  /** Was the player's last action a move? */
  #hasMoved = false;

  constructor(parts: MoveParts) {
    this.#parts = parts;
  }

  act(gesture: Gesture, amount?: number): void {
    const { table, selection } = this.#parts;
    const event = gesture.amount ? gesture.event.replace("{}", String(amount ?? gesture.amount.low)) : gesture.event;
    const spot = gesture.pick === null ? null : (selection.picked ?? spotOf(table.scene, gesture.pick));
    selection.clear();
    this.#move({ kind: "act", event, gesture, spot });
  }

  /** Play an event that the player typed or filled in. */
  fill(event: string): void {
    this.act({ event, words: event, pick: null, drop: null, choices: [], amount: null });
  }

  /** Drop a piece on a place that does not take it now: it may do so after the unanswered moves. */
  drop(spot: Spot, zone: string): void {
    if (this.#parts.intents.busy) this.#move({ kind: "drop", spot, zone });
    else this.#parts.advice.askWhy(spot, zone);
  }

  /** Play the obvious move of a piece after the unanswered moves; false if there are none. */
  playLater(spot: Spot): boolean {
    if (!this.#parts.intents.busy) return false;
    this.#parts.selection.clear();
    this.#move({ kind: "obvious", spot });
    return true;
  }

  /** Show the next step of the hint; its last step plays it. */
  nextHint(): void {
    const { table, advice } = this.#parts;
    const event = advice.nextHint();
    if (event)
      this.play(
        event,
        table.message?.scene.gestures.find((g) => g.event === event),
      );
  }

  /** Play an event by its gesture, if the table offers one. */
  play(event: string, gesture: Gesture | undefined): void {
    if (gesture) this.act(gesture);
    else this.fill(event);
  }

  #move(intent: Intent): void {
    this.#hasMoved = true;
    this.#parts.scoresheet.forgetFrom(this.#parts.intents.length + 1);
    this.#enqueue(intent);
  }

  #enqueue(intent: Intent, times = 1): void {
    const { table, connection, speech, intents, advice } = this.#parts;
    if (!connection.isOpen && table.isShared) return speech.say(t("The connection is lost; trying again …"), null);
    speech.hush();
    advice.drop();
    if (intents.add(intent, times) && intent.kind !== "undo") sound("place", table.material);
  }

  undo(): void {
    const { table, intents, scoresheet } = this.#parts;
    if (!intents.canUndo || table.isReplay) return;
    this.#hasMoved = false;
    this.#enqueue({ kind: "undo" }, scoresheet.followed.has(intents.length) ? 2 : 1);
  }

  /** Undo all moves in one step, which one redo can reverse. */
  restart(): void {
    this.back(this.#parts.table.message?.log_length ?? 0);
  }

  /** Undo several moves at once. */
  back(steps: number): void {
    if (steps === 0 || !this.#parts.intents.canUndo) return;
    this.#hasMoved = false;
    this.#enqueue({ kind: "undo" }, steps);
  }

  redo(): void {
    const { table, intents, scoresheet } = this.#parts;
    if (!intents.canRedo || table.isReplay) return;
    this.#hasMoved = false;
    this.#enqueue({ kind: "redo" });
    if (scoresheet.followed.has(intents.length + 1)) this.#enqueue({ kind: "redo" });
  }

  /** Play the harmless move that follows the player's move; an undo takes back both. */
  followUp(): void {
    const { table, intents, scoresheet } = this.#parts;
    const { message } = table;
    if (!message || !settings.follows || table.isShared || !this.#hasMoved || intents.busy) return;
    this.#hasMoved = false;
    const gesture = message.scene.gestures.find((g) => g.harmless);
    if (!gesture) return;
    scoresheet.follow(message.log_length + 1);
    this.#enqueue({ kind: "act", event: gesture.event, gesture, spot: null });
  }

  /** Deal although some players are absent. */
  deal(): void {
    const { table, connection } = this.#parts;
    connection.send({ type: "deal", seq: table.seq });
  }

  /** End the match after this game. */
  closeMatch(): void {
    const { table, connection } = this.#parts;
    connection.send({ type: "close", seq: table.seq });
  }

  /** Answer a request to undo; "no" withdraws the player's own request. */
  agree(agree: boolean): void {
    const { table, connection } = this.#parts;
    this.hasWithdrawn = table.message?.undo_asked_by === table.message?.seat;
    connection.send({ type: "agree", seq: table.seq, agree });
  }
}
