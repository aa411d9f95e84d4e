import { parseBundle } from "@team-chat/nats";
import { z } from "zod";

/** Messages were sent to some channels; the first of them, or an earlier one to somebody else, has this id. */
interface Sent {
  readonly type: "message";
  readonly channelIds: readonly number[];
  readonly firstId: number;
}

const removed = z.object({
  type: z.literal("delete_message"),
  stream_id: z.int(),
  message_ids: z.array(z.int()),
});
const moved = z.object({
  type: z.literal("update_message"),
  stream_id: z.int(),
  new_stream_id: z.int(),
  message_ids: z.array(z.int()),
});
const change = z.discriminatedUnion("type", [removed, moved]);

export type Relevant = Sent | z.output<typeof change>;

/** What a bundle may mean for the facts of channels. */
export interface MessageNews {
  readonly realm: number;
  readonly events: readonly Relevant[];
}

// Within a text of JSON quotation marks are escaped, so that these find names of fields only, never what somebody wrote.
const changes = /"type":"(?:delete|update)_message"/;
const realmOf = /"realm":(\d+)/;
const idOf = /"message":\{"id":(\d+)/g;
const channelOf = /"stream_id":(\d+)/g;

/** What the JSON text of a bundle says. Nearly all are of messages sent, dozens at a time, of which two numbers are needed: those are not parsed. */
export function readMessageNews(text: string): MessageNews {
  if (changes.test(text)) {
    const { events, realm } = parseBundle(text);
    return { realm, events: [...sentIn(text), ...events.flatMap(({ event }) => changeOf(event))] };
  }
  return { realm: Number(realmOf.exec(text)?.[1]), events: sentIn(text) };
}

function changeOf(event: object): readonly Relevant[] {
  const { data } = change.safeParse(event);
  return data === undefined ? [] : [data];
}

function sentIn(text: string): readonly Sent[] {
  const ids = numbers(text, idOf);
  if (ids.length === 0) return [];
  const channelIds = [...new Set(numbers(text, channelOf))];
  return [{ type: "message", channelIds, firstId: Math.min(...ids) }];
}

function numbers(text: string, pattern: RegExp): readonly number[] {
  return [...text.matchAll(pattern)].map(([, digits]) => Number(digits));
}
