// What the server says and hears: the shapes of docs/protocol.md.

/** A sentence as data: a template, and by the text of each hole what fills it. */
export interface Sentence {
  /** Which rule or thing it is about, by a name that no wording changes. */
  code: string;
  template: string;
  values: Record<string, Filling>;
}

export type Filling = string | number | Sentence;

/** What somebody says; a plain text is a template without holes. */
export type Words = string | Sentence;

export type Layout = "pile" | "fan_down" | "fan_right" | "row" | "square";

export interface Piece {
  key: string;
  look: string;
  label: Words;
  turned: number;
}

export interface Zone {
  key: string;
  label: Words;
  x: number;
  y: number;
  layout: Layout;
  look: string;
  region: string;
  pieces: Piece[];
  span?: number;
  caption?: Words;
  /** What lies there besides, each a letter or two: the dealer's button. */
  signs?: string[];
  /** More to read below the caption. */
  notes?: Words[];
}

export interface Amount {
  low: number;
  high: number;
  step: number;
  /** Numbers that have a name. */
  marks?: [words: Words, number: number][];
}

export interface Gesture {
  event: string;
  words: Words;
  pick: string | null;
  drop: string | null;
  choices: Words[];
  amount: Amount | null;
  aside?: boolean;
  prominent?: boolean;
  /** What it means and costs, to be read beside the button. */
  note?: Words;
  along?: string;
  /** Can it never hurt? Then it may be done for the player. */
  harmless?: boolean;
}

/** What may be decided before one's turn: the first of the events that is then possible. */
export interface Ahead {
  words: Words;
  events: string[];
  /** Does it hold turn after turn, until it is taken back? */
  lasting?: boolean;
}

/** Whose side of the table it is, beside one of its places. */
export interface Plate {
  zone: string;
  name: Words;
  notes: Words[];
  is_on_turn: boolean;
  /** What players look for first; it stands out. */
  points?: string;
  /** A piece of theirs, by whose colour the player is known. */
  look?: string;
}

/** What is told beside the pieces. */
export interface Beside {
  /** Where the table is: which hand, at which stakes. */
  heading: Words;
  /** How things stand for whoever looks. */
  remark: Words;
  /** The pieces that the remark is about. */
  lit: string[];
  ahead: Ahead[];
  /** At the end, how each has done, the best first. */
  results: Words[];
  plates?: Plate[];
}

export interface Scene {
  zones: Zone[];
  gestures: Gesture[];
  status: Words;
  highlights: [Words, string[]][];
  beside?: Beside;
  /** Of a game without zones: its state in words, and its events to be filled in. */
  text?: Words;
  forms?: Form[];
}

/** An event with a blank for each of its arguments. */
export interface Form {
  event: string;
  words: Words;
  blanks: Blank[];
}

export interface Blank {
  name: string;
  expected: Words;
  /** What can be there; anything may be typed where they are too many to list. */
  words: string[];
}

/** Points that a seat has got by an event, and what for. */
export interface Gain {
  seat: number;
  amount: number;
  source: Words;
  /** The zones that they come from, as in a scene's highlights. */
  places: string[];
  /** The zone that they go to. */
  to: string;
}

/** What there is to be seen of an event. */
export interface Sight {
  places: string[];
  gains: Gain[];
}

export interface Entry {
  n: number;
  seat: number;
  event: string;
  words: Words;
  told: Words[];
  /** What was done as a sentence about who did it, where the game has one. */
  did?: Words | null;
  sight?: Sight | null;
}

export interface Outcome {
  winners: number[];
  reason: Words;
  scores: number[];
  text: Words;
}

/** What happened to a seat last; nothing at one that was held from the beginning. */
export type SeatChange = "" | "claimed" | "invited" | "revoked" | "left" | "voted" | "away";

export interface Seat {
  seat: number;
  who: string;
  /** What a person wants to be called. */
  name?: string;
  here: boolean;
  /** Does the holder not play for a while? */
  out?: boolean;
  /** Of a person's seat: does nobody hold it, and is there an invitation to it? */
  open?: boolean;
  invited?: boolean;
  /** Another number means another holder, or another invitation. */
  tenure?: number;
  change?: SeatChange;
  /** Those who want it released. */
  votes?: number[];
  can?: { invite: boolean; vote: boolean };
}

/** Where a friend sits down, as long as the seat has the same tenure. */
export interface Invitation {
  seat: number;
  path: string;
  tenure: number;
}

/** A game, and the looks for which it brings pictures along. */
export interface Drawn {
  name: string;
  drawings?: string[];
  /** How tall the pictures are that are not square, in their widths. */
  aspects?: Record<string, number>;
}

export interface TableMessage {
  type: "table";
  seq: number;
  game: Drawn & { title: string; records?: Record<string, string> };
  preset: string | null;
  options: Record<string, string>;
  seat: number;
  seats: Seat[];
  deal: Words | null;
  share: Record<string, string> | null;
  seed: string | null;
  shuffle: {
    commitment: string | null;
    /** The hashes of the shares, all of them noted before any is opened. */
    hashes: Record<string, string>;
    shares: Record<string, string>;
    /** Those whose hashes the deal waits for, and then those whose shares it waits for. */
    awaits: number[];
    opens: number[];
    secret: string | null;
    open_hands: boolean | null;
  };
  position?: string | null;
  scene: Scene;
  log: Entry[];
  log_from: number;
  log_length: number;
  turn: number;
  your_turn: boolean;
  /** Has the seat been taken over in the middle of a hand? It is dealt in with the next. */
  waits_for_deal: boolean;
  outcome: Outcome | null;
  can: {
    undo: boolean;
    redo: boolean;
    hint: boolean;
    winnable: boolean;
    check?: boolean;
    close?: boolean;
    review?: boolean;
  };
  assisted: boolean;
  practice: boolean;
  finished: boolean;
  closing: number[];
  undo_asked_by: number | null;
  /** What keeps a bot from moving. */
  waiting?: Words | null;
  /** Which programs have failed, and who plays in their place. */
  stand_ins?: Words[];
  /** What everybody has left to think, where there is a clock. */
  clock?: ClockState;
  /** The seconds after which a seat is released by vote, unless its holder plays or objects. */
  released_in?: Record<string, number>;
  /** Templates that are new to this connection; in a message its sentences are numbers. */
  templates?: { from: number; list: [code: string, template: string][] };
  /** Parts of scenes that are new to this connection; in its scene they are numbers. */
  parts?: NewParts;
  /** Gestures and kinds of gestures that are new to it. */
  kinds?: NewParts;
  /** The side panel, where parts are numbers: beside the scene, as it may stay the same. */
  beside?: Beside | null;
}

/** Parts from a number on, or each with its number. */
export interface NewParts {
  from?: number;
  numbers?: number[];
  list: unknown[];
}

/** A clock as it was when it was told: seconds. */
export interface ClockState {
  each: number;
  more: number;
  banks: Record<string, number>;
  /** Whose time it is, or 0. */
  runs: number;
  /** How long the move has taken so far. */
  used: number;
  stands: boolean;
}

export interface RefusalMessage {
  type: "refusal";
  seq: number;
  /** The type of the message that it answers. */
  to?: string;
  /** The number of the table that the message was for. */
  at?: number | null;
  event: string | null;
  text: string;
  said?: Sentence;
  /** Which guard of which event gave the reason, where a rulebook did. */
  site?: { event: string; guard: number } | null;
  stale: boolean;
  /** Sentence again after so many seconds it is welcome. */
  wait?: number | null;
}

export interface HintMessage {
  type: "hint";
  seq: number;
  event: string | null;
  pick: string | null;
  drop: string | null;
  words: string;
  why: string;
  said?: { words: Sentence; why: Sentence };
  /** The events of the whole way to win that it begins, where one is known. */
  way?: string[];
}

export type Winnable = "yes" | "no" | "unknown";

export interface WinnableMessage {
  type: "winnable";
  seq: number;
  answer: Winnable;
  /** So many positions were looked into before the answer stayed unknown. */
  limit: number | null;
}

/** How a guard of an event stands. */
export type Standing = "held" | "failed" | "undefined" | "not asked";

export interface JudgedGuard {
  number: number;
  standing: Standing;
  /** In Python, as the rulebook has it. */
  condition: string;
  /** The reason that it gives, or would give if it failed. */
  said: Words;
  code: string;
  place: string;
  terms: [text: string, value: Words][];
}

/** All guards of an event, by what this seat sees, and what it would do. */
export interface ExplainedMessage {
  type: "explained";
  seq: number;
  event: string;
  legal: boolean;
  verdict: Words;
  guards: JudgedGuard[];
  /** Of a legal event: what it is called, what would be told, what would be seen. */
  words: Words;
  told: Words[];
  text: Words;
  position: string | null;
  outcome: Words;
}

/** Something that was said at the table: in one's own words, or a set phrase by its number. */
export interface Remark {
  seat: number;
  text: string;
  phrase: number | null;
}

/** The table as it was seen after so many events. */
export interface ReplayMessage {
  type: "replay";
  at: number;
  scene: Scene;
  templates?: TableMessage["templates"];
}

/** Entries of a long log that the table's messages have left out. */
export interface LogMessage {
  type: "log";
  log_from: number;
  log: Entry[];
  templates?: TableMessage["templates"];
}

/** How well each seat stood after so many events; nothing where one plays alone. */
export interface StandingsMessage {
  type: "standings";
  at: number[];
  lines: number[][];
  unit: string;
}

export type FromServer =
  | TableMessage
  | ExplainedMessage
  | RefusalMessage
  | HintMessage
  | WinnableMessage
  | ({ type: "invitation" } & Invitation)
  | { type: "chat"; lines: Remark[]; again?: boolean }
  | ReplayMessage
  | LogMessage
  | StandingsMessage
  | { type: "withdrawn"; of: string }
  | { type: "pong" };

export type ToServer =
  | { type: "hello"; token: string; numbers: 2; name?: string }
  | { type: "name"; name: string }
  | { type: "sit"; out: boolean }
  | { type: "act"; seq: number; event: string }
  | { type: "hint" | "winnable" | "deal" | "close"; seq: number }
  | { type: "undo" | "redo"; seq: number; times?: number }
  | { type: "withdraw"; of: "hint" | "winnable" | "explain" }
  | { type: "share"; seq: number; hash: string | null }
  | { type: "share"; seq: number; share: string }
  | { type: "agree"; seq: number; agree: boolean }
  | { type: "why"; seq: number; pick: string; drop: string }
  | { type: "explain"; seq: number; event: string }
  | { type: "invite" | "revoke"; seat: number; tenure: number }
  | { type: "vote"; seat: number; tenure: number; release: boolean }
  | { type: "leave" | "object" }
  | { type: "replay"; at?: number }
  | { type: "log"; to: number }
  | { type: "chat"; text: string }
  | { type: "chat"; phrase: number }
  | { type: "ping" };

export interface GameOption {
  name: string;
  question: string;
  /** What the question leaves open, in a sentence. */
  note: string;
  expected: string;
  said?: { expected: Sentence };
  /** What it may be, where that is one of a few words, or some of them. */
  words: string[];
  /** Each of the words as an answer; of numbers those that mean more than their size. */
  answers: Record<string, string>;
  several: boolean;
  bounds: [low: number, high: number] | null;
  /** Other options by what they must be for it to matter. */
  needs: Record<string, string[]>;
  presets: Record<string, string>;
  /** The heading that it is folded away under; nothing for one that is always in sight. */
  group?: string;
}

export interface GameInfo extends Drawn {
  title: string;
  summary: string;
  players: [number, number];
  presets: string[];
  /** What players call each preset. */
  titles: Record<string, string>;
  /** What a preset is, in a sentence, where that is said. */
  meanings?: Record<string, string>;
  /** The preset that a link means which names none. */
  unnamed: string;
  /** How few and how many may play, by preset. */
  crowds: Record<string, [number, number]>;
  seats: Record<string, number>;
  options: GameOption[];
  bots: { name: string; sentence: string }[];
  /** Whom one plays against, at levels from the weakest to the strongest; nobody where one plays alone. */
  opponent: { name: string; character: string; levels: { name: string; word: string }[] } | null;
  deals: boolean;
  puzzles: boolean;
  /** Is a board set up by hand, unless a puzzle is asked for? */
  editor: boolean;
  winnable: boolean;
  chance: boolean;
  mucks: boolean;
  emblem?: ShownPiece[];
}

export type RuleBlock =
  | { kind: "heading"; level: number; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "bullets"; items: string[] }
  | { kind: "table"; head: string[]; rows: string[][] };

/** A piece or an empty place of a picture, in units of one piece. */
export interface ShownPiece {
  look: string;
  x: number;
  y: number;
  turned: number;
}

/** One thing to know, and what it looks like. */
export interface Lesson {
  words: string;
  pieces: ShownPiece[];
  /** From the piece of this number to that one, counted from 0. */
  arrow: [number, number] | null;
}

export interface RulesPage {
  title: string;
  /** English where the rules have no words in the language that was asked for. */
  language: string;
  /** How to play in a minute, with pictures. */
  lessons?: Lesson[];
  /** How to play. */
  first: RuleBlock[];
  whole: RuleBlock[];
}

export interface NewTable {
  game?: string;
  preset?: string;
  options?: Record<string, string>;
  seed?: string;
  deal?: number;
  position?: string;
  puzzle?: { level?: string; pieces?: number; unique?: boolean; daily?: boolean; id?: string };
  seats?: string[];
  together?: boolean;
  open_hands?: boolean;
  open?: boolean;
  clock?: { each: number; bank: number; more: number };
  like?: { table: string; token: string };
  fresh?: boolean;
}

export interface Opened {
  table: string;
  seat: number;
  token: string;
  invitations: Invitation[];
  watch: string;
  deal: string | null;
  commitment: string | null;
}

export interface MyTable {
  table: string;
  game: string;
  title: string;
  seat: number;
  status: string;
  said?: { status: Sentence; deal?: Sentence };
  over: boolean;
  winners: number[];
  events: number;
  assisted: boolean;
  created: string | number;
  updated: string | number;
  deal: string | null;
  /** Who sits at each seat. */
  seats?: string[];
}

/** A table that anybody may join. */
export interface WaitingTable {
  table: string;
  game: string;
  title: string;
  preset: string | null;
  seats: number;
  free: number;
  name: string;
  clock: { each: number; bank: number; more: number } | null;
  since: number;
}

export interface GameStatistics {
  game: string;
  played: number;
  won: number;
  streak: number;
  best_streak: number;
  seconds: number;
  assisted: number;
  assisted_won: number;
}

export interface Daily {
  date: string;
  id: string;
  position: string;
  level: string;
  game?: string;
}

export interface DealOfDay {
  date: string;
  game: string;
  deal: number;
}

export interface Check {
  winnable: Winnable;
  problems: Words[];
  id?: string;
  level?: string;
  /** How many ways there are to win. */
  ways?: number;
}

/** The puzzles that come with a game, by level, from the easiest to the hardest. */
export interface Packs {
  game: string;
  packs: { level: string; puzzles: string[] }[];
}

export interface ReviewedMove {
  /** Of the event, counted from 1. */
  number: number;
  seat: number;
  lost: number;
  words: Words;
  better: Words;
}

export interface ReviewedSeat {
  seat: number;
  standing: number[];
  luck: number;
  choices: number;
}

/** A part of a finished game looked back at. */
export interface ReviewPart {
  unit: Words;
  events: number;
  next: number | null;
  seats: ReviewedSeat[];
  moves: ReviewedMove[];
}
