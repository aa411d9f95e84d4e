import type { EditEntry } from "./edits.ts";

/** A message with what its reader has to do with it, its texts as JSON that nobody takes apart. */
export interface PagedMessage {
  readonly id: number;
  readonly recipientId: number;
  readonly channelId: number | null;
  readonly participants: readonly number[] | null;
  readonly senderId: number;
  readonly topic: string;
  readonly isMe: boolean;
  /** UNIX seconds, as are the other times. */
  readonly sentAt: number;
  readonly editedAt: number | null;
  readonly movedAt: number | null;
  readonly mentionsEveryone: boolean;
  /** Newest first; null if never edited. */
  readonly editHistory: readonly EditEntry[] | null;
  /** The reader's: sum of bits, and whether it was received and read. */
  readonly bits: number;
  readonly received: boolean;
  readonly read: boolean;
  /** `"client":…,"content":…,"reactions":…,"submessages":…` */
  readonly json: string;
}

/** What the database tells of a page, null where it has nothing to tell; \u0001 is between messages, reactions and recipients, \u0002 between their parts. */
export interface PageTexts {
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

interface Relations {
  readonly bits: ReadonlyMap<number, number>;
  /** JSON, separated by commas. */
  readonly reactions: ReadonlyMap<number, string>;
  readonly ranges: ReadonlyMap<number, { readonly received: Bounds; readonly read: Bounds }>;
  /** By their JSON: few topics have many messages. */
  readonly topics: Map<string, string>;
}

// Parts are numbers and JSON, which never contain control characters.
const [entryMark, partMark] = ["\u0001", "\u0002"];

/** The messages of a page, ascending. */
export function pageFrom({ messages, flags, reactions, ranges }: PageTexts): PagedMessage[] {
  if (messages === null) return [];
  const relations: Relations = {
    bits: new Map((flags?.split(";") ?? []).map(numberPair)),
    reactions: reactionsIn(reactions),
    ranges: new Map((ranges?.split(entryMark) ?? []).map(rangesOfRecipient)),
    topics: new Map(),
  };
  const page = messages.split(entryMark).map((text) => messageFrom(text, relations));
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

/** Whether an id is in one of the ranges: then an odd number of bounds are not above it. */
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

function messageFrom(text: string, relations: Relations): PagedMessage {
  const [
    numbers = "",
    topic = "",
    client = "",
    content = "",
    submessages = "",
    history = "",
    people,
  ] = text.split(partMark);
  const [
    id = 0,
    recipientId = 0,
    channelId = 0,
    senderId = 0,
    sentAt = 0,
    editedAt,
    movedAt,
    facts = 0,
  ] = numbers.split(",").map(Number);
  const ranges = relations.ranges.get(recipientId);
  const reactions = relations.reactions.get(id) ?? "";
  return {
    id,
    recipientId,
    channelId: channelId || null,
    senderId,
    sentAt,
    editedAt: editedAt || null,
    movedAt: movedAt || null,
    isMe: (facts & 1) !== 0,
    mentionsEveryone: (facts & 2) !== 0,
    bits: relations.bits.get(id) ?? 0,
    received: isWithin(ranges?.received, id),
    read: isWithin(ranges?.read, id),
    participants: people ? (JSON.parse(people) as number[]) : null,
    topic: topicFrom(topic, relations),
    editHistory: history === "" ? null : (JSON.parse(history) as EditEntry[]),
    json: `"client":${client},"content":${content},"reactions":[${reactions}],"submessages":${submessages}`,
  };
}

function topicFrom(json: string, { topics }: Relations): string {
  let topic = topics.get(json);
  if (topic === undefined) {
    topic = JSON.parse(json) as string;
    topics.set(json, topic);
  }
  return topic;
}
