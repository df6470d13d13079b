// What is known of a table and shown of it, and the line to the server.
import { said, t } from "../../i18n";
import type { Entry, Gain, Scene, TableMessage, ToServer, Words } from "../../server/protocol";
import type { Link, Wire } from "../../server/socket";
import { zoneOf, type Spot } from "../../scene/gestures";
import type { Ground } from "../../scene/ground";
import type { Lit } from "../../scene/highlights";
import { identify, type Known } from "../../scene/identity";
import type { Material } from "../../scene/kinds";
import { madeOf } from "../../sound";
import { Marks } from "../board/marks.svelte";
import { Speech, type Spoken } from "./speech.svelte";

/** Without a key there is nobody to speak to. */
const NOBODY: Wire = { send: () => false, close: () => undefined };
const NO_SCENE: Scene = { zones: [], gestures: [], status: "", highlights: [] };

export class Table {
  message = $state.raw<TableMessage | null>(null);
  log = $state.raw<Entry[]>([]);
  known = $state.raw<Known[]>([]);
  link = $state<Link>("joining");
  wasLost = $state(false);
  problem = $state.raw<Words>("");
  /** Has the player put the news of the end away, to look at the table? */
  isEndSeen = $state(false);
  /** The table as it is seen: what the server said, and what has been done since. */
  scene = $state.raw<Scene>(NO_SCENE);

  /** What is lit on the table from elsewhere: by the log, or because it has brought points. */
  lit = $state.raw<Lit[]>([]);
  /** The points that somebody has just got. */
  gains = $state.raw<Gain[]>([]);

  /** Where on a map something was wanted last, though there is no place for it. */
  ground = $state.raw<Ground | null>(null);
  /** Is there somebody who knows ways to win? */
  isSolved = $state(false);
  /** What is looked at though it lies below others. */
  peeked = $state<string | null>(null);

  /** What was moved last. */
  readonly marks = new Marks();
  /** What the page says. */
  readonly speech = new Speech();
  readonly table: string;
  readonly token: string;
  protected wire: Wire = NOBODY;

  constructor(table: string, token: string) {
    this.table = table;
    this.token = token;
  }

  get isOpen(): boolean {
    return this.link === "open";
  }

  /** Does whoever looks sit at the table? */
  get isSeated(): boolean {
    return (this.message?.seat ?? 0) > 0;
  }

  get isShared(): boolean {
    return (this.message?.seats.length ?? 1) > 1;
  }

  get isMyTurn(): boolean {
    const { message } = this;
    return message !== null && message.seats.length > 1 && message.your_turn && !message.outcome;
  }

  /** Does somebody play alone, and not set up a board? */
  get isTimed(): boolean {
    return this.isSeated && !this.isShared && !this.message?.can.check;
  }

  get hasWon(): boolean {
    const { outcome, seat } = this.message ?? { outcome: null, seat: 0 };
    return outcome?.winners.includes(seat) ?? false;
  }

  /** What is heard when something is put on this table. */
  get material(): Material {
    return madeOf(this.scene.zones.flatMap((zone) => zone.pieces.map((piece) => piece.look)));
  }

  /** The number of the table that a message is for. */
  protected get seq(): number {
    return this.message?.seq ?? 0;
  }

  /** Show the table so, whatever it is now. */
  look(scene: Scene): void {
    if (scene === this.scene) return;
    this.scene = scene;
    this.known = identify(this.known, scene);
  }

  mark(isMine: boolean): void {
    this.marks.mark(this.known, { isMine, isShared: this.isShared });
  }

  /** A game is seen again: what the next step has moved is marked, and no more. */
  step(isNext: boolean): void {
    if (isNext) this.marks.pieces = new Set();
    else this.marks.forget();
    this.mark(false);
  }

  light(lit: Lit[]): void {
    this.lit = lit;
  }

  announce(text: Spoken): void {
    this.speech.announce(text);
  }

  say(text: Spoken, zone: string | null, more: { isNews?: boolean; why?: string | null } = {}): void {
    this.speech.say(text, zone, more);
  }

  hush(): void {
    this.speech.hush();
  }

  name(spot: Spot): string {
    const zone = zoneOf(this.scene, spot.zone);
    const piece = zone?.pieces.find((p) => p.key === spot.piece);
    return said(piece?.label ?? zone?.label ?? "");
  }

  send(message: ToServer): boolean {
    const isSent = this.wire.send(message);
    if (!isSent) this.say(t("The connection is lost; trying again …"), null);
    return isSent;
  }

  /** The same without a word when the line is dead: what was done waits for the next one. */
  post(message: ToServer): boolean {
    return this.wire.send(message);
  }
}
