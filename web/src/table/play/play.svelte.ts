// A table page's model: creates its parts, and passes them the messages of the server.
import { loadPictures } from "../../drawings/pictures.svelte";
import { setGame, textOf, t } from "../../i18n";
import type { FromServer, LogMessage, RefusalMessage, TableMessage } from "../../server/protocol";
import { join, type Link } from "../../server/socket";
import { play as sound } from "../../sound";
import { won as wonDaily } from "../../storage/days";
import { earned, win } from "../../server/packs";
import { settings } from "../../storage/settings.svelte";
import { Advice } from "../advice/advice.svelte";
import { Hand } from "../input/hand.svelte";
import { Selection } from "../input/selection.svelte";
import { Conversation } from "../log/conversation.svelte";
import { Replay } from "../review/replay.svelte";
import { Seating } from "../seats/seating.svelte";
import { Shares } from "../shuffle/shares";
import { Scoresheet } from "../solo/scoresheet.svelte";
import { Solution } from "../solo/solution.svelte";
import { Announcer } from "./announcer";
import { Connection } from "./connection.svelte";
import { Intents } from "./intents.svelte";
import { Moves } from "./moves.svelte";
import { Plans } from "./plans.svelte";
import { Speech } from "./speech.svelte";
import { TableState } from "./state.svelte";

/** The longest time in milliseconds that a page waits for answers after the player has left it. */
const LONGEST_LEAVE = 5000;

export class Play {
  readonly table: TableState;
  readonly speech = new Speech();
  readonly connection = new Connection(this.speech);
  /** Moves without an answer. */
  readonly intents: Intents;
  readonly advice: Advice;
  readonly moves: Moves;
  readonly hand: Hand;
  readonly replay: Replay;
  /** A way to win, played on the table. */
  readonly solution: Solution;
  /** Time and number of moves of a player without opponents. */
  readonly scoresheet: Scoresheet;
  /** Decisions made before the turn. */
  readonly plans: Plans;
  readonly chat: Conversation;
  readonly seating: Seating;
  #announcer: Announcer;
  #shares = new Shares();
  #isLeaving = false;
  #wasLost = false;

  constructor(id: string, token: string) {
    const { speech, connection } = this;
    const table = (this.table = new TableState(id, token));
    const intents = (this.intents = new Intents(table, connection, {
      choose: (spot, zone) => this.hand.drop(spot, zone),
      refuse: (spot, zone) => this.advice.askWhy(spot, zone),
      idle: () => this.#idle(),
    }));
    const selection = new Selection();
    const scoresheet = (this.scoresheet = new Scoresheet(id));
    const advice = (this.advice = new Advice({ table, connection, speech, intents }));
    const moves = (this.moves = new Moves({
      table,
      connection,
      speech,
      intents,
      selection,
      advice,
      scoresheet,
    }));
    this.hand = new Hand({ table, speech, selection, moves, intents, advice });
    this.replay = new Replay(table, connection);
    this.solution = new Solution({ table, connection, speech, intents, moves });
    this.plans = new Plans(id, connection);
    this.chat = new Conversation(table, connection, speech);
    this.seating = new Seating(table, connection);
    this.#announcer = new Announcer(table, speech);
    if (token !== "") this.#join();
  }

  #join(): void {
    const { id, token } = this.table;
    this.connection.attach(
      join(
        id,
        token,
        (message) => this.#receive(message),
        (link) => this.#setLink(link),
        (reason) => (this.table.problem = reason),
        () => settings.name,
      ),
    );
  }

  /** Leave the table after the last answer, and end a solution that is on it. */
  close(): void {
    this.solution.end();
    if (!this.intents.busy || !this.connection.isOpen) return this.connection.close();
    this.#isLeaving = true;
    setTimeout(() => this.connection.close(), LONGEST_LEAVE);
  }

  /** Ask for the log entries before the first one on the page. */
  askEarlier(): void {
    const first = this.table.log[0]?.n ?? 1;
    if (first > 1) this.connection.post({ type: "log", to: first - 1 });
  }

  /** The server has answered every move: questions about the table make sense again. */
  #idle(): void {
    if (this.#isLeaving) return this.connection.close();
    this.table.mark(true);
    this.advice.ask();
    this.solution.check();
  }

  #setLink(link: Link): void {
    if (link === "lost" && this.connection.isOpen) this.#wasLost = true;
    if (link === "open" && this.#wasLost) {
      this.#wasLost = false;
      this.speech.announce(t("Connected again."));
      this.replay.resume();
      this.advice.ask();
    }
    if (link !== "open") {
      this.advice.cutOff();
      this.#shares.cutOff();
      this.plans.cutOff();
    }
    this.connection.link = link;
    if (link !== "open") this.intents.cutOff();
  }

  #receive(message: FromServer): void {
    switch (message.type) {
      case "table":
        this.#update(message);
        break;
      case "refusal":
        this.#refuse(message);
        break;
      case "hint":
        if (!this.solution.receive(message) && this.advice.receiveHint(message)) this.hand.letGo();
        break;
      case "winnable":
        this.advice.receiveLight(message);
        break;
      case "explained":
        this.advice.receiveExplained(message);
        break;
      case "invitation":
        this.seating.receive({ seat: message.seat, path: message.path, tenure: message.tenure });
        break;
      case "chat":
        this.chat.receive(message.lines, message.again);
        break;
      case "replay":
        this.replay.show(message);
        break;
      case "log":
        this.#prepend(message);
        break;
      case "standings":
        this.replay.standings = message;
        break;
      case "withdrawn":
      case "pong":
        break;
    }
  }

  #prepend({ log, log_from }: LogMessage): void {
    this.table.log = [...log, ...this.table.log.filter(({ n }) => n >= log_from + log.length)];
  }

  #update(message: TableMessage): void {
    const { table, intents, moves, plans } = this;
    const before = table.message;
    const news = message.log;
    const isBack = before !== null && message.log_length < before.log_length;
    const isNew = before?.seq !== message.seq;
    table.log = [...table.log.filter(({ n }) => n < message.log_from), ...news];
    table.message = message;
    loadPictures(message.game);
    setGame(message.game.name);
    intents.receive(message);
    if (this.#isLeaving) return;
    if (!message.outcome) this.replay.leave();
    if (isNew) {
      this.hand.keep();
      this.advice.forget();
    }
    if (isBack) table.marks.forget();
    if (!intents.busy) table.mark(news.some((entry) => entry.seat === message.seat));
    this.#announce(before, message, isBack);
    this.#shares.receive(table.id, message, (words) => this.connection.post(words));
    if (before) this.#announcer.seats(before, message);
    plans.receive(message);
    // After an undo the player decides anew.
    const due = plans.due(message, news) ?? (!isBack && isNew ? plans.usual(message) : null);
    if (due && !intents.busy) moves.act(due);
    if (message.can.winnable) table.isSolved = true;
    if (before && isNew && !this.solution.isOpen) moves.followUp();
    if (before && !before.outcome && message.outcome) this.#end(message);
  }

  #announce(before: TableMessage | null, message: TableMessage, isBack: boolean): void {
    const news = message.log;
    const fresh = before && !isBack ? news.filter((entry) => entry.n > before.log_length) : [];
    if (before && before.seq !== message.seq) this.#announcer.moves(message, news, isBack);
    if (before) this.#announcer.interruption(before, message, fresh);
    const gains = fresh.flatMap((entry) => entry.sight?.gains ?? []);
    if (gains.length > 0) this.table.gains = gains;
    this.#announcer.undoRequest(before, message, this.moves.hasWithdrawn);
    if (message.undo_asked_by === null) this.moves.hasWithdrawn = false;
  }

  #end(message: TableMessage): void {
    const { table, scoresheet } = this;
    sound(table.hasWon ? "win" : "lose");
    if (table.hasWon && !message.assisted) wonDaily(table.id);
    const { puzzle } = message.share ?? {};
    if (table.hasWon && puzzle)
      win(message.game.name, puzzle, earned(message.assisted, message.seq === message.log_length));
    if (table.isTimed && table.hasWon && !message.assisted && !message.practice) scoresheet.won(message, table.log);
  }

  #refuse(message: RefusalMessage): void {
    if (this.table.message === null && message.to !== "hello") {
      this.table.problem = message.said ?? message.text;
      this.connection.close();
      return;
    }
    const text = (): string => textOf(message.said ?? message.text);
    const to = message.to ?? "";
    if (to === "hint" && this.solution.refuse(text, message.stale)) return;
    if (this.advice.refuse(to, text, message.stale, message.event ?? null)) return;
    if (!this.intents.refuse(to, message.stale, message.at)) return;
    if (message.site && message.event) this.advice.refused = message.event;
    const zone = to === "why" ? this.advice.askedZone : this.intents.place;
    this.speech.say(text, zone, { why: message.site ? message.event : null });
    sound("refuse");
  }
}
