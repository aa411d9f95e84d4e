import type { EditEntry } from "./edits.ts";

/** The facts that messages of one sender in one topic share; those of a page share one object. */
export interface SharedFields {
  readonly recipientId: number;
  readonly channelId: number | null;
  readonly senderId: number;
  readonly participants: readonly number[] | null;
  readonly topic: string;
}

/** A message with what its reader has to do with it, its texts as JSON that nobody takes apart. */
export interface PagedMessage {
  readonly id: number;
  readonly shared: SharedFields;
  /** UNIX seconds. */
  readonly editedAt: number | null;
  readonly movedAt: number | null;
  readonly mentionsEveryone: boolean;
  /** Newest first; null if never edited. */
  readonly editHistory: readonly EditEntry[] | null;
  /** The reader's: sum of bits, and whether it was received and read. */
  readonly bits: number;
  readonly received: boolean;
  readonly read: boolean;
  /** The fields that the database wrote as JSON (`ownFieldNames`), and the reactions, without braces. */
  readonly json: string;
  readonly hasSubmessages: boolean;
  /** A list as JSON; empty as it comes from these texts. */
  readonly submessages: string;
}

/**
 * Texts that the database writes for a page, null where there is nothing; \u0001 is between reactions and between
 * recipients, \u0002 between parts, \u0003 within the last part of a message. With rows the statement of a page took
 * 2.4 instead of 1.2 ms; to be replaced by them when `history` stays below three times its floor with rows.
 */
export interface PageTexts {
  /**
   * Parts of each message: id, sum of `factBits`, recipient, channel or 0, sender, topic, the message's own fields, and
   * what few messages have: empty, or times of edit and move or 0, edit history, and participants. Topic, history and
   * participants are JSON; own fields are JSON without braces.
   */
  readonly messages: string | null;
  /** `id,bits;id,bits` of messages that have any. */
  readonly flags: string | null;
  /** Id of the message and JSON of each, in the order in which they were added. */
  readonly reactions: string | null;
  /** Recipient, and which of the messages the reader received and read, as multiranges. */
  readonly ranges: string | null;
}

/** Bounds of ranges of ids, ascending: the first id of a range, then the first one behind it. */
type Bounds = readonly number[];

/** Whatever belongs to messages of a page. */
interface Relations {
  readonly bits: ReadonlyMap<number, number>;
  /** JSON, separated by commas. */
  readonly reactions: ReadonlyMap<number, string>;
  readonly ranges: ReadonlyMap<number, { readonly received: Bounds; readonly read: Bounds }>;
  /** By their texts. */
  readonly shared: Map<string, SharedFields>;
}

// Parts are numbers and JSON, which never contain control characters.
const [entryMark, partMark, seldomMark] = ["\u0001", "\u0002", "\u0003"];

const factBits = { mentionsEveryone: 1, hasSubmessages: 2 } as const;

/** Selects the messages of a page, ascending. */
export function pageFrom({ messages, flags, reactions, ranges }: PageTexts): PagedMessage[] {
  if (messages === null) return [];
  const relations: Relations = {
    bits: new Map((flags?.split(";") ?? []).map(numberPair)),
    reactions: reactionsIn(reactions),
    ranges: new Map((ranges?.split(entryMark) ?? []).map(rangesOfRecipient)),
    shared: new Map(),
  };
  const page: PagedMessage[] = [];
  const reader = new TextReader(messages);
  while (!reader.isAtEnd) page.push(messageFrom(reader, relations));
  return page.toSorted((a, b) => a.id - b.id);
}

function numberPair(text: string): [number, number] {
  const [id, bits] = text.split(",");
  return [Number(id), Number(bits)];
}

function reactionsIn(text: string | null): ReadonlyMap<number, string> {
  const known = new Map<number, string>();
  for (const entry of text?.split(entryMark) ?? []) {
    const at = entry.indexOf(partMark);
    const [id, json] = [Number(entry.slice(0, at)), entry.slice(at + 1)];
    const others = known.get(id);
    known.set(id, others === undefined ? json : `${others},${json}`);
  }
  return known;
}

function rangesOfRecipient(text: string): [number, { received: Bounds; read: Bounds }] {
  const [recipientId, received = "", read = ""] = text.split(partMark);
  return [Number(recipientId), { received: boundsIn(received), read: boundsIn(read) }];
}

function boundsIn(multirange: string): Bounds {
  return Array.from(multirange.matchAll(/\d+/g), ([digits]) => Number(digits));
}

/** Tells whether an id is in one of the ranges: then an odd number of bounds are not above it. */
function isWithin(bounds: Bounds | undefined, id: number): boolean {
  if (bounds === undefined) return false;
  let [low, high] = [0, bounds.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bounds[middle] ?? 0) <= id) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1;
}

function messageFrom(reader: TextReader, relations: Relations): PagedMessage {
  const [id, facts] = [reader.number(), reader.number()];
  const sharedText = reader.parts(4);
  const [own, seldom] = [reader.parts(1), reader.parts(1)];
  const { participants, ...changes } = seldom === "" ? nothingSeldom : seldomFrom(seldom);
  const shared = sharedWith(sharedText, participants, relations.shared);
  const ranges = relations.ranges.get(shared.recipientId);
  return {
    id,
    shared,
    ...changes,
    mentionsEveryone: (facts & factBits.mentionsEveryone) !== 0,
    bits: relations.bits.get(id) ?? 0,
    received: isWithin(ranges?.received, id),
    read: isWithin(ranges?.read, id),
    json: `${own},"reactions":[${relations.reactions.get(id) ?? ""}]`,
    hasSubmessages: (facts & factBits.hasSubmessages) !== 0,
    submessages: "[]",
  };
}

/** Parts that messages in channels lack unless somebody edited or moved them. */
interface Seldom extends Pick<PagedMessage, "editedAt" | "movedAt" | "editHistory"> {
  /** JSON; empty in channels. */
  readonly participants: string;
}

const nothingSeldom: Seldom = {
  editedAt: null,
  movedAt: null,
  editHistory: null,
  participants: "",
};

function seldomFrom(text: string): Seldom {
  const [editedAt, movedAt, history = "", participants = ""] = text.split(seldomMark);
  return {
    editedAt: Number(editedAt) || null,
    movedAt: Number(movedAt) || null,
    editHistory: history === "" ? null : (JSON.parse(history) as EditEntry[]),
    participants,
  };
}

/** Returns the shared fields with this text, made once. */
function sharedWith(
  text: string,
  participants: string,
  known: Map<string, SharedFields>,
): SharedFields {
  let shared = known.get(text);
  if (shared === undefined) {
    shared = parseShared(text, participants);
    known.set(text, shared);
  }
  return shared;
}

function parseShared(text: string, participants: string): SharedFields {
  const reader = new TextReader(text);
  const [recipientId, channelId, senderId] = [reader.number(), reader.number(), reader.number()];
  return {
    recipientId,
    channelId: channelId === 0 ? null : channelId,
    senderId,
    participants: participants === "" ? null : (JSON.parse(participants) as number[]),
    topic: JSON.parse(reader.parts(1)) as string,
  };
}

const [zero, nine] = [48, 57];

/**
 * Reads a text from its beginning to its end; splitting it into texts that become numbers takes several times as long.
 */
class TextReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Reads a whole number, and what ends it. */
  number(): number {
    let value = 0;
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      this.#at += 1;
      // Not a number behind the end.
      if (!(code >= zero && code <= nine)) return value;
      value = value * 10 + (code - zero);
    }
  }

  /** Reads so many parts with the marks between them, and the mark that ends the last one. */
  parts(count: number): string {
    const start = this.#at;
    let end = start - 1;
    for (let part = 0; part < count; part += 1) end = this.#markAfter(end + 1);
    this.#at = end + 1;
    return this.#text.slice(start, end);
  }

  #markAfter(from: number): number {
    const at = this.#text.indexOf(partMark, from);
    return at === -1 ? this.#text.length : at;
  }
}
