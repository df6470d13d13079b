// One table as its player sees it: what the server said, what is shown, and what is said to it.
import { won as wonDaily } from "../../storage/days";
import { listenTo, said, t } from "../../i18n";
import { earned, win } from "../../storage/packs";
import type { Entry, FromServer, Gain, Gesture, RefusalMessage, Scene, TableMessage, ToServer, Words } from "../../server/protocol";
import { spotOf, turnsOf, zoneOf, type Spot } from "../../scene/gestures";
import { bring } from "../../drawings/pictures.svelte";
import type { Ground } from "../../scene/ground";
import type { Lit } from "../../scene/highlights";
import { identify, type Known } from "../../scene/identity";
import type { Intent } from "../../scene/intents";
import { madeOf, play as sound, type Material } from "../../sound";
import { settings } from "../../storage/settings.svelte";
import { join, type Link, type Wire } from "../../server/socket";
import { Advice } from "../advice/advice.svelte";
import { Chairs } from "../seats/chairs.svelte";
import { Hand } from "../input/hand.svelte";
import { Intents } from "./intents.svelte";
import { Marks } from "../board/marks.svelte";
import { nameOf } from "../seats/names";
import { comings, interruption, isWishGone, newWish, tidings } from "./news";
import { Plans } from "./plans.svelte";
import { Replay } from "../review/replay.svelte";
import { Shares } from "../shuffle/shares";
import { Sheet } from "../solo/scoresheet.svelte";
import { Solution } from "../solo/solution.svelte";
import { Speech, type Spoken } from "./speech.svelte";
import { Talk } from "../log/chat.svelte";

/** Without a key there is nobody to speak to. */
const NOBODY: Wire = { send: () => false, close: () => undefined };
/** So long, in milliseconds, a table that was left waits to be answered. */
const LONGEST_LEAVE = 5000;
const NO_SCENE: Scene = { zones: [], gestures: [], status: "", highlights: [] };

export class Play {
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

  /** What is picked up, and where it could go. */
  readonly hand = new Hand(this);
  /** What was asked about the table, and the answers. */
  readonly advice = new Advice(this);
  /** What has been done, and is not answered yet. */
  readonly intents = new Intents(this);
  /** What was moved last. */
  readonly marks = new Marks();
  /** What the page says. */
  readonly speech = new Speech();
  /** What is decided before the turn comes. */
  readonly plans: Plans;
  /** The game seen again, when it is over. */
  readonly replay = new Replay(this);
  /** Time and moves of who plays alone. */
  readonly sheet: Sheet;
  /** A way to win, shown on the table. */
  readonly solution = new Solution(this);
  /** Is there somebody who knows ways to win? */
  isSolved = $state(false);
  /** What is looked at though it lies below others. */
  peeked = $state<string | null>(null);
  /** What the people at the table say. */
  readonly talk = new Talk(this);
  /** Who sits where. */
  readonly chairs: Chairs;
  readonly table: string;
  readonly token: string;
  #wire: Wire;
  /** Where the last gesture ended: a refusal is shown there. */
  #asked: string | null = null;
  #hasWithdrawn = false;
  /** Was the last thing that the player did a move? */
  #isLeaving = false;
  #hasMoved = false;
  #shares = new Shares();

  constructor(table: string, token: string) {
    this.table = table;
    this.token = token;
    this.sheet = new Sheet(table);
    this.plans = new Plans(table, (out) => this.post({ type: "sit", out }));
    this.#wire =
      token === ""
        ? NOBODY
        : join(
            table,
            token,
            (message, vocabulary) =>
              this.#hear(message.type === "table" ? vocabulary.unpacked(message) : message.type === "replay" ? vocabulary.replayed(message) : message),
            (link) => this.#linked(link),
            (reason) => (this.problem = reason),
            () => settings.name,
          );
    this.chairs = new Chairs(this);
  }

  /** Whoever leaves is heard to the end, and takes along what was only shown. */
  close(): void {
    this.solution.end();
    if (!this.intents.busy || !this.isOpen) return this.#wire.close();
    this.#isLeaving = true;
    setTimeout(() => this.#wire.close(), LONGEST_LEAVE);
  }

  /** Does something that was done wait for its answer? */
  get waiting(): boolean {
    return this.intents.busy;
  }

  get isOpen(): boolean {
    return this.link === "open";
  }

  /** Does whoever looks sit at the table? */
  get isSeated(): boolean {
    return (this.message?.seat ?? 0) > 0;
  }

  get isMyTurn(): boolean {
    const { message } = this;
    return message !== null && message.seats.length > 1 && message.your_turn && !message.outcome;
  }

  /** Does somebody play alone, and not set up a board? */
  get isTimed(): boolean {
    return this.isSeated && !this.#isShared && !this.message?.can.check;
  }

  /** So many moves lie behind the table, with those on their way. */
  get length(): number {
    return this.intents.length;
  }

  foresee(scene: Scene): void {
    if (this.replay.isOn) return; // what is shown is of another time
    this.look(scene);
  }

  /** Show the table so, whatever it is now. */
  look(scene: Scene): void {
    if (scene === this.scene) return;
    this.scene = scene;
    this.known = identify(this.known, scene);
  }

  /** Everything that was done is answered: now something can be asked about it. */
  settled(): void {
    if (this.#isLeaving) return this.#wire.close();
    this.#mark(true);
    this.advice.ask();
    this.solution.settled();
  }

  /** A game is seen again: what the next step has moved is marked, and no more. */
  step(isNext: boolean): void {
    if (isNext) this.marks.pieces = new Set();
    else this.marks.forget();
    this.#mark(false);
  }

  #mark(isMine: boolean): void {
    this.marks.mark(this.known, { isMine, isShared: this.#isShared });
  }

  get #isShared(): boolean {
    return (this.message?.seats.length ?? 1) > 1;
  }

  // -- hearing ----------------------------------------------------------------------

  #linked(link: Link): void {
    if (link === "lost" && this.link === "open") this.wasLost = true;
    if (link === "open" && this.wasLost) {
      this.wasLost = false;
      this.announce(t("Connected again."));
      this.replay.resume();
      this.advice.ask();
    }
    if (link !== "open") {
      this.advice.cutOff();
      this.#shares.cutOff();
      this.plans.cutOff();
    }
    this.link = link;
    if (link !== "open") this.intents.lost();
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case "table":
        this.#seat(message);
        break;
      case "refusal":
        this.#refused(message);
        break;
      case "hint":
        if (!this.solution.hear(message) && this.advice.hearHint(message)) this.hand.letGo();
        break;
      case "winnable":
        this.advice.hearLight(message);
        break;
      case "explained":
        this.advice.hearExplained(message);
        break;
      case "invitation":
        this.chairs.hear({ seat: message.seat, path: message.path, tenure: message.tenure });
        break;
      case "chat":
        this.talk.hear(message.lines, message.again);
        break;
      case "replay":
        this.replay.show(message);
        break;
      case "standings":
        this.replay.standings = message;
        break;
      case "withdrawn":
      case "pong":
        break;
    }
  }

  #seat(message: TableMessage): void {
    const before = this.message;
    const news = message.log;
    const isBack = before !== null && message.log_length < this.log.length;
    this.log = [...this.log.slice(0, message.log_from - 1), ...news];
    this.message = message;
    bring(message.game.name, message.game.drawings ?? []);
    listenTo(message.game.name);
    this.intents.heard(message);
    if (this.#isLeaving) return;
    if (!message.outcome) this.replay.leave();
    if (before?.seq !== message.seq) this.#freshen();
    if (isBack) this.marks.forget();
    if (!this.intents.busy) this.#mark(news.some((entry) => entry.seat === message.seat));
    if (before && before.seq !== message.seq) this.#tell(message, news, isBack);
    const fresh = before && !isBack ? news.filter((entry) => entry.n > before.log_length) : [];
    if (before && interruption(before, message, fresh)) this.say(() => interruption(before, message, fresh), null, { isNews: true });
    const gains = fresh.flatMap((entry) => entry.sight?.gains ?? []);
    if (gains.length > 0) this.gains = gains;
    this.#tellWish(before, message);
    this.#shares.hear(this.table, message, (words) => this.post(words));
    if (before) this.#tellSeats(before, message);
    this.plans.hear(message);
    const isNews = !isBack && before?.seq !== message.seq; // who has gone back wants to decide
    const due = this.plans.due(message, news) ?? (isNews ? this.plans.usual(message) : null);
    if (due && !this.intents.busy) this.act(due);
    if (message.can.winnable) this.isSolved = true;
    if (before && before.seq !== message.seq) this.#follow(message);
    if (before && !before.outcome && message.outcome) this.#ended(message);
  }

  #ended(message: TableMessage): void {
    sound(this.hasWon ? "win" : "lose");
    if (this.hasWon && !message.assisted) wonDaily(this.table);
    const { puzzle } = message.share ?? {};
    if (this.hasWon && puzzle) win(message.game.name, puzzle, earned(message.assisted, message.seq === message.log_length));
    if (this.isTimed && this.hasWon && !message.assisted && !message.practice) this.sheet.won(message, this.log);
  }

  /** After a move what can never hurt is done for the player; it is taken back with the move. */
  #follow(message: TableMessage): void {
    if (!settings.follows || this.#isShared || !this.#hasMoved || this.intents.busy || this.solution.isOpen) return;
    this.#hasMoved = false;
    const gesture = message.scene.gestures.find((g) => g.harmless);
    if (!gesture) return;
    this.sheet.follow(message.log_length + 1);
    this.#want({ kind: "act", event: gesture.event, gesture, spot: null });
  }

  #freshen(): void {
    this.hand.keep(this.scene);
    this.advice.forget();
  }

  #tell(message: TableMessage, news: Entry[], isBack: boolean): void {
    if (tidings(message, news, isBack)) this.announce(() => tidings(message, news, isBack));
    if (isBack || news.some((entry) => entry.seat !== message.seat)) sound(isBack ? "undo" : "place", this.material);
  }

  /** Somebody wants to take a move back; or my own wish has come to nothing. */
  #tellWish(before: TableMessage | null, message: TableMessage): void {
    const wish = newWish(before, message);
    if (wish) this.announce(wish);
    if (isWishGone(before, message) && !this.#hasWithdrawn) this.say(t("The last move stands: taking it back was refused."), null);
    if (message.undo_asked_by === null) this.#hasWithdrawn = false;
  }

  #tellSeats(before: TableMessage, message: TableMessage): void {
    const { news, votes, outs } = comings(before, message);
    if (outs.length > 0) this.announce(outs.join(" ")); // it is seen at the seat
    if (news.length > 0) this.say([...news, ...votes].join(" "), null, { isNews: true });
    else if (votes.length > 0) this.announce(votes.join(" ")); // there is a banner to be seen
  }

  #refused(message: RefusalMessage): void {
    if (this.message === null) {
      this.problem = message.said ?? message.text;
      this.#wire.close();
      return;
    }
    const text = (): string => said(message.said ?? message.text);
    const to = message.to ?? "";
    if (to === "hint" && this.solution.refused(text, message.stale)) return;
    if (this.advice.takeRefusal(to, text, message.stale, message.event ?? null)) return;
    if (!this.intents.refused(to, message.stale, message.at)) return;
    if (message.site && message.event) this.advice.refused = message.event;
    this.say(text, to === "why" ? this.#asked : this.intents.place, { why: message.site ? message.event : null });
    sound("refuse");
  }

  /** What is heard when something is put on this table. */
  get material(): Material {
    return madeOf(this.scene.zones.flatMap((zone) => zone.pieces.map((piece) => piece.look)));
  }

  get hasWon(): boolean {
    const { outcome, seat } = this.message ?? { outcome: null, seat: 0 };
    return outcome?.winners.includes(seat) ?? false;
  }

  // -- saying -----------------------------------------------------------------------

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
    const isSent = this.#wire.send(message);
    if (!isSent) this.say(t("The connection is lost; trying again …"), null);
    return isSent;
  }

  /** The same without a word when the line is dead: what was done waits for the next one. */
  post(message: ToServer): boolean {
    return this.#wire.send(message);
  }

  get #seq(): number {
    return this.message?.seq ?? 0;
  }

  // -- acting -----------------------------------------------------------------------

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
    if (!message || !this.isSeated || !this.#isShared || message.outcome || message.your_turn || message.turn === 0 || this.intents.busy) return;
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
    if (!this.isOpen && this.#isShared) return this.say(t("The connection is lost; trying again …"), null); // others go on meanwhile
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
    this.#asked = zone;
    this.send({ type: "why", seq: this.#seq, pick: spot.piece ?? spot.zone, drop: zone });
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
    this.send({ type: "deal", seq: this.#seq });
  }

  /** No further game of this match. */
  closeMatch(): void {
    this.send({ type: "close", seq: this.#seq });
  }

  /** An answer to a wish to undo; no to one's own takes it back. */
  agree(agree: boolean): void {
    this.#hasWithdrawn = this.message?.undo_asked_by === this.message?.seat;
    this.send({ type: "agree", seq: this.#seq, agree });
  }
}
