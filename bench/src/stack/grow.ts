import type pg from "pg";

import type { Organization } from "./organizations.ts";
import { texts } from "./texts.ts";

/** Channels that messages are written to, in turns one for each. */
export const channels = 10;
/** Different texts, each of which is written again and again: to find their words takes longer than all the rest. */
const different = 20_000;
/** Messages at the end that are not read. */
const unread = 500;

export interface Growing {
  /** Each writes a part of the messages. */
  readonly connections: readonly pg.Client[];
  readonly messages: number;
}

export interface Grown {
  readonly realmId: number;
  /** Ids of its first and its last message of these. */
  readonly ids: readonly [first: number, last: number];
  /** Partition that has them. */
  readonly partition: string;
  /** Pairs of Chinese characters that some of them have. */
  readonly pairs: readonly string[];
}

/**
 * Writes messages of an organization that has a partition to itself, into a table that takes the partition's place when
 * its indexes are built: ten million in minutes instead of hours. One is sent each ten seconds, the last one now.
 */
export async function grow(
  organization: Organization,
  { connections, messages }: Growing,
): Promise<Grown> {
  const [db] = connections;
  if (db === undefined) throw new Error("Nobody would write.");
  const realmId = await findRealm(db, organization);
  const partition = await findPartition(db, realmId);
  const last = await reserveIds(db, messages);
  const columns = await listColumns(db);
  await db.query(`
    create table grown (like ${partition} including all excluding indexes) with (autovacuum_enabled = off);
    insert into grown (${columns}) select ${columns} from ${partition};
    create table grown_text as select n, text, case when text ~ '[^\\x01-\\x7f]' then
        words_of_every_script(${realmId}, '', '<p>' || text || '</p>') end as folded
      from (select n, ${texts} as text from generate_series(0, ${different - 1}) n) line;
    create index on grown_text (n); analyze grown_text`);
  const part = Math.ceil(messages / connections.length);
  await Promise.all(
    connections.map((one, index) =>
      one.query(insertMessages, [
        realmId,
        last - messages,
        1 + index * part,
        Math.min(messages, (1 + index) * part),
        messages,
      ]),
    ),
  );
  const { rows: pairs } = await db.query<{ pair: string }>(
    "select substr(text, 3, 2) as pair from grown_text where folded is not null order by n limit 20",
  );
  await takePlace(db, partition);
  await db.query(
    `update user_recipient set read = int8multirange(int8range(1, ${last - unread})) where realm_id = ${realmId}`,
  );
  await db.query(`vacuum analyze ${partition}`);
  return {
    realmId,
    ids: [last - messages + 1, last],
    partition,
    pairs: pairs.map(({ pair }) => pair),
  };
}

const insertMessages = `
  insert into grown (realm_id, id, recipient_id, channel_id, sender_id, topic, content, rendered_content, client,
    sent_at, is_me, has_link, has_image, has_attachment, mentions_everyone, folded_words)
  select $1, $2 + line.n, place.id, place.channel_id, owner.id, 'topic ' || line.n / ${channels} % 7, text, '<p>' || text || '</p>', 'bench',
    now() - ($5 - line.n) * interval '10 seconds', false, false, false, false, false, folded
  from (
    select number.n, folded, case when number.n % 1000 = 0 then text || ' ' || number.n else text end as text
    from generate_series($3::int8, $4::int8) number(n) join grown_text on grown_text.n = number.n % ${different}
  ) line join (
    select id, channel_id, row_number() over (order by id) - 1 as place from recipient
    where realm_id = $1 and channel_id is not null order by id desc limit ${channels}
  ) place on place.place % ${channels} = line.n % ${channels}
  cross join (select min(user_id) as id from user_recipient where realm_id = $1) owner`;

async function findRealm(db: pg.Client, { subdomain }: Organization): Promise<number> {
  const { rows } = await db.query<{ id: string }>(
    "select realm_id as id from users.realm where subdomain = $1",
    [subdomain],
  );
  return Number(rows[0]?.id);
}

/** @throws Error when others have many messages in it, or the organization has none */
export async function findPartition(db: pg.Client, realmId: number): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    "select tableoid::regclass::text as name from message where realm_id = $1 limit 1",
    [realmId],
  );
  if (rows[0] === undefined) throw new Error(`The organization ${realmId} has no messages.`);
  return rows[0].name;
}

/** Returns the last of so many ids that nobody else is given. */
async function reserveIds(db: pg.Client, count: number): Promise<number> {
  const { rows } = await db.query<{ last: string }>(
    "select setval('message_id', nextval('message_id') + $1::int8) as last",
    [count],
  );
  return Number(rows[0]?.last);
}

async function listColumns(db: pg.Client): Promise<string> {
  const { rows } = await db.query<{ names: string }>(`
    select string_agg(attname, ', ' order by attnum) as names from pg_attribute
    where attrelid = 'message'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`);
  return rows[0]?.names ?? "";
}

/** Builds the indexes of a partition for the table that was filled, and puts it in the place of the partition. */
async function takePlace(db: pg.Client, partition: string): Promise<void> {
  const { rows } = await db.query<{ definition: string; isPrimary: boolean }>(
    `select indisprimary as "isPrimary", case when indisprimary then 'alter table grown add ' || pg_get_constraintdef(c.oid)
        else regexp_replace(pg_get_indexdef(indexrelid), 'INDEX .* ON [^ ]+ ', 'index on grown ') end as definition
     from pg_index left join pg_constraint c on conindid = indexrelid where indrelid = $1::text::regclass`,
    [partition],
  );
  await db.query("set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 4");
  for (const { definition } of rows) await db.query(definition);
  const { rows: bounds } = await db.query<{ bound: string; parent: string }>(
    `select pg_get_expr(relpartbound, c.oid) as bound, inhparent::regclass::text as parent
     from pg_class c join pg_inherits on inhrelid = c.oid where c.oid = $1::text::regclass`,
    [partition],
  );
  const [{ bound, parent } = { bound: "", parent: "" }] = bounds;
  await db.query(`
    begin;
    alter table ${parent} detach partition ${partition};
    drop table ${partition};
    alter table grown reset (autovacuum_enabled);
    alter table grown rename to ${partition};
    alter table ${parent} attach partition ${partition} ${bound};
    drop table grown_text;
    commit`);
}
