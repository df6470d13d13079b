// Sentences come as numbers: `[7, "Q♠", 3]` is the eighth template that this connection was
// told, and what fills its holes. So do the parts of a scene: 7 is the eighth part that it was
// told. What has not changed since the last message is not in it. Here messages become whole again.
import { holes } from "../i18n/format";
import type {
  Beside,
  Entry,
  Filling,
  Form,
  FromServer,
  Gesture,
  LogMessage,
  Piece,
  ReplayMessage,
  Sentence,
  Scene,
  TableMessage,
  Words,
  Zone,
} from "./protocol";

type Sent = string | number | [number, ...Sent[]];

/** A place of the table, without what lies there. */
type Place = Omit<Zone, "pieces" | "caption" | "signs" | "notes">;

/** What lies at a place: the place and the pieces by their numbers, the rest where there is any. */
type Holding = Partial<Omit<Zone, "pieces">> & { place: number; pieces: number[] };

type Highlight = Scene["highlights"][number];
type Part = Place | Piece | Zone | Highlight;

/** Gestures: whole, by number, or a place and kinds of gestures that drop something there. */
type SentGesture = Gesture | number | [place: number, ...kinds: number[]];

/** What the fields of a part are unless they are sent. */
const USUAL_PLACE = { layout: "square", look: "place", region: "table" } as const;
const USUAL_PIECE = { turned: 0 };
const USUAL_GESTURE = { pick: null, drop: null };

/** Fields of a message that are not valid any more in the next one, where they are missing. */
const PASSING = ["clock", "released_in", "templates", "parts", "kinds"];

export class Vocabulary {
  #templates: { code: string; template: string; names: string[] }[] = [];
  /** The parts of scenes, by their numbers. */
  #parts: Part[] = [];
  /** Gestures and kinds of gestures, by their numbers. */
  #kinds: Gesture[] = [];
  /** The fields of the last message that the next one need not repeat. */
  #lasting: Partial<TableMessage> = {};
  /** The same sentence is the same object as long as its scene lasts. */
  #made = new Map<string, Sentence>();

  /** A message with its sentences; a message of the first connection or of a new one. */
  unpacked(sent: TableMessage): TableMessage {
    const message = { ...this.#lasting, ...sent };
    this.#lasting = Object.fromEntries(Object.entries(message).filter(([name]) => !PASSING.includes(name)));
    this.#begin(message);
    const { outcome, beside } = message;
    const scene = beside ? { ...message.scene, beside } : message.scene;
    return {
      ...message,
      deal: message.deal === null ? null : this.#words(message.deal),
      stand_ins: message.stand_ins?.map((words) => this.#words(words)) ?? [],
      waiting: message.waiting == null ? null : this.#words(message.waiting),
      outcome: outcome && { ...outcome, reason: this.#words(outcome.reason), text: this.#words(outcome.text) },
      log: message.log.map((entry) => this.#entry(entry)),
      scene: this.#scene(scene),
    };
  }

  /** A table as it was. */
  replayed(message: ReplayMessage): ReplayMessage {
    this.#begin(message);
    return { ...message, scene: this.#scene(message.scene) };
  }

  /** Replace the numbers in a message by the texts and parts that they stand for. */
  read(message: FromServer): FromServer {
    if (message.type === "table") return this.unpacked(message);
    if (message.type === "replay") return this.replayed(message);
    return message.type === "log" ? this.earlier(message) : message;
  }

  /** Earlier entries of the log. */
  earlier(message: LogMessage): LogMessage {
    if (message.templates) this.#loadLanguage(message.templates.from, message.templates.list);
    return { ...message, log: message.log.map((entry) => this.#entry(entry)) };
  }

  #begin({ templates, parts, kinds }: Pick<TableMessage, "templates" | "parts" | "kinds">): void {
    if (templates) this.#loadLanguage(templates.from, templates.list);
    if (parts?.from === 0 || this.#parts.length === 0) this.#made.clear();
    this.#learn(this.#parts, parts, (part) => this.#part(part as Part | Holding));
    this.#learn(this.#kinds, kinds, (kind) => this.#gesture(kind as Gesture));
  }

  /** Add parts that are told now: from a number on, or each with its number. */
  #learn<T>(known: T[], told: TableMessage["parts"], read: (part: unknown) => T): void {
    if (told?.from === 0) known.length = 0;
    told?.list.forEach((part, i) => (known[told.numbers?.[i] ?? (told.from ?? 0) + i] = read(part)));
  }

  /** A part that is told now, by what it has. */
  #part(part: Part | Holding): Part {
    if (Array.isArray(part)) return this.#highlight(part);
    if ("place" in part) return this.#held(part);
    if ("x" in part) return { ...USUAL_PLACE, ...part, label: this.#words(part.label) };
    return this.#piece(part);
  }

  /** The parts of a scene: numbers of those that were told, or the parts themselves. */
  #found<T extends Part>(sent: readonly (T | number)[], read: (part: T) => T): T[] {
    return sent.map((part) => (typeof part === "number" ? (this.#parts[part] as T) : read(part)));
  }

  #scene(scene: Scene): Scene {
    return {
      zones: this.#found(scene.zones, (zone) => this.#zone(zone)),
      gestures: (scene.gestures as SentGesture[]).flatMap((sent) => this.#gestures(sent)),
      status: this.#words(scene.status),
      highlights: this.#found(scene.highlights, (highlight) => this.#highlight(highlight)),
      ...(scene.beside === undefined ? {} : { beside: this.#beside(scene.beside) }),
      ...(scene.text === undefined ? {} : { text: this.#words(scene.text) }),
      ...(scene.forms === undefined ? {} : { forms: scene.forms.map((form) => this.#form(form)) }),
    };
  }

  #gestures(sent: SentGesture): Gesture[] {
    if (typeof sent === "number") return [this.#kinds[sent] as Gesture];
    if (!Array.isArray(sent)) return [this.#gesture(sent)];
    const [at, ...kinds] = sent;
    const place = this.#parts[at] as Place;
    return kinds.map((kind) => placed(this.#kinds[kind] as Gesture, place));
  }

  #loadLanguage(from: number, list: [string, string][]): void {
    this.#templates.length = from;
    for (const [code, template] of list) this.#templates.push({ code, template, names: holes(template) });
  }

  #entry(entry: Entry): Entry {
    const { sight } = entry;
    const gains = sight?.gains.map((gain) => ({ ...gain, source: this.#words(gain.source) })) ?? [];
    const seen = sight ? { sight: { ...sight, gains } } : {};
    return {
      ...entry,
      ...seen,
      words: this.#words(entry.words),
      did: entry.did ? this.#words(entry.did) : null,
      told: entry.told.map((line) => this.#words(line)),
    };
  }

  #highlight([label, keys]: Highlight): Highlight {
    return [this.#words(label), keys];
  }

  #held({ place, pieces, ...more }: Holding): Zone {
    const at = this.#parts[place] as Place;
    const zone = { signs: [], ...at, ...more, pieces: pieces.map((number) => this.#parts[number] as Piece) };
    return {
      ...zone,
      label: more.label === undefined ? at.label : this.#words(more.label),
      caption: this.#words(more.caption ?? ""),
      notes: more.notes?.map((note) => this.#words(note)) ?? [],
    };
  }

  #zone(zone: Zone): Zone {
    const caption = zone.caption === undefined ? {} : { caption: this.#words(zone.caption) };
    const notes = zone.notes?.length ? { notes: zone.notes.map((note) => this.#words(note)) } : {};
    return {
      ...zone,
      ...caption,
      ...notes,
      label: this.#words(zone.label),
      pieces: zone.pieces.map((piece) => this.#piece(piece)),
    };
  }

  #piece(piece: Piece): Piece {
    return { ...USUAL_PIECE, ...piece, label: this.#words(piece.label) };
  }

  #beside(beside: Beside): Beside {
    return {
      ...beside,
      heading: this.#words(beside.heading),
      remark: this.#words(beside.remark),
      ahead: beside.ahead.map((one) => ({ ...one, words: this.#words(one.words) })),
      results: beside.results.map((line) => this.#words(line)),
      plates:
        beside.plates?.map((plate) => ({
          ...plate,
          name: this.#words(plate.name),
          notes: plate.notes.map((note) => this.#words(note)),
        })) ?? [],
    };
  }

  #gesture(gesture: Gesture): Gesture {
    const marks = gesture.amount?.marks?.map(([words, number]): [Words, number] => [this.#words(words), number]) ?? [];
    const amount = gesture.amount && { ...gesture.amount, marks };
    return {
      ...USUAL_GESTURE,
      ...gesture,
      amount: amount ?? null,
      words: this.#words(gesture.words),
      note: this.#words(gesture.note ?? ""),
      choices: (gesture.choices ?? []).map((word) => this.#words(word)),
    };
  }

  #form(form: Form): Form {
    const blanks = form.blanks.map((blank) => ({ ...blank, expected: this.#words(blank.expected) }));
    return { ...form, words: this.#words(form.words), blanks };
  }

  #words(sent: unknown): Words {
    return Array.isArray(sent) ? this.#sentence(sent as [number, ...Sent[]]) : (sent as string);
  }

  #sentence(sent: [number, ...Sent[]]): Sentence {
    const key = JSON.stringify(sent);
    const made = this.#made.get(key);
    if (made) return made;
    const [number, ...given] = sent;
    const { code, template, names } = this.#templates[number] ?? { code: "", template: "…", names: [] };
    const values = Object.fromEntries(names.map((name, i) => [name, this.#filling(given[i] ?? "")]));
    const said = { code, template, values };
    this.#made.set(key, said);
    return said;
  }

  #filling(sent: Sent): Filling {
    return Array.isArray(sent) ? this.#sentence(sent) : sent;
  }
}

/** The gesture of a kind at a place: its name fills the hole `place` of the words. */
function placed(kind: Gesture, { key, label }: Place): Gesture {
  const words = typeof kind.words === "string" ? kind.words : withPlace(kind.words, label);
  return { ...kind, event: kind.event.replace("{}", key), drop: key, words };
}

const withPlace = (words: Sentence, place: Words): Sentence =>
  "place" in words.values ? { ...words, values: { ...words.values, place } } : words;
