// One table as its player sees it: what is heard of it, and what follows from that.
import { bring } from "../../drawings/pictures.svelte";
import { listenTo, said, t } from "../../i18n";
import type { Entry, FromServer, RefusalMessage, TableMessage } from "../../server/protocol";
import { join, type Link } from "../../server/socket";
import { play as sound } from "../../sound";
import { won as wonDaily } from "../../storage/days";
import { earned, win } from "../../server/packs";
import { settings } from "../../storage/settings.svelte";
import { Conversation } from "../log/conversation.svelte";
import { Chairs } from "../seats/chairs.svelte";
import { Shares } from "../shuffle/shares";
import { Moves } from "./moves.svelte";
import { describeNews, describeSeats, interruption, isWishGone, newWish } from "./news";
import { Plans } from "./plans.svelte";

/** So long, in milliseconds, a table that was left waits to be answered. */
const LONGEST_LEAVE = 5000;

export class Play extends Moves {
  /** What is decided before the turn comes. */
  readonly plans: Plans;
  /** What the people at the table say. */
  readonly chat = new Conversation(this);
  /** Who sits where. */
  readonly chairs: Chairs;
  #shares = new Shares();

  constructor(table: string, token: string) {
    super(table, token);
    this.plans = new Plans(table, (out) => this.post({ type: "sit", out }));
    this.chairs = new Chairs(this);
    if (token === "") return;
    this.wire = join(
      table,
      token,
      (message, vocabulary) =>
        this.#hear(
          message.type === "table"
            ? vocabulary.unpacked(message)
            : message.type === "replay"
              ? vocabulary.replayed(message)
              : message,
        ),
      (link) => this.#linked(link),
      (reason) => (this.problem = reason),
      () => settings.name,
    );
  }

  /** Whoever leaves is heard to the end, and takes along what was only shown. */
  close(): void {
    this.solution.end();
    if (!this.intents.busy || !this.isOpen) return this.wire.close();
    this.isLeaving = true;
    setTimeout(() => this.wire.close(), LONGEST_LEAVE);
  }

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
        this.chat.hear(message.lines, message.again);
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
    bring(message.game);
    listenTo(message.game.name);
    this.intents.heard(message);
    if (this.isLeaving) return;
    if (!message.outcome) this.replay.leave();
    if (before?.seq !== message.seq) this.#freshen();
    if (isBack) this.marks.forget();
    if (!this.intents.busy) this.mark(news.some((entry) => entry.seat === message.seat));
    if (before && before.seq !== message.seq) this.#tell(message, news, isBack);
    const fresh = before && !isBack ? news.filter((entry) => entry.n > before.log_length) : [];
    if (before && interruption(before, message, fresh))
      this.say(() => interruption(before, message, fresh), null, { isNews: true });
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
    if (before && before.seq !== message.seq) this.follow(message);
    if (before && !before.outcome && message.outcome) this.#ended(message);
  }

  #ended(message: TableMessage): void {
    sound(this.hasWon ? "win" : "lose");
    if (this.hasWon && !message.assisted) wonDaily(this.table);
    const { puzzle } = message.share ?? {};
    if (this.hasWon && puzzle)
      win(message.game.name, puzzle, earned(message.assisted, message.seq === message.log_length));
    if (this.isTimed && this.hasWon && !message.assisted && !message.practice) this.sheet.won(message, this.log);
  }

  #freshen(): void {
    this.hand.keep(this.scene);
    this.advice.forget();
  }

  #tell(message: TableMessage, news: Entry[], isBack: boolean): void {
    if (describeNews(message, news, isBack)) this.announce(() => describeNews(message, news, isBack));
    if (isBack || news.some((entry) => entry.seat !== message.seat)) sound(isBack ? "undo" : "place", this.material);
  }

  /** Somebody wants to take a move back; or my own wish has come to nothing. */
  #tellWish(before: TableMessage | null, message: TableMessage): void {
    if (newWish(before, message)) this.announce(() => newWish(before, message) ?? "");
    if (isWishGone(before, message) && !this.hasWithdrawn)
      this.say(t("The last move stands: taking it back was refused."), null);
    if (message.undo_asked_by === null) this.hasWithdrawn = false;
  }

  #tellSeats(before: TableMessage, message: TableMessage): void {
    // Written when it is said, which may be after the language has come.
    const written = () => describeSeats(before, message);
    const { news, votes, outs } = written();
    if (outs.length > 0) this.announce(() => written().outs.join(" ")); // it is seen at the seat
    if (news.length > 0) this.say(() => [...written().news, ...written().votes].join(" "), null, { isNews: true });
    else if (votes.length > 0) this.announce(() => written().votes.join(" ")); // there is a banner to be seen
  }

  #refused(message: RefusalMessage): void {
    if (this.message === null) {
      this.problem = message.said ?? message.text;
      this.wire.close();
      return;
    }
    const text = (): string => said(message.said ?? message.text);
    const to = message.to ?? "";
    if (to === "hint" && this.solution.refused(text, message.stale)) return;
    if (this.advice.takeRefusal(to, text, message.stale, message.event ?? null)) return;
    if (!this.intents.refused(to, message.stale, message.at)) return;
    if (message.site && message.event) this.advice.refused = message.event;
    this.say(text, to === "why" ? this.asked : this.intents.place, { why: message.site ? message.event : null });
    sound("refuse");
  }
}
