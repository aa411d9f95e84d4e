import {
  type HotPool,
  type Parameter,
  statement,
  type Transaction,
  withArrayTexts,
} from "@team-chat/pg";
import { z } from "zod";

/** Bits of a new message, as the statement takes them. */
export const messageBits = {
  isMe: 1,
  hasLink: 2,
  hasImage: 4,
  hasAttachment: 8,
  mentionsEveryone: 16,
} as const;

/** The event of a new message as JSON text, but for what only the statement knows. */
export interface EventPieces {
  /** The message from behind its timestamp to the end of what clients see. */
  readonly message: string;
  /** What its bundle has once for all messages that have it in common; null when the other pieces say everything. */
  readonly alike: string | null;
  /** From there to the end of the event. */
  readonly rest: string;
}

/** A message as it is written. */
export interface NewMessage {
  readonly recipientId: number;
  readonly channelId: number | null;
  readonly senderId: number;
  readonly topic: string;
  readonly content: string;
  readonly renderedContent: string;
  readonly client: string;
  /** Sum of `messageBits`. */
  readonly bits: number;
  readonly idempotencyKey: string | null;
  readonly event: EventPieces;
  /** Users with flags of their own. */
  readonly userFlags: readonly (readonly [userId: number, flags: number])[];
  /** Users who receive it although they are not in the channel. */
  readonly guestReceivers: readonly number[];
  /** Users who have read it from the start, receiving it or not. */
  readonly readers: readonly number[];
}

const insertedRow = z.object({
  /** Position in the batch, from 1. */
  ord: z.number(),
  /** Null when its idempotency key was used before: nothing was written for it. */
  id: z.number().nullable(),
  /** UNIX seconds. */
  sent_at: z.number(),
  /** Of the bundle with all events; null when nothing was written. */
  outbox_id: z.number().nullable(),
  xid: z.string().nullable(),
  /** What kept it from being written under its topic (topic-fence.ts). */
  fence: z.number().nullable(),
});

export type InsertedRow = z.infer<typeof insertedRow>;

/** Between texts that are JSON, which never contains it. */
const separator = "\u0001";

const eventHead = '{"event":{"type":"message","message":{"id":';

/** The event of a written message. The statement puts it together in the same way, so that a republished bundle is the same text. */
export function eventText(tail: string, id: number, sentAt: number): string {
  return `${eventHead}${id},"timestamp":${sentAt},${tail}`;
}

/** What follows the timestamps of the events of messages that are written together, and what follows the list of these events. */
export interface BatchTexts {
  readonly tails: readonly string[];
  readonly after: string;
}

/** The texts of messages that are written together: what several have in common is named once. */
export function batchTexts(messages: readonly NewMessage[]): BatchTexts {
  const alike = new Map<string, number>();
  const tails = messages.map(({ event }) => {
    if (event.alike === null) return event.message + event.rest;
    const index = alike.get(event.alike) ?? alike.size;
    alike.set(event.alike, index);
    return `${event.message},"like":${index}${event.rest}`;
  });
  const after = alike.size === 0 ? "" : `,"alike":[${[...alike.keys()].join(",")}]`;
  return { tails, after };
}

// One statement, so that a send costs one round trip and one commit however many come together. The order of its steps is what
// docs/subsystems/messages.md explains: recipients are locked in id order, ids are drawn in input order under the locks, and
// newest_message looks at the table as it is then.
const text = `
with item as (
  select * from unnest($2::int8[], $3::int8[], $4::int8[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int4[],
    $10::text[], string_to_array($11, E'\\x01')) with ordinality
    as item(recipient_id, channel_id, sender_id, topic, content, rendered_content, client, bits, key, tail, ord)
), locked as materialized (
  select id, topic_fence from recipient where realm_id = $1 and id = any($2) order by id for update
), last as materialized (
  select id as recipient_id, newest_message($1, id) as newest from locked where id = any($13)
), numbered as materialized (
  select nextval('message_id') as id, clock_timestamp() as sent_at, sorted.* from (
    select item.*, case when topic <> '' then topic_fence end as fence from item join locked on locked.id = item.recipient_id order by ord offset 0
  ) sorted
), claimed as (
  insert into idempotency (realm_id, user_id, key, message_id)
  select $1, sender_id, key, id from numbered where key is not null and fence is null
  on conflict do nothing returning message_id
), decided as materialized (
  select numbered.*, fence is null and (key is null or id in (select message_id from claimed)) as is_fresh from numbered
), fresh as not materialized (
  select * from decided where is_fresh
), inserted as (
  insert into message (realm_id, id, recipient_id, channel_id, sender_id, topic, content, rendered_content, client, sent_at,
    is_me, has_link, has_image, has_attachment, mentions_everyone)
  select $1, id, recipient_id, channel_id, sender_id, topic, content, rendered_content, client, sent_at,
    bits & 1 <> 0, bits & 2 <> 0, bits & 4 <> 0, bits & 8 <> 0, bits & 16 <> 0
  from fresh
), flagged as (
  insert into user_message (realm_id, user_id, message_id, flags)
  select $1, flag.user_id, fresh.id, flag.flags
  from unnest($14::int8[], $15::int8[], $16::int4[]) as flag(ord, user_id, flags) join fresh using (ord)
), change as materialized (
  select user_id, recipient_id, coalesce(range_agg(received), '{}') as received, coalesce(range_agg(read), '{}') as read from (
    select reader.user_id, recipient_id, null::int8range as received, int8range(previous + 1, id + 1) as read
    from unnest($19::int8[], $20::int8[]) as reader(ord, user_id) join (
      select fresh.*, coalesce(lag(id) over (partition by recipient_id order by id), newest) as previous
      from fresh left join last using (recipient_id)
    ) follower using (ord)
    union all
    select guest.user_id, recipient_id, int8range(id, id + 1), null
    from unnest($17::int8[], $18::int8[]) as guest(ord, user_id) join fresh using (ord)
  ) one group by user_id, recipient_id order by recipient_id, user_id
), updated as (
  update user_recipient kept set received = kept.received + change.received, read = kept.read + change.read
  from change
  where kept.realm_id = $1 and kept.user_id = change.user_id and kept.recipient_id = change.recipient_id
), added as (
  insert into user_recipient (realm_id, user_id, recipient_id, received, read)
  select $1, user_id, recipient_id, received, read from change
  where not isempty(received) and not exists (select from user_recipient kept
    where kept.realm_id = $1 and kept.user_id = change.user_id and kept.recipient_id = change.recipient_id)
  on conflict (realm_id, user_id, recipient_id) do update set received = user_recipient.received + excluded.received
), stored as (
  insert into outbox (realm_id, events)
  select $1, '[' || string_agg('${eventHead}' || id || ',"timestamp":' || floor(date_part('epoch', sent_at))::int8 || ',' || tail, ',' order by ord) || ']' || $12
  from fresh having count(*) > 0 and $21
  returning id, xid
)
select ord, case when is_fresh then decided.id end as id, floor(date_part('epoch', sent_at))::int8 as sent_at,
  stored.id as outbox_id, stored.xid::text, fence
from decided left join stored on true
order by ord`;

/**
 * The same within a transaction that holds the realm's commit gate from its beginning; the events are for the caller to emit, and the rows
 * name no bundle.
 */
export function insertMessagesWithin(
  tx: Transaction,
  realmId: number,
  messages: readonly NewMessage[],
): Promise<readonly InsertedRow[]> {
  const texts = batchTexts(messages);
  return tx.any(statement(insertedRow, text, [...parameters(realmId, messages, texts), false]));
}

/**
 * Writes messages of one realm with their events (`batchTexts`) in one statement, in the given order; to be run while no other transaction of the
 * realm commits. The rows come in the same order, one for each message.
 */
export async function insertMessages(
  hot: HotPool,
  realmId: number,
  batch: { readonly messages: readonly NewMessage[]; readonly texts: BatchTexts },
): Promise<readonly InsertedRow[]> {
  const values = withArrayTexts([...parameters(realmId, batch.messages, batch.texts), true]);
  const { rows } = await hot.query<InsertedRow>({ name: "insert-messages", text, values });
  return rows;
}

function parameters(
  realmId: number,
  messages: readonly NewMessage[],
  { after, tails }: BatchTexts,
): Parameter[] {
  const all = <T>(pick: (message: NewMessage) => T) => messages.map(pick);
  const flags = messages.flatMap(({ userFlags }, index) =>
    userFlags.map(([userId, bits]) => ({ ord: index + 1, userId, bits })),
  );
  const guests = messages.flatMap(({ guestReceivers }, index) =>
    guestReceivers.map((userId) => ({ ord: index + 1, userId })),
  );
  const readers = messages.flatMap(({ readers: ids }, index) =>
    ids.map((userId) => ({ ord: index + 1, userId })),
  );
  const read = messages.filter(({ readers: ids }) => ids.length > 0);
  return [
    realmId,
    all((message) => message.recipientId),
    all((message) => message.channelId),
    all((message) => message.senderId),
    all((message) => message.topic),
    all((message) => message.content),
    all((message) => message.renderedContent),
    all((message) => message.client),
    all((message) => message.bits),
    all((message) => message.idempotencyKey),
    tails.join(separator),
    after,
    read.map((message) => message.recipientId),
    flags.map((flag) => flag.ord),
    flags.map((flag) => flag.userId),
    flags.map((flag) => flag.bits),
    guests.map((guest) => guest.ord),
    guests.map((guest) => guest.userId),
    readers.map((reader) => reader.ord),
    readers.map((reader) => reader.userId),
  ];
}
