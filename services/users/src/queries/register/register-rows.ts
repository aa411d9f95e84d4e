import { type HotPool, statement, type Transaction } from "@team-chat/pg";
import { z } from "zod";

/** Whose rows, and which. */
export interface RegisterWants {
  readonly realmId: number;
  readonly userIds: readonly number[];
  /** Bots whose keys and webhooks are wanted. */
  readonly botIds: readonly number[];
  readonly personal: boolean;
  readonly statuses: boolean;
  /** Whether the lists that belong to the organization are wanted. */
  readonly lists: boolean;
}

const ofUser = z.object({ userId: z.number() });
const view = ofUser.extend({
  fragment: z.string(),
  isPinned: z.boolean(),
  name: z.string().nullable(),
});
const snippet = ofUser.extend({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  createdAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
});
const callToken = ofUser.extend({ provider: z.string() });
const device = ofUser.extend({ id: z.number() });
const status = ofUser.extend({
  statusText: z.string(),
  emojiName: z.string(),
  emojiCode: z.string(),
  reactionType: z.string(),
});
const bot = ofUser.extend({
  key: z.string().nullable(),
  webhook: z
    .object({
      userId: z.number(),
      name: z.string(),
      url: z.string(),
      interface: z.number(),
      token: z.string(),
    })
    .nullable(),
});
const realmLists = z.object({
  profileFields: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      hint: z.string(),
      kind: z.number(),
      data: z.string(),
      position: z.number(),
      inSummary: z.boolean(),
      required: z.boolean(),
      editable: z.boolean(),
    }),
  ),
  domains: z.array(z.object({ domain: z.string(), allowSubdomains: z.boolean() })),
  emoji: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      authorId: z.number(),
      deactivated: z.boolean(),
      secret: z.string(),
      hasStill: z.boolean(),
    }),
  ),
  playgrounds: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      pygmentsLanguage: z.string(),
      urlTemplate: z.string(),
    }),
  ),
  linkifiers: z.array(z.object({ id: z.number(), pattern: z.string(), urlTemplate: z.string() })),
});

/** Lists that belong to the organization, each change of which has a version of its own. */
export type RealmLists = z.output<typeof realmLists>;

const row = z.object({
  snapshot: z.string(),
  version: z.number(),
  views: z.string().nullable(),
  snippets: z.string().nullable(),
  devices: z.string().nullable(),
  callTokens: z.string().nullable(),
  statuses: z.string().nullable(),
  bots: z.string().nullable(),
  lists: z.string().nullable(),
});

/** What initial data is made of besides what is in memory, of one moment. */
export interface RegisterRows {
  /** `pg_current_snapshot()` of that moment. */
  readonly snapshot: string;
  /** Of the realm. */
  readonly version: number;
  readonly views: ReadonlyMap<number, readonly z.output<typeof view>[]>;
  readonly snippets: ReadonlyMap<number, readonly z.output<typeof snippet>[]>;
  readonly devices: ReadonlyMap<number, readonly z.output<typeof device>[]>;
  readonly callTokens: ReadonlyMap<number, readonly z.output<typeof callToken>[]>;
  readonly statuses: readonly z.output<typeof status>[];
  readonly bots: ReadonlyMap<number, z.output<typeof bot>>;
  /** Null when they were not wanted. */
  readonly lists: RealmLists | null;
}

// One text, so that Postgres plans it once for each connection; what is not wanted is not read.
const text = `
select pg_current_snapshot()::text as snapshot, (select version from realm_version where realm_id = $1) as version,
  case when $4 then (select json_agg(json_build_object('userId', user_id, 'fragment', fragment, 'isPinned', is_pinned, 'name', name)
      order by fragment)::text from navigation_view where realm_id = $1 and user_id = any($2::int8[])) end as views,
  case when $4 then (select json_agg(json_build_object('userId', user_id, 'id', snippet_id, 'title', title, 'content', content,
      'createdAt', created_at) order by snippet_id)::text
    from saved_snippet where realm_id = $1 and user_id = any($2::int8[])) end as snippets,
  case when $4 then (select json_agg(json_build_object('userId', user_id, 'id', device_id) order by device_id)::text
    from client_device where realm_id = $1 and user_id = any($2::int8[])) end as devices,
  case when $4 then (select json_agg(json_build_object('userId', user_id, 'provider', provider))::text
    from call_token where realm_id = $1 and user_id = any($2::int8[])) end as "callTokens",
  case when $5 then (select json_agg(json_build_object('userId', user_id, 'statusText', status_text, 'emojiName', emoji_name,
      'emojiCode', emoji_code, 'reactionType', reaction_type) order by user_id)::text
    from user_status where realm_id = $1 and (status_text <> '' or emoji_name <> '')) end as statuses,
  case when cardinality($3::int8[]) > 0 then (
    select json_agg(json_build_object('userId', bot.id,
      'key', (select key from api_key where realm_id = $1 and user_id = bot.id),
      'webhook', (select json_build_object('userId', user_id, 'name', name, 'url', url, 'interface', interface, 'token', token)
        from webhook where realm_id = $1 and user_id = bot.id)))::text
    from unnest($3::int8[]) as bot(id)) end as bots,
  case when $6 then json_build_object(
    'profileFields', coalesce((select json_agg(json_build_object('id', field_id, 'name', name, 'hint', hint, 'kind', kind,
        'data', field_data, 'position', position, 'inSummary', in_summary, 'required', required, 'editable', editable)
      order by position, field_id) from profile_field where realm_id = $1), '[]'),
    'domains', coalesce((select json_agg(json_build_object('domain', domain, 'allowSubdomains', allow_subdomains) order by domain)
      from realm_domain where realm_id = $1), '[]'),
    'emoji', coalesce((select json_agg(json_build_object('id', emoji_id, 'name', name, 'authorId', author_id,
        'deactivated', deactivated, 'secret', secret, 'hasStill', has_still) order by emoji_id)
      from realm_emoji where realm_id = $1), '[]'),
    'playgrounds', coalesce((select json_agg(json_build_object('id', playground_id, 'name', name, 'pygmentsLanguage',
        pygments_language, 'urlTemplate', url_template) order by playground_id) from playground where realm_id = $1), '[]'),
    'linkifiers', coalesce((select json_agg(json_build_object('id', linkifier_id, 'pattern', pattern, 'urlTemplate', url_template)
      order by position) from linkifier where realm_id = $1), '[]')
  )::text end as lists`;

/** Everything in one statement, so that all of it is of the snapshot it returns. */
export async function loadRegisterRows(
  db: HotPool | Transaction,
  wants: RegisterWants,
): Promise<RegisterRows> {
  const read = row.parse(await readOne(db, wants));
  return {
    snapshot: read.snapshot,
    version: read.version,
    views: byUser(parsed(view, read.views)),
    snippets: byUser(parsed(snippet, read.snippets)),
    devices: byUser(parsed(device, read.devices)),
    callTokens: byUser(parsed(callToken, read.callTokens)),
    statuses: parsed(status, read.statuses),
    bots: new Map(parsed(bot, read.bots).map((one) => [one.userId, one])),
    lists: read.lists === null ? null : realmLists.parse(JSON.parse(read.lists)),
  };
}

async function readOne(db: HotPool | Transaction, wants: RegisterWants): Promise<unknown> {
  const { botIds, lists, personal, realmId, statuses, userIds } = wants;
  const values = [realmId, userIds, botIds, personal, statuses, lists];
  if ("anyFirst" in db) return db.one(statement(row, text, values));
  const { rows } = await db.query<Record<string, unknown>>({ name: "register-rows", text, values });
  return rows[0];
}

function parsed<T extends z.ZodType>(schema: T, json: string | null): readonly z.output<T>[] {
  return json === null ? [] : z.array(schema).parse(JSON.parse(json));
}

function byUser<T extends { readonly userId: number }>(
  rows: readonly T[],
): ReadonlyMap<number, readonly T[]> {
  return Map.groupBy(rows, ({ userId }) => userId);
}
