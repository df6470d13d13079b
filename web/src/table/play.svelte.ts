// One table as its player sees it: what the server said, what is shown, and what is said to it.
import { listenTo, said, sentence, t } from "../i18n";
import type { Entry, FromServer, Gesture, Invitation, RefusalMessage, Scene, TableMessage, ToServer, Words } from "../protocol";
import { zoneOf, type Spot } from "../scene/gestures";
import { bring } from "../drawings/pictures.svelte";
import { identify, type Known } from "../scene/identity";
import { keep, keyOf } from "../keys";
import { play as sound } from "../sound";
import { join, type Link, type Wire } from "../socket";
import { freshShare, note } from "../trust";
import { Advice } from "./advice.svelte";
import { Hand } from "./hand.svelte";
import { seatNews, voteNews } from "./seatNews";

export interface Bubble {
  text: string;
  zone: string | null;
  n: number;
  /** Does it tell what has happened, and refuse nothing? */
  isNews: boolean;
  /** The event that the rules refuse, which can be explained. */
  why: string | null;
}

/** Without a key there is nobody to speak to. */
const NOBODY: Wire = { send: () => false, close: () => undefined };
const NO_SCENE: Scene = { zones: [], gestures: [], status: "", highlights: [] };

export class Play {
  message = $state.raw<TableMessage | null>(null);
  log = $state.raw<Entry[]>([]);
  known = $state.raw<Known[]>([]);
  link = $state<Link>("joining");
  wasLost = $state(false);
  bubble = $state.raw<Bubble | null>(null);
  announced = $state("");
  problem = $state.raw<Words>("");
  invitations = $state.raw<Invitation[]>([]);
  waiting = $state(false);

  /** What is picked up, and where it could go. */
  readonly hand = new Hand(this);
  /** What was asked about the table, and the answers. */
  readonly advice = new Advice(this);
  readonly table: string;
  readonly token: string;
  #wire: Wire;
  #bubbles = 0;
  /** Where the last gesture ended: a refusal is shown there. */
  #asked: string | null = null;
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

  // -- hearing ----------------------------------------------------------------------

  #linked(link: Link): void {
    if (link === "lost" && this.link === "open") this.wasLost = true;
    if (link === "open" && this.wasLost) {
      this.wasLost = false;
      this.announce(t("backAgain"));
    }
    if (link !== "open") {
      this.waiting = false;
      this.advice.isExplaining = false;
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
        if (this.advice.hearHint(message)) this.hand.letGo();
        break;
      case "winnable":
        this.advice.hearLight(message);
        break;
      case "explained":
        this.advice.hearExplained(message);
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
    this.hand.keep(message.scene);
    this.advice.forget();
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
    if (news.length > 0) this.say([...news, ...votes].join(" "), null, { isNews: true });
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
    const text = said(message.said ?? message.text);
    if (this.advice.takeRefusal(text)) return;
    if (message.site && message.event) this.advice.refused = message.event;
    this.say(text, this.#asked, { why: message.site ? message.event : null });
    this.#asked = null;
    sound("refuse");
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

  say(text: string, zone: string | null, { isNews = false, why = null }: { isNews?: boolean; why?: string | null } = {}): void {
    this.#bubbles += 1;
    const n = this.#bubbles;
    this.bubble = { text: sentence(text), zone, n, isNews, why };
    this.announce(sentence(text));
    const isStill = (): boolean => document.querySelector(".bubble:is(:hover, :focus-within)") === null;
    const end = (): void => {
      if (this.bubble?.n !== n) return;
      if (isStill()) this.hush();
      else setTimeout(end, 1000); // whoever points at it reads it
    };
    setTimeout(end, why === null ? 5000 : 8000);
  }

  /** What was said is seen. */
  hush(): void {
    this.bubble = null;
  }

  name(spot: Spot): string {
    const zone = zoneOf(this.scene, spot.zone);
    const piece = zone?.pieces.find((p) => p.key === spot.piece);
    return said(piece?.label ?? zone?.label ?? "");
  }

  send(message: ToServer): boolean {
    const isSent = this.#wire.send(message);
    if (!isSent) this.say(t("lost"), null);
    return isSent;
  }

  get #seq(): number {
    return this.message?.seq ?? 0;
  }

  // -- acting -----------------------------------------------------------------------

  act(gesture: Gesture, amount?: number): void {
    if (this.waiting) return;
    const event = gesture.amount ? gesture.event.replace("{}", String(amount ?? gesture.amount.low)) : gesture.event;
    this.#asked = gesture.drop;
    this.waiting = true;
    this.hush();
    this.send({ type: "act", seq: this.#seq, event });
    this.hand.letGo();
  }

  /** Dropped where it cannot go: the rules say why. */
  refuse(spot: Spot, zone: string): void {
    this.#asked = zone;
    this.send({ type: "why", seq: this.#seq, pick: spot.piece ?? spot.zone, drop: zone });
  }

  /** An event as it is written, from a form that was filled in. */
  fill(event: string): void {
    this.act({ event, words: event, pick: null, drop: null, choices: [], amount: null });
  }

  undo(): void {
    if (!this.message?.can.undo) return;
    this.send({ type: "undo", seq: this.#seq });
  }

  redo(): void {
    if (this.message?.can.redo) this.send({ type: "redo", seq: this.#seq });
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

  // -- seats ------------------------------------------------------------------------

  #tenure(seat: number): number {
    return this.message?.seats.find((s) => s.seat === seat)?.tenure ?? 0;
  }

  /** A new invitation to a seat; the last one is void then. */
  invite(seat: number): void {
    this.send({ type: "invite", seat, tenure: this.#tenure(seat) });
  }

  revoke(seat: number): void {
    this.send({ type: "revoke", seat, tenure: this.#tenure(seat) });
  }

  /** Want a seat released, or no longer. */
  vote(seat: number, release: boolean): void {
    this.send({ type: "vote", seat, tenure: this.#tenure(seat), release });
  }

  /** Give up one's own seat. */
  leave(): void {
    this.send({ type: "leave" });
  }
}
