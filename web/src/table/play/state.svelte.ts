// The state of one table on the page: the server's last message, the log, and the scene that is drawn.
import { textOf } from "../../i18n";
import type { Entry, Gain, Scene, TableMessage, Words } from "../../server/protocol";
import { zoneOf, type Spot } from "../../scene/gestures";
import type { Ground } from "../../scene/ground";
import type { LitPart } from "../../scene/highlights";
import { identify, type TrackedPiece } from "../../scene/identity";
import type { Material } from "../../scene/kinds";
import { madeOf } from "../../sound";
import { Marks } from "../board/marks.svelte";

const NO_SCENE: Scene = { zones: [], gestures: [], status: "", highlights: [] };

export class TableState {
  readonly id: string;
  readonly token: string;
  message = $state.raw<TableMessage | null>(null);
  log = $state.raw<Entry[]>([]);
  /** The server's reason why the page cannot show this table. */
  problem = $state.raw<Words>("");
  /** The scene on the page: the server's scene with the unanswered moves, or a step of the replay. */
  scene = $state.raw<Scene>(NO_SCENE);
  tracked = $state.raw<TrackedPiece[]>([]);
  /** Does the page show an earlier state of the game? */
  isReplay = $state(false);
  /** Has the player closed the result to look at the table? */
  isEndSeen = $state(false);

  /** Highlighted parts of the table: the log or new points highlight them. */
  lit = $state.raw<LitPart[]>([]);
  /** The points that the last moves scored. */
  gains = $state.raw<Gain[]>([]);
  /** The position on a map that the player last chose in vain. */
  ground = $state.raw<Ground | null>(null);
  /** Can the server search for a way to win? */
  isSolved = $state(false);
  /** The key of a covered piece that the player looks at. */
  peeked = $state<string | null>(null);
  /** Marks on the pieces that moved last. */
  readonly marks = new Marks();

  constructor(id: string, token: string) {
    this.id = id;
    this.token = token;
  }

  /** Does the reader of the page have a seat? */
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

  /** Does the page measure time and moves? It does so for one player, except while a board is set up. */
  get isTimed(): boolean {
    return this.isSeated && !this.isShared && !this.message?.can.check;
  }

  get hasWon(): boolean {
    const { outcome, seat } = this.message ?? { outcome: null, seat: 0 };
    return outcome?.winners.includes(seat) ?? false;
  }

  /** The material of the pieces, which decides the sound of a move. */
  get material(): Material {
    return madeOf(this.scene.zones.flatMap((zone) => zone.pieces.map((piece) => piece.look)));
  }

  /** The number of the server's last message, which every request repeats. */
  get seq(): number {
    return this.message?.seq ?? 0;
  }

  show(scene: Scene): void {
    if (scene === this.scene) return;
    this.scene = scene;
    this.tracked = identify(this.tracked, scene);
  }

  /** Show the scene that the unanswered moves lead to; a replay goes on undisturbed. */
  showExpected(scene: Scene): void {
    if (!this.isReplay) this.show(scene);
  }

  mark(isMine: boolean): void {
    this.marks.mark(this.tracked, { isMine, isShared: this.isShared });
  }

  /** Show a step of a replay and mark its moves; a jump marks nothing. */
  showStep(scene: Scene, isNext: boolean): void {
    this.show(scene);
    if (isNext) this.marks.pieces = new Set();
    else this.marks.forget();
    this.mark(false);
  }

  nameOf(spot: Spot): string {
    const zone = zoneOf(this.scene, spot.zone);
    const piece = zone?.pieces.find((p) => p.key === spot.piece);
    return textOf(piece?.label ?? zone?.label ?? "");
  }
}
