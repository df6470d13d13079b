// One table as its player sees it: what the server said, what is in the hand, what is shown.
import { listenTo, said, sentence, t } from "../i18n";
import type {
  Entry, FromServer, Gesture, HintMessage, Invitation, RefusalMessage, Scene, TableMessage, ToServer, Winnable, Words,
} from "../protocol"; // prettier-ignore
import { carried, choiceLists, immediate, isPickable, obvious, spotOf, targets, ways, zoneOf, type Spot } from "../scene/gestures";
import { bring } from "../drawings/pictures.svelte";
import { identify, type Known } from "../scene/identity";
import { keep, keyOf } from "../keys";
import { play as sound } from "../sound";
import { join, type Link, type Wire } from "../socket";
import { freshShare, note } from "../trust";
import { seatNews, voteNews } from "./seatNews";

/** Several gestures with one pick and drop, from which one is being chosen. */
export interface Choosing {
  spot: Spot;
  zone: string;
  gestures: Gesture[];
  chosen: Words[];
}

export interface Bubble {
  text: string;
  zone: string | null;
  n: number;
  /** Does it tell what has happened, and refuse nothing? */
  isNews: boolean;
}

const DOUBLE_CLICK = 400;
/** Without a key there is nobody to speak to. */
const NOBODY: Wire = { send: () => false, close: () => undefined };
const NO_SCENE: Scene = { zones: [], gestures: [], status: "", highlights: [] };

export class Play {
  message = $state.raw<TableMessage | null>(null);
  log = $state.raw<Entry[]>([]);
  known = $state.raw<Known[]>([]);
  link = $state<Link>("joining");
  wasLost = $state(false);
  held = $state.raw<Spot | null>(null);
  choosing = $state.raw<Choosing | null>(null);
  bubble = $state.raw<Bubble | null>(null);
  hint = $state.raw<{ said: HintMessage; step: 1 | 2 } | null>(null);
  lightOn = $state(false);
  light = $state<Winnable | "asking">("unknown");
  lightLimit = $state<number | null>(null);
  announced = $state("");
  problem = $state.raw<Words>("");
  invitations = $state.raw<Invitation[]>([]);
  waiting = $state(false);

  readonly table: string;
  readonly token: string;
  #wire: Wire;
  #bubbles = 0;
  #clicked: { key: string; at: number } | null = null;
  #asked: { spot: Spot; zone: string } | null = null;
  #hasWithdrawn = false;
  #links = 0;
  #sharedOn = -1;

  constructor(table: string, token: string) {
    this.table = table;
    this.token = token;
    this.#wire =
      token === ""
        ? NOBODY
        : join(
            table,
            token,
            (message, vocabulary) => this.#hear(message.type === "table" ? vocabulary.unpacked(message) : message),
            (link) => this.#linked(link),
            (reason) => (this.problem = reason),
          );
    this.invitations = keyOf(table, token)?.invitations ?? [];
  }

  close(): void {
    this.#wire.close();
  }

  get scene(): Scene {
    return this.message?.scene ?? NO_SCENE;
  }

  get targets(): Set<string> {
    return this.held ? targets(this.scene, this.held) : new Set();
  }

  get carriedKeys(): Set<string> {
    return new Set(this.held ? carried(this.scene, this.held).map((p) => p.key) : []);
  }

  // -- hearing ----------------------------------------------------------------------

  #linked(link: Link): void {
    if (link === "lost" && this.link === "open") this.wasLost = true;
    if (link === "open" && this.wasLost) {
      this.wasLost = false;
      this.announce(t("backAgain"));
    }
    if (link !== "open") {
      this.waiting = false;
      this.#links += 1;
    }
    this.link = link;
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
        this.#hinted(message);
        break;
      case "winnable":
        if (message.seq === this.message?.seq) [this.light, this.lightLimit] = [message.answer, message.limit];
        break;
      case "invitation":
        this.#invited({ seat: message.seat, path: message.path, tenure: message.tenure });
        break;
      case "pong":
        break;
    }
  }

  #seat(message: TableMessage): void {
    const before = this.message;
    const news = message.log;
    const isBack = before !== null && message.log_length < this.log.length;
    this.log = [...this.log.slice(0, message.log_from - 1), ...news];
    this.known = identify(this.known, message.scene);
    this.message = message;
    bring(message.game.name, message.game.drawings ?? []);
    listenTo(message.game.name);
    this.waiting = false;
    if (before?.seq !== message.seq) this.#freshen(message);
    if (before && before.seq !== message.seq) this.#tell(message, news, isBack);
    this.#tellWish(before, message);
    this.#trust(message);
    if (before) this.#tellSeats(before, message);
    if (before && !before.outcome && message.outcome) sound(this.hasWon ? "win" : "lose");
  }

  /** Note the promise when it is first seen, and add a share while the deal waits for one. */
  #trust({ seat, shuffle, log_length }: TableMessage): void {
    if (!shuffle.commitment) return;
    const isMine = shuffle.awaits.includes(seat);
    const own = note(this.table, seat, {
      commitment: shuffle.commitment,
      inTime: log_length === 0,
      ...(isMine ? { share: freshShare() } : {}),
    });
    // After a lost connection the deal still waits, and the share is sent once more.
    if (isMine && own.share && this.#sharedOn !== this.#links) {
      this.#sharedOn = this.#links;
      this.#wire.send({ type: "share", seq: this.#seq, share: own.share });
    }
  }

  #freshen(message: TableMessage): void {
    const { held } = this;
    // What is in the hand stays there while it is still where it was picked up.
    const still = held?.piece && zoneOf(message.scene, held.zone)?.pieces.some((p) => p.key === held.piece);
    if (!still || !isPickable(message.scene, held)) this.letGo();
    this.choosing = null;
    this.hint = null;
    this.light = "unknown";
    if (this.lightOn) this.#askLight();
  }

  #tell(message: TableMessage, news: Entry[], isBack: boolean): void {
    const lines = news.flatMap((entry) => [entry.words || entry.event, ...entry.told]).map((words) => said(words));
    if (isBack) lines.unshift(t("undo"));
    if (message.outcome) lines.push(`${t("gameOver")}: ${said(message.outcome.text)}`);
    else if (message.your_turn && message.seats.length > 1) lines.push(t("yourTurn"));
    if (lines.length > 0) this.announce(lines.map(sentence).join(". "));
    sound(isBack ? "undo" : "place");
  }

  /** Somebody wants to take a move back; or my own wish has come to nothing. */
  #tellWish(before: TableMessage | null, message: TableMessage): void {
    const [was, is] = [before?.undo_asked_by ?? null, message.undo_asked_by];
    if (is === null) {
      const wasMine = was !== null && was === message.seat && before?.seq === message.seq;
      if (wasMine && !this.#hasWithdrawn) this.say(t("undoRefused"), null);
      this.#hasWithdrawn = false;
    } else if (is !== was) {
      this.announce(is === message.seat ? t("askSent") : t("ask", t("player", is)));
    }
  }

  /** Who has sat down or got up, and who wants whom to go. */
  #tellSeats(before: TableMessage, message: TableMessage): void {
    const news = seatNews(before.seats, message.seats);
    const votes = voteNews(before.seats, message.seats, message.seat);
    if (news.length > 0 && message.assisted && !before.assisted) news.push(t("seatAssisted"));
    if (news.length > 0) this.say([...news, ...votes].join(" "), null, true);
    else if (votes.length > 0) this.announce(votes.join(" ")); // there is a banner to be seen
  }

  #invited(invitation: Invitation): void {
    this.invitations = [...this.invitations.filter((i) => i.seat !== invitation.seat), invitation];
    keep({ table: this.table, token: this.token, invitations: this.invitations });
  }

  #refused(message: RefusalMessage): void {
    this.waiting = false;
    if (this.message === null) {
      this.problem = message.said ?? message.text;
      this.#wire.close();
      return;
    }
    this.say(said(message.said ?? message.text), this.#asked?.zone ?? null);
    this.#asked = null;
    sound("refuse");
  }

  #hinted(message: HintMessage): void {
    this.waiting = false;
    if (!message.event) {
      this.say(message.words ? said(message.said?.words ?? message.words) : t("noHint"), null);
      return;
    }
    this.hint = { said: message, step: 1 };
    this.letGo();
    const spot = message.pick === null ? null : spotOf(this.scene, message.pick);
    this.announce(spot ? t("hintPick", this.name(spot)) : t("hintButton", said(message.said?.words ?? message.words)));
  }

  get hasWon(): boolean {
    const { outcome, seat } = this.message ?? { outcome: null, seat: 0 };
    return outcome?.winners.includes(seat) ?? false;
  }

  // -- saying -----------------------------------------------------------------------

  announce(text: string): void {
    // The same text twice is announced twice: a space more makes it another text.
    this.announced = this.announced === text ? `${text}\u00a0` : text;
  }

  say(text: string, zone: string | null, isNews = false): void {
    this.#bubbles += 1;
    const n = this.#bubbles;
    this.bubble = { text: sentence(text), zone, n, isNews };
    this.announce(sentence(text));
    setTimeout(() => {
      if (this.bubble?.n === n) this.bubble = null;
    }, 5000);
  }

  name(spot: Spot): string {
    const zone = zoneOf(this.scene, spot.zone);
    const piece = zone?.pieces.find((p) => p.key === spot.piece);
    return said(piece?.label ?? zone?.label ?? "");
  }

  #send(message: ToServer): void {
    if (!this.#wire.send(message)) this.say(t("lost"), null);
  }

  get #seq(): number {
    return this.message?.seq ?? 0;
  }

  // -- picking and dropping -----------------------------------------------------------

  hold(spot: Spot): void {
    this.held = spot;
    this.choosing = null;
    this.bubble = null;
    const where = [...targets(this.scene, spot)].map((key) => said(zoneOf(this.scene, key)?.label ?? key));
    const can = where.length === 0 ? t("canGoNowhere") : where.length <= 8 ? t("canGo", where.join(", ")) : "";
    this.announce(`${sentence(t("picked", this.name(spot)))} ${can}`);
    sound("pick");
  }

  letGo(): void {
    this.held = null;
    this.choosing = null;
  }

  /** A click, a tap or Enter on something. */
  press(spot: Spot): void {
    const { scene, held } = this;
    if (scene.gestures.length === 0) return;
    const key = spot.piece ?? spot.zone;
    const twice = this.#clicked?.key === key && performance.now() - this.#clicked.at < DOUBLE_CLICK;
    this.#clicked = { key, at: performance.now() };
    if (this.choosing?.zone === spot.zone) return this.turn();
    if (held) return this.#pressHolding(held, spot, twice);
    const now = immediate(scene, spot);
    if (now[0] && targets(scene, spot).size === 0) return this.act(now[0]);
    if (isPickable(scene, spot)) return this.hold(spot);
    const only = this.#onlySource(spot.zone);
    // A stray tap plays nothing: it only shows what could go here, unless there is a choice left.
    if (only) return ways(scene, only, spot.zone).length > 1 ? this.drop(only, spot.zone) : this.hold(only);
    const zone = zoneOf(scene, spot.zone);
    if (spot.piece && zone?.region === "table" && scene.gestures.some((g) => g.drop !== null)) this.hold(spot);
  }

  #pressHolding(held: Spot, spot: Spot, twice: boolean): void {
    if (held.zone === spot.zone && held.piece === spot.piece) {
      const move = twice ? obvious(this.scene, spot) : null;
      if (move) return this.act(move);
      this.letGo();
      return this.announce(t("putBack"));
    }
    if (ways(this.scene, held, spot.zone).length > 0) return this.drop(held, spot.zone);
    if (held.zone === spot.zone) return this.hold(spot);
    this.drop(held, spot.zone);
  }

  /** When only one thing can go to a place, pointing at the place picks it up. */
  #onlySource(zone: string): Spot | null {
    const picks = new Set(this.scene.gestures.filter((g) => g.drop === zone).map((g) => g.pick));
    const [pick] = picks;
    return picks.size === 1 && pick ? spotOf(this.scene, pick) : null;
  }

  /** Something is dropped on a zone: done, to be chosen, or refused with the reason. */
  drop(spot: Spot, zone: string): void {
    const found = ways(this.scene, spot, zone);
    const [first] = found;
    if (!first) return this.#why(spot, zone);
    if (found.length === 1) return this.act(first);
    this.held = spot;
    this.choosing = { spot, zone, gestures: found, chosen: [...first.choices] };
    this.announce(`${t("choose")}: ${choiceLists(found).flat().map((word) => said(word)).join(", ")}`);
  }

  #why(spot: Spot, zone: string): void {
    this.letGo();
    const pick = spot.piece ?? spot.zone;
    this.#asked = { spot, zone };
    this.#send({ type: "why", seq: this.#seq, pick, drop: zone });
  }

  // -- choosing ---------------------------------------------------------------------

  /** The next word of a choice; of the first, that is what a rotate key turns. */
  turn(at = 0): void {
    const { choosing } = this;
    if (!choosing) return;
    const open = at === 0 ? choosing.gestures : choosing.gestures.filter((g) => g.choices[0] === choosing.chosen[0]);
    const list = choiceLists(open)[at];
    const next = list?.[(list.indexOf(choosing.chosen[at] ?? "") + 1) % list.length];
    if (next !== undefined) this.choose(at, next);
  }

  choose(at: number, word: Words): void {
    const { choosing } = this;
    if (!choosing) return;
    const wanted = choosing.chosen.map((old, i) => (i === at ? word : old));
    const fitting = choosing.gestures.filter((g) => g.choices[at] === word && (at === 0 || g.choices[0] === choosing.chosen[0]));
    const agreeing = (g: Gesture): number => g.choices.filter((c, i) => c === wanted[i]).length;
    const best = fitting.sort((a, b) => agreeing(b) - agreeing(a))[0];
    if (best) this.choosing = { ...choosing, chosen: [...best.choices] };
    this.announce(said(word));
  }

  get chosenGesture(): Gesture | null {
    const { choosing } = this;
    return choosing?.gestures.find((g) => g.choices.every((c, i) => c === choosing.chosen[i])) ?? null;
  }

  // -- acting -----------------------------------------------------------------------

  act(gesture: Gesture, amount?: number): void {
    if (this.waiting) return;
    const event = gesture.amount ? gesture.event.replace("{}", String(amount ?? gesture.amount.low)) : gesture.event;
    this.#asked = gesture.drop ? { spot: { zone: "", piece: null }, zone: gesture.drop } : null;
    this.waiting = true;
    this.bubble = null;
    this.#send({ type: "act", seq: this.#seq, event });
    this.letGo();
  }

  /** An event as it is written, from a form that was filled in. */
  fill(event: string): void {
    this.act({ event, words: event, pick: null, drop: null, choices: [], amount: null });
  }

  undo(): void {
    if (!this.message?.can.undo) return;
    this.#send({ type: "undo", seq: this.#seq });
  }

  redo(): void {
    if (this.message?.can.redo) this.#send({ type: "redo", seq: this.#seq });
  }

  /** Deal without those who are not here. */
  deal(): void {
    this.#send({ type: "deal", seq: this.#seq });
  }

  /** No further game of this match. */
  closeMatch(): void {
    this.#send({ type: "close", seq: this.#seq });
  }

  /** An answer to a wish to undo; no to one's own takes it back. */
  agree(agree: boolean): void {
    this.#hasWithdrawn = this.message?.undo_asked_by === this.message?.seat;
    this.#send({ type: "agree", seq: this.#seq, agree });
  }

  // -- seats ------------------------------------------------------------------------

  #tenure(seat: number): number {
    return this.message?.seats.find((s) => s.seat === seat)?.tenure ?? 0;
  }

  /** A new invitation to a seat; the last one is void then. */
  invite(seat: number): void {
    this.#send({ type: "invite", seat, tenure: this.#tenure(seat) });
  }

  revoke(seat: number): void {
    this.#send({ type: "revoke", seat, tenure: this.#tenure(seat) });
  }

  /** Want a seat released, or no longer. */
  vote(seat: number, release: boolean): void {
    this.#send({ type: "vote", seat, tenure: this.#tenure(seat), release });
  }

  /** Give up one's own seat. */
  leave(): void {
    this.#send({ type: "leave" });
  }

  /** First which piece, then where to, then do it. */
  nextHint(): void {
    const { hint } = this;
    if (!hint) {
      if (this.message?.can.hint) {
        this.waiting = true;
        this.#send({ type: "hint", seq: this.#seq });
      }
      return;
    }
    if (hint.step === 1 && hint.said.drop !== null) {
      this.hint = { ...hint, step: 2 };
      this.announce(`${sentence(said(hint.said.said?.words ?? hint.said.words))}. ${said(hint.said.said?.why ?? hint.said.why)}`);
      return;
    }
    const { event } = hint.said;
    this.hint = null;
    if (event) this.#send({ type: "act", seq: this.#seq, event });
  }

  toggleLight(): void {
    this.lightOn = !this.lightOn;
    if (this.lightOn) this.#askLight();
  }

  #askLight(): void {
    if (!this.message?.can.winnable || this.message.outcome) return;
    this.light = "asking";
    this.#send({ type: "winnable", seq: this.#seq });
  }
}
