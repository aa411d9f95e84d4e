// See docs/subsystems/messages.md.
import { type HotPool, runPrepared, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { type DraftRow, draftRow } from "../drafts/drafts.ts";
import { flagBits, mentionBits } from "../messages/flag-bits.ts";
import { type ScheduledRow, scheduledRow } from "../scheduled-messages/scheduled-messages.ts";

/** Parts of the initial data that are read only when somebody asks for them. */
export type RegisterPart = "standing" | "starred" | "drafts" | "scheduled";

/** A recipient where a user has something unread. */
export interface UnreadPlaceRow {
  readonly userId: number;
  readonly recipientId: number;
  readonly channelId: number | null;
  readonly participants: readonly number[] | null;
  /** Changes whenever its messages change otherwise than by new ones. */
  readonly revision: number;
  /** The newest message there. */
  readonly newest: number;
  /** What was received and not read, up to the newest: lower and upper bounds of ranges in turns, separated by commas. */
  readonly gaps: string;
}

/** A direct conversation with the newest message that the user received there. */
interface ConversationRow {
  readonly participants: readonly number[];
  readonly maxMessageId: number;
}

/** What one user's initial data is made of. */
export interface RegisterRows {
  /** The newest message that the user received; -1 when there is none. */
  readonly newest: number;
  readonly places: readonly UnreadPlaceRow[];
  /** Messages that mention the user, ascending: all that are unread. */
  readonly mentions: readonly number[];
  /** Newest first. */
  readonly conversations: readonly ConversationRow[];
  /** Ascending. */
  readonly starred: readonly number[];
  /** Most recently edited first. */
  readonly drafts: readonly DraftRow[];
  /** Scheduled messages and reminders, soonest first. */
  readonly scheduled: readonly ScheduledRow[];
}

const json = z.string().nullable();
const row = z.object({
  snapshot: z.string(),
  newest: json,
  places: json,
  mentions: json,
  conversations: json,
  starred: json,
  drafts: json,
  scheduled: json,
});

/** Conversations that a client is told of at the start. */
const maxConversations = 1000;

interface Readers {
  readonly realmId: number;
  readonly userIds: readonly number[];
}

/** What was read for several users, of the moment that `snapshot` names. */
export interface RegisterRead {
  /** `pg_current_snapshot()` of that moment. */
  readonly snapshot: string;
  readonly rowsOf: (userId: number) => RegisterRows;
}

/**
 * What the initial data of these users is made of, by one statement; what is not among the parts is empty. In a transaction where more has to be read of the
 * same moment; on a bare pool it is planned once for each connection.
 */
export async function loadRegisterRows(
  db: HotPool | Transaction,
  readers: Readers,
  parts: ReadonlySet<RegisterPart>,
): Promise<RegisterRead> {
  const query = sql.type(row)`
    ${parts.has("standing") ? withStanding(readers) : sql.fragment``}
    select pg_current_snapshot()::text as snapshot, ${parts.has("standing") ? standingColumns(readers) : noStanding},
      ${parts.has("starred") ? starredColumn(readers) : nothing} as starred,
      ${parts.has("drafts") ? draftsColumn(readers) : nothing} as drafts,
      ${parts.has("scheduled") ? scheduledColumn(readers) : nothing} as scheduled`;
  return readOf(
    "anyFirst" in db ? await db.one(query) : row.parse((await runPrepared(db, query))[0]),
  );
}

function readOf(read: z.output<typeof row>): RegisterRead {
  const newest = new Map(parsed<readonly [userId: number, id: number]>(read.newest));
  const places = byUser(parsed<UnreadPlaceRow>(read.places));
  const mentions = byUser(parsed<Owned & { id: number }>(read.mentions));
  const conversations = byUser(parsed<Owned & ConversationRow>(read.conversations));
  const starred = new Map(parsed<readonly [userId: number, ids: number[]]>(read.starred));
  const drafts = byUser(z.array(ownedDraft).parse(parsed(read.drafts)));
  const scheduled = byUser(z.array(scheduledRow).parse(parsed(read.scheduled)));
  return {
    snapshot: read.snapshot,
    rowsOf: (userId) => ({
      newest: newest.get(userId) ?? -1,
      places: places.get(userId) ?? [],
      mentions: (mentions.get(userId) ?? []).map(({ id }) => id),
      conversations: (conversations.get(userId) ?? []).slice(0, maxConversations),
      starred: starred.get(userId) ?? [],
      drafts: (drafts.get(userId) ?? []).map(({ draft }) => draft),
      scheduled: scheduled.get(userId) ?? [],
    }),
  };
}

interface Owned {
  readonly userId: number;
}

const ownedDraft = z.object({ userId: z.number(), draft: draftRow });

/** Ids come from our own statement, thousands at a time: their form is not checked again. */
function parsed<T>(text: string | null): readonly T[] {
  return text === null ? [] : (JSON.parse(text) as T[]);
}

function byUser<T extends Owned>(rows: readonly T[]): ReadonlyMap<number, readonly T[]> {
  return Map.groupBy(rows, ({ userId }) => userId);
}

const nothing = sql.fragment`null::text`;
const noStanding = sql.fragment`${nothing} as newest, ${nothing} as conversations, ${nothing} as places, ${nothing} as mentions`;

function idsOf({ userIds }: Readers) {
  return sql.array([...userIds], "int8");
}

/** Where the users receive: what is newest there is found once for all of them. */
function withStanding(readers: Readers) {
  const { realmId } = readers;
  return sql.fragment`
    with standing as materialized (
      select ur.user_id, ur.recipient_id, ur.received, ur.read, r.channel_id, r.participants, r.revision
      from user_recipient ur join recipient r on r.realm_id = ur.realm_id and r.id = ur.recipient_id
      where ur.realm_id = ${realmId} and ur.user_id = any(${idsOf(readers)})
    ), newest as materialized (
      select place.recipient_id, m.id
      from (select distinct recipient_id from standing) place cross join lateral (
        select id from message m where m.realm_id = ${realmId} and m.recipient_id = place.recipient_id order by id desc limit 1
      ) m
    ), place as materialized (
      select user_id, recipient_id, channel_id, participants, revision, newest.id as newest,
        (received - read) * int8multirange(int8range(1, newest.id + 1)) as unread,
        case when received @> newest.id then newest.id else (
          select m.id from message m
          where m.realm_id = ${realmId} and m.recipient_id = standing.recipient_id and standing.received @> m.id
          order by m.id desc limit 1
        ) end as near
      from standing join newest using (recipient_id)
    )`;
}

function standingColumns({ realmId }: Readers) {
  return sql.fragment`
    (select json_agg(json_build_array(user_id, near))::text from (
      select user_id, max(near) as near from place where near is not null group by user_id
    ) each_user) as newest,
    (select json_agg(json_build_object('userId', user_id, 'participants', participants, 'maxMessageId', near) order by near desc)::text
      from place where channel_id is null and near is not null) as conversations,
    (select json_agg(json_build_object('userId', user_id, 'recipientId', recipient_id, 'channelId', channel_id,
        'participants', participants, 'revision', revision, 'newest', newest,
        'gaps', (select string_agg(lower(part) || ',' || upper(part), ',') from unnest(unread) as part))
      order by channel_id, recipient_id)::text
      from place where not isempty(unread)) as places,
    (select json_agg(json_build_object('userId', user_id, 'id', um.message_id) order by um.message_id)::text
      from (select user_id, min(lower(unread)) as low from place where not isempty(unread) group by user_id) unread_from
        join user_message um using (user_id)
      where um.realm_id = ${realmId} and um.flags & ${mentionBits} <> 0 and um.message_id >= low) as mentions`;
}

function starredColumn(readers: Readers) {
  return sql.fragment`
    (select json_agg(json_build_array(user_id, ids))::text from (
      select user_id, json_agg(message_id order by message_id) as ids from user_message
      where realm_id = ${readers.realmId} and user_id = any(${idsOf(readers)}) and flags & ${flagBits.starred} <> 0 group by user_id
    ) each_user)`;
}

function draftsColumn(readers: Readers) {
  return sql.fragment`
    (select json_agg(json_build_object('userId', user_id, 'draft', json_build_object('id', id, 'type', type, 'to', recipients,
        'topic', topic, 'content', content, 'timestamp', floor(extract(epoch from edited_at))::int8))
      order by edited_at desc, id desc)::text
      from draft where realm_id = ${readers.realmId} and user_id = any(${idsOf(readers)}))`;
}

function scheduledColumn(readers: Readers) {
  return sql.fragment`
    (select json_agg(json_build_object('realmId', realm_id, 'id', id, 'userId', user_id, 'channelId', channel_id,
        'recipients', recipients, 'topic', topic, 'content', content, 'renderedContent', rendered_content, 'client', client,
        'readBySender', read_by_sender, 'deliverAt', floor(extract(epoch from deliver_at))::int8, 'failure', failure,
        'reminderOf', reminder_of, 'revision', revision) order by deliver_at, id)::text
      from scheduled_message where realm_id = ${readers.realmId} and user_id = any(${idsOf(readers)}))`;
}
