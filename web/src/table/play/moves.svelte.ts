// What a player does at a table: moves, and what is asked about them.
import { t } from "../../i18n";
import type { Gesture, Scene, TableMessage } from "../../server/protocol";
import { spotOf, turnsOf, type Spot } from "../../scene/gestures";
import type { Ground } from "../../scene/ground";
import type { Intent } from "../../scene/intents";
import { play as sound } from "../../sound";
import { settings } from "../../storage/settings.svelte";
import { Advice } from "../advice/advice.svelte";
import { Hand } from "../input/hand.svelte";
import { Replay } from "../review/replay.svelte";
import { nameOf } from "../seats/names";
import { Scoresheet } from "../solo/scoresheet.svelte";
import { Solution } from "../solo/solution.svelte";
import { Intents } from "./intents.svelte";
import { Table } from "./table.svelte";

export class Moves extends Table {
  /** What is picked up, and where it could go. */
  readonly hand = new Hand(this);
  /** What was asked about the table, and the answers. */
  readonly advice = new Advice(this);
  /** What has been done, and is not answered yet. */
  readonly intents = new Intents(this);
  /** The game seen again, when it is over. */
  readonly replay = new Replay(this);
  /** A way to win, shown on the table. */
  readonly solution = new Solution(this);
  /** Time and moves of who plays alone. */
  readonly sheet: Scoresheet;
  /** Where the last gesture ended: a refusal is shown there. */
  protected asked: string | null = null;
  protected hasWithdrawn = false;
  protected isLeaving = false;
  /** Was the last thing that the player did a move? */
  #hasMoved = false;

  constructor(table: string, token: string) {
    super(table, token);
    this.sheet = new Scoresheet(table);
  }

  /** Does something that was done wait for its answer? */
  get waiting(): boolean {
    return this.intents.busy;
  }

  /** So many moves lie behind the table, with those on their way. */
  get length(): number {
    return this.intents.length;
  }

  foresee(scene: Scene): void {
    if (this.replay.isOn) return; // what is shown is of another time
    this.look(scene);
  }

  /** Everything that was done is answered: now something can be asked about it. */
  settled(): void {
    if (this.isLeaving) return this.wire.close();
    this.mark(true);
    this.advice.ask();
    this.solution.settled();
  }

  act(gesture: Gesture, amount?: number): void {
    const event = gesture.amount ? gesture.event.replace("{}", String(amount ?? gesture.amount.low)) : gesture.event;
    const spot = gesture.pick === null ? null : (this.hand.held ?? spotOf(this.scene, gesture.pick));
    this.hand.letGo();
    this.#move({ kind: "act", event, gesture, spot });
  }

  /** Dropped where it could not go before: perhaps it can after what has just been done. */
  refuse(spot: Spot, zone: string): void {
    if (this.intents.busy) this.#move({ kind: "drop", spot, zone });
    else this.ask(spot, zone);
  }

  refuseGround(spot: Spot, ground: Ground): void {
    if (this.intents.busy) return; // what is there will be another map
    this.ground = ground;
    this.ask(spot, ground.key);
  }

  /** It is somebody else's turn. */
  notNow(spot: Spot): void {
    const { message } = this;
    if (
      !message ||
      !this.isSeated ||
      !this.isShared ||
      message.outcome ||
      message.your_turn ||
      message.turn === 0 ||
      this.intents.busy
    )
      return;
    this.say(t("It is not your turn: {0} plays.", nameOf(message.turn, message)), spot.zone, { isNews: true });
  }

  /** A key that turns what is to be laid, before it lies anywhere. */
  turnNothing(): void {
    const turning = this.scene.gestures.find((g) => g.drop !== null && turnsOf(g.choices[0]) !== null);
    if (turning) this.say(t("Choose a place for it first; then it can be turned."), turning.pick, { isNews: true });
  }

  /** A double click on something of which nothing is known yet. */
  later(spot: Spot): boolean {
    if (!this.intents.busy) return false;
    this.hand.letGo();
    this.#move({ kind: "obvious", spot });
    return true;
  }

  #move(intent: Intent): void {
    this.#hasMoved = true;
    this.sheet.forgetFrom(this.length + 1);
    this.#want(intent);
  }

  #want(intent: Intent, times = 1): void {
    if (!this.isOpen && this.isShared) return this.say(t("The connection is lost; trying again …"), null); // others go on meanwhile
    this.hush();
    this.advice.drop();
    if (this.intents.want(intent, times) && intent.kind !== "undo") sound("place", this.material);
  }

  /** There are several ways of doing what was wanted. */
  offer(spot: Spot, zone: string): void {
    this.hand.drop(spot, zone);
  }

  /** Dropped where it cannot go: the rules say why. */
  ask(spot: Spot, zone: string): void {
    this.asked = zone;
    this.send({ type: "why", seq: this.seq, pick: spot.piece ?? spot.zone, drop: zone });
  }

  /** An event as it is written, from a form that was filled in. */
  fill(event: string): void {
    this.act({ event, words: event, pick: null, drop: null, choices: [], amount: null });
  }

  undo(): void {
    if (!this.intents.canUndo || this.replay.isOn) return;
    this.#hasMoved = false;
    this.#want({ kind: "undo" }, this.sheet.followed.has(this.length) ? 2 : 1);
  }

  /** Back to the beginning, in one step that can be taken forth again. */
  restart(): void {
    this.back(this.message?.log_length ?? 0);
  }

  /** So many steps back at once. */
  back(steps: number): void {
    if (steps === 0 || !this.intents.canUndo) return;
    this.#hasMoved = false;
    this.#want({ kind: "undo" }, steps);
  }

  redo(): void {
    if (!this.intents.canRedo || this.replay.isOn) return;
    this.#hasMoved = false;
    this.#want({ kind: "redo" });
    if (this.sheet.followed.has(this.length + 1)) this.#want({ kind: "redo" });
  }

  /** Deal without those who are not here. */
  deal(): void {
    this.send({ type: "deal", seq: this.seq });
  }

  /** No further game of this match. */
  closeMatch(): void {
    this.send({ type: "close", seq: this.seq });
  }

  /** An answer to a wish to undo; no to one's own takes it back. */
  agree(agree: boolean): void {
    this.hasWithdrawn = this.message?.undo_asked_by === this.message?.seat;
    this.send({ type: "agree", seq: this.seq, agree });
  }

  /** After a move what can never hurt is done for the player; it is taken back with the move. */
  follow(message: TableMessage): void {
    if (!settings.follows || this.isShared || !this.#hasMoved || this.intents.busy || this.solution.isOpen) return;
    this.#hasMoved = false;
    const gesture = message.scene.gestures.find((g) => g.harmless);
    if (!gesture) return;
    this.sheet.follow(message.log_length + 1);
    this.#want({ kind: "act", event: gesture.event, gesture, spot: null });
  }
}
