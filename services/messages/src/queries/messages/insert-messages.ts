import type { NewMessageEvent, PackedMessages } from "@team-chat/contract";
import type { OutboxRow } from "@team-chat/outbox";
import { type HotPool, statement, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { type NewMessage, sentColumns, typedColumns, valuesOf } from "./sent-columns.ts";

/** A message that has been decided about and only has to be written. */
export interface DecidedMessage {
  readonly message: NewMessage;
  readonly idempotencyKey: string | null;
  readonly event: NewMessageEvent;
  /** Sums of `flagBits` by user. */
  readonly userFlags: ReadonlyMap<number, number>;
  /** Users who receive it although they are not in the channel. */
  readonly guestReceivers: readonly number[];
  /** Users who have read it from the start, receiving it or not. */
  readonly readers: ReadonlySet<number>;
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
  term: z.number().nullable(),
  /** Set when a fence kept the message from being written under its topic (topic-fence.ts). */
  fence: z.number().nullable(),
  /** Day of UTC that it counts for; null when nothing was written. */
  day: z.string().nullable(),
  /** Messages of the organization on that day, with all of the batch. */
  of_day: z.number().nullable(),
});

export type InsertedRow = z.infer<typeof insertedRow>;

const names = sentColumns.join(", ");
const eventHead = '{"event":{"type":"message","message":{"id":';

// One statement, so that a send costs one round trip and one commit however many come together. The order of its steps
// is what docs/subsystems/messages.md explains: recipients are locked in id order, ids are drawn in input order under
// the locks, and newest_message looks at the table as it is then.
const text = `
with item as (
  select * from rows from (json_to_recordset($2::json) as
    (${typedColumns}, key text, tail text, flagged int8[], flags int4[], guests int8[], readers int8[])
  ) with ordinality as item(${names}, key, tail, flagged, flags, guests, readers, ord)
), locked as materialized (
  select id, topic_fence from recipient where realm_id = $1 and id = any($3) order by id for update
), last as materialized (
  select id as recipient_id, newest_message($1, id) as newest from locked where id = any($4)
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
  insert into message (realm_id, id, sent_at, has_attachment, ${names})
  select $1, id, sent_at, false, ${names} from fresh
), flagged as (
  insert into user_message (realm_id, user_id, message_id, flags)
  select $1, flag.user_id, id, flag.flags from fresh, unnest(flagged, flags) as flag(user_id, flags)
), change as materialized (
  select user_id, recipient_id, coalesce(range_agg(received), '{}') as received, coalesce(range_agg(read), '{}') as read from (
    select user_id, recipient_id, null::int8range as received, int8range(previous + 1, id + 1) as read
    from (
      select fresh.*, coalesce(lag(id) over (partition by recipient_id order by id), newest) as previous
      from fresh left join last using (recipient_id)
    ) follower, unnest(readers) as user_id
    union all
    select user_id, recipient_id, int8range(id, id + 1), null from fresh, unnest(guests) as user_id
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
  insert into outbox (realm_id, facts, events)
  select $1, $6, '[' || string_agg('${eventHead}' || id || ',"timestamp":' || floor(date_part('epoch', sent_at))::int8 || ',' || tail, ',' order by ord) || ']' || $5
  from fresh having count(*) > 0 and $5::text is not null
  returning id, xid, term
), counted as (
  insert into message_day as kept (realm_id, day, messages)
  select $1, (clock_timestamp() at time zone 'utc')::date, count(*) from fresh having count(*) > 0
  on conflict (realm_id, day) do update set messages = kept.messages + excluded.messages
  returning day::text, messages
)
select ord, case when is_fresh then decided.id end as id, floor(date_part('epoch', sent_at))::int8 as sent_at,
  stored.id as outbox_id, stored.xid::text, stored.term, fence, counted.day, counted.messages as of_day
from decided left join stored on true left join counted on true
order by ord`;

/**
 * Writes one message within a transaction that holds the realm's commit gate from its beginning. The event is
 * for the caller to emit, and the row names no bundle.
 */
export async function insertMessageWithin(
  tx: Transaction,
  realmId: number,
  message: DecidedMessage,
): Promise<InsertedRow | undefined> {
  const rows = await tx.any(statement(insertedRow, text, parameters(realmId, [message], null)));
  return rows[0];
}

/** Messages that were written. */
interface Written {
  /** In order, one for each message whose recipient exists. */
  readonly rows: readonly InsertedRow[];
  /** All their events; null when none was written. */
  readonly bundle: OutboxRow | null;
}

/**
 * Writes messages of one realm with their events in one statement, in the given order; to be run while no
 * other transaction of the realm commits.
 */
export async function insertMessages(
  hot: HotPool,
  realmId: number,
  { messages, packed }: { messages: readonly DecidedMessage[]; packed: PackedMessages },
): Promise<Written> {
  const values = parameters(realmId, messages, packed);
  const { rows } = await hot.query<InsertedRow>({ name: "insert-messages", text, values });
  const [first] = rows;
  if (!first || first.outbox_id === null || first.xid === null) return { rows, bundle: null };
  // As the statement did it, so that a bundle that is published again has the same text.
  const events = rows.flatMap(({ id, ord, sent_at: sentAt }) =>
    id === null ? [] : [`${eventHead}${id},"timestamp":${sentAt},${packed.tails[ord - 1] ?? ""}`],
  );
  const { outbox_id: id, term, xid } = first;
  const content = { events: `[${events.join(",")}]${packed.after}`, facts: packed.facts };
  return { rows, bundle: { realmId, id, xid, term, ...content } };
}

/** Without `packed` the statement writes no bundle. */
function parameters(
  realmId: number,
  messages: readonly DecidedMessage[],
  packed: PackedMessages | null,
): unknown[] {
  const items = messages.map((decided, index) => ({
    ...valuesOf(decided.message),
    key: decided.idempotencyKey,
    tail: packed?.tails[index] ?? "",
    flagged: [...decided.userFlags.keys()],
    flags: [...decided.userFlags.values()],
    guests: decided.guestReceivers,
    readers: [...decided.readers],
  }));
  const read = messages.filter(({ readers }) => readers.size > 0);
  const recipientIds = (some: readonly DecidedMessage[]) =>
    some.map(({ message }) => message.recipientId);
  const lists = [recipientIds(messages), recipientIds(read)];
  const facts = packed && JSON.stringify(packed.facts);
  return [realmId, JSON.stringify(items), ...lists, packed?.after ?? null, facts];
}
