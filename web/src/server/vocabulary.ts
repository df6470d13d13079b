// Sentences come as numbers: `[7, "Q♠", 3]` is the eighth template that this connection was
// told, and what fills its holes. Here they become sentences again.
import { holes } from "../i18n/format";
import type {
  Beside,
  Entry,
  Filling,
  Form,
  Gesture,
  Piece,
  ReplayMessage,
  Said,
  Scene,
  TableMessage,
  Words,
  Zone,
} from "./protocol";

type Sent = string | number | [number, ...Sent[]];

export class Vocabulary {
  #templates: { code: string; template: string; names: string[] }[] = [];
  /** The same sentence is the same object as long as its scene lasts. */
  #made = new Map<string, Said>();

  /** A message with its sentences; a message of the first connection or of a new one. */
  unpacked(message: TableMessage): TableMessage {
    this.#begin(message.templates);
    const { scene, outcome } = message;
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
    this.#begin(message.templates);
    return { ...message, scene: this.#scene(message.scene) };
  }

  #begin(templates: TableMessage["templates"]): void {
    if (templates) this.#learn(templates.from, templates.list);
    this.#made.clear();
  }

  #scene(scene: Scene): Scene {
    return {
      zones: scene.zones.map((zone) => this.#zone(zone)),
      gestures: scene.gestures.map((gesture) => this.#gesture(gesture)),
      status: this.#words(scene.status),
      highlights: scene.highlights.map(([label, keys]) => [this.#words(label), keys]),
      ...(scene.beside === undefined ? {} : { beside: this.#beside(scene.beside) }),
      ...(scene.text === undefined ? {} : { text: this.#words(scene.text) }),
      ...(scene.forms === undefined ? {} : { forms: scene.forms.map((form) => this.#form(form)) }),
    };
  }

  #learn(from: number, list: [string, string][]): void {
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
    return { ...piece, label: this.#words(piece.label) };
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
      ...gesture,
      amount,
      words: this.#words(gesture.words),
      note: this.#words(gesture.note ?? ""),
      choices: gesture.choices.map((word) => this.#words(word)),
    };
  }

  #form(form: Form): Form {
    const blanks = form.blanks.map((blank) => ({ ...blank, expected: this.#words(blank.expected) }));
    return { ...form, words: this.#words(form.words), blanks };
  }

  #words(sent: unknown): Words {
    return Array.isArray(sent) ? this.#sentence(sent as [number, ...Sent[]]) : (sent as string);
  }

  #sentence(sent: [number, ...Sent[]]): Said {
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
